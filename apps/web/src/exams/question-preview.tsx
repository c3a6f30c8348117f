import { type QuestionEdition, type QuestionRow, letters } from "@jipei/contract/exams/question.ts";
import { CheckOutlined } from "@ant-design/icons";
import { useLabel } from "../core/i18n/language.ts";
import { formatDateTime } from "../core/format/dates.ts";

type Content = Pick<QuestionEdition, "stem" | "answer" | "analysis" | `option${(typeof letters)[number]}`>;

/** A question as candidates read it, with its answer; below it what it said before. */
export function QuestionPreview({ question }: { question: QuestionRow & { editions?: QuestionEdition[] } }) {
  const label = useLabel();
  const earlier = (question.editions ?? []).filter(({ edition }) => edition !== question.edition);
  return (
    <>
      <h3>{label(["题面", "As candidates read it"])}</h3>
      <Paper content={question} />
      {earlier.length > 0 && (
        <>
          <h3>{label(["以前的版本", "Earlier editions"])}</h3>
          {earlier.map((one) => (
            <details key={one.edition} className="question-edition">
              <summary>
                {label([`第${one.edition}版`, `Edition ${one.edition}`])} {formatDateTime(one.changeTime)}{" "}
                {one.changeName}
              </summary>
              <Paper content={one} />
            </details>
          ))}
        </>
      )}
    </>
  );
}

function Paper({ content }: { content: Content }) {
  const label = useLabel();
  return (
    <div className="question-paper">
      <p className="question-stem">{content.stem}</p>
      <ul>
        {letters.map((letter) => {
          const text = content[`option${letter}`];
          const isRight = content.answer.includes(letter);
          return (
            text && (
              <li key={letter} className={isRight ? "right" : undefined}>
                {letter}. {text}
                {isRight && <CheckOutlined aria-label={label(["正确答案", "Right answer"])} />}
              </li>
            )
          );
        })}
      </ul>
      {content.analysis && (
        <p className="question-analysis">
          {label(["解析：", "Explanation: "])}
          {content.analysis}
        </p>
      )}
    </div>
  );
}
