import type { QuestionType } from "@jipei/contract/exams/question.ts";
import { FormulaText } from "../formula/formula-text.tsx";

interface Props {
  /** Of the group, unique on the page. */
  name: string;
  questionType: QuestionType;
  options: readonly { letter: string; text: string }[];
  answer: string | null;
  onAnswer: (letters: string | null) => void;
}

/** The options of a question: native radio buttons and checkboxes, which every keyboard and screen reader knows. */
export function Options({ name, questionType, options, answer, onAnswer }: Props) {
  const isMultiple = questionType === "2";
  const choose = (letter: string, isChosen: boolean) => {
    if (!isMultiple) return onAnswer(letter);
    const letters = options
      .map((option) => option.letter)
      .filter((one) => (one === letter ? isChosen : answer?.includes(one)));
    onAnswer(letters.length > 0 ? letters.sort().join("") : null);
  };
  return options.map(({ letter, text }, index) => (
    <label key={letter} className="sitting-option">
      <input
        type={isMultiple ? "checkbox" : "radio"}
        name={name}
        checked={answer?.includes(letter) ?? false}
        onChange={(event) => choose(letter, event.target.checked)}
      />
      <span className="sitting-letter">{"ABCDEF"[index]}</span>
      <span>
        <FormulaText text={text} />
      </span>
    </label>
  ));
}
