import { type QuestionEdition, letters } from "@jipei/contract/exams/question.ts";
import { CheckOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { useLabel } from "../core/i18n/language.ts";
import { FormulaText } from "./formula/formula-text.tsx";

interface Props {
  content: Pick<QuestionEdition, "stem" | "answer" | "analysis" | `option${(typeof letters)[number]}`>;
  picture?: ReactNode;
}

/** A question as candidates read it, with its answer marked. */
export function QuestionPaper({ content, picture }: Props) {
  const label = useLabel();
  return (
    <div className="question-paper">
      <p className="question-stem">
        <FormulaText text={content.stem} />
      </p>
      {picture}
      <ul>
        {letters.map((letter) => {
          const text = content[`option${letter}`];
          const isRight = content.answer.includes(letter);
          return (
            text && (
              <li key={letter} className={isRight ? "right" : undefined}>
                {letter}. <FormulaText text={text} />
                {isRight && <CheckOutlined aria-label={label(["正确答案", "Right answer"])} />}
              </li>
            )
          );
        })}
      </ul>
      {content.analysis && (
        <p className="question-analysis">
          {label(["解析：", "Explanation: "])}
          <FormulaText text={content.analysis} />
        </p>
      )}
    </div>
  );
}
