import type { PaperQuestion } from "@jipei/contract/exams/sitting.ts";
import { Button } from "antd";
import { useTexts } from "../texts.ts";
import { QuestionPicture } from "./question-picture.tsx";

interface Props {
  question: PaperQuestion;
  answer: string | null;
  isMarked: boolean;
  disabled: boolean;
  onAnswer: (letters: string | null) => void;
  onMark: () => void;
}

/** A question with its options: native radio buttons and checkboxes, which every keyboard and screen reader knows. */
export function QuestionCard({ question, answer, isMarked, disabled, onAnswer, onMark }: Props) {
  const t = useTexts();
  const { id, orderNo, questionType, points, stem, options, attId } = question;
  const isMultiple = questionType === "2";
  const how = { "1": t("sit.chooseOne"), "2": t("sit.chooseSome"), "3": t("sit.judge") }[questionType];
  const choose = (letter: string, isChosen: boolean) => {
    if (!isMultiple) return onAnswer(letter);
    const letters = options
      .map((option) => option.letter)
      .filter((one) => (one === letter ? isChosen : answer?.includes(one)));
    onAnswer(letters.length > 0 ? letters.sort().join("") : null);
  };
  return (
    <fieldset className="sitting-question" id={`question-${orderNo}`} disabled={disabled}>
      <legend>
        <span className="sitting-number">{t("sit.number", { n: orderNo })}</span>
        <span className="unit">
          {how} · {t("sit.points", { n: Number(points) })}
        </span>
      </legend>
      <p className="question-stem">{stem}</p>
      {attId && <QuestionPicture id={id} />}
      {options.map(({ letter, text }, index) => (
        <label key={letter} className="sitting-option">
          <input
            type={isMultiple ? "checkbox" : "radio"}
            name={`question-${id}`}
            checked={answer?.includes(letter) ?? false}
            onChange={(event) => choose(letter, event.target.checked)}
          />
          <span className="sitting-letter">{"ABCDEF"[index]}</span>
          <span>{text}</span>
        </label>
      ))}
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
