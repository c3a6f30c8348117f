import type { PaperQuestion } from "@jipei/contract/exams/sitting.ts";
import { Button } from "antd";
import { FormulaText } from "../formula/formula-text.tsx";
import { useTexts } from "../texts.ts";
import { Options } from "./options.tsx";
import { QuestionPicture } from "./question-picture.tsx";

interface Props {
  question: PaperQuestion;
  answer: string | null;
  isMarked: boolean;
  disabled: boolean;
  onAnswer: (letters: string | null) => void;
  onMark: () => void;
}

/** A question of a paper, answered and marked. */
export function QuestionCard({ question, answer, isMarked, disabled, onAnswer, onMark }: Props) {
  const t = useTexts();
  const { id, orderNo, questionType, points, stem, options, attId } = question;
  const how = { "1": t("sit.chooseOne"), "2": t("sit.chooseSome"), "3": t("sit.judge") }[questionType];
  return (
    <fieldset className="sitting-question" id={`question-${orderNo}`} disabled={disabled}>
      <legend>
        <span className="sitting-number">{t("sit.number", { n: orderNo })}</span>
        <span className="unit">
          {how} · {t("sit.points", { n: Number(points) })}
        </span>
      </legend>
      <p className="question-stem">
        <FormulaText text={stem} />
      </p>
      {attId && <QuestionPicture id={id} />}
      <Options
        name={`question-${id}`}
        questionType={questionType}
        options={options}
        answer={answer}
        onAnswer={onAnswer}
      />
      <div className="sitting-tools">
        <Button size="small" onClick={onMark} aria-pressed={isMarked}>
          {isMarked ? t("sit.unmark") : t("sit.mark")}
        </Button>
        {answer && (
          <Button size="small" type="text" onClick={() => onAnswer(null)}>
            {t("sit.clear")}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
