import { difficulty, questionType } from "@jipei/contract/core/fields/codes.ts";
import { questionCalls } from "@jipei/contract/exams/question.ts";
import { useCall } from "../core/api/use-call.ts";
import { useLabel } from "../core/i18n/language.ts";
import { Unanswered } from "../core/ui/states.tsx";

/** How many questions in use a course or a knowledge point has, by kind and difficulty: what an exam can be drawn from. */
export function BankCounts(input: { courseId: string; classificationId: string | null }) {
  const label = useLabel();
  const counted = useCall(questionCalls.countQuestionDifficulty, { ...input, isValid: "isValid" });
  if (!counted.data) return <Unanswered queries={[counted]} />;
  const find = (type: string, level: string) =>
    counted.data.find((row) => row.questionType === type && row.difficulty === level)?.count ?? 0;
  return (
    <table className="bank-counts">
      <caption>{label(["启用的试题", "Questions in use"])}</caption>
      <thead>
        <tr>
          <th scope="col">{label(questionType)}</th>
          {Object.entries(difficulty.codes).map(([level, entry]) => (
            <th key={level} scope="col">
              {label(entry)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(questionType.codes).map(([type, entry]) => (
          <tr key={type}>
            <th scope="row">{label(entry)}</th>
            {Object.keys(difficulty.codes).map((level) => (
              <td key={level}>{find(type, level)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
