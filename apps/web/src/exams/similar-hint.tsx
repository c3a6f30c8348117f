import { questionCalls } from "@jipei/contract/exams/question.ts";
import { Alert, Form } from "antd";
import { useCall } from "../core/api/use-call.ts";
import { useLabel } from "../core/i18n/language.ts";
import { FormulaText } from "./formula/formula-text.tsx";
import { useDelayed } from "../core/ui/use-delayed.ts";

/** Shorter stems are like too many others. */
const fewest = 6;

/** Questions of the course whose words are nearly those that are typed: they may be the same one. */
export function SimilarHint({ questionId }: { questionId: string | null }) {
  const label = useLabel();
  const courseId = Form.useWatch<string | null | undefined>("courseId");
  const stem = useDelayed(Form.useWatch<string | undefined>("stem") ?? "", 400);
  const found = useCall(
    questionCalls.similar,
    { questionId, courseId: courseId ?? "", stem },
    { enabled: Boolean(courseId) && stem.trim().length >= fewest },
  );
  if (!found.data || found.data.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={label(["该课程有相近的试题，请确认不是同一题", "The course has similar questions: is it one of them?"])}
      description={
        <ul className="similar-questions">
          {found.data.map(({ id, stem: words, likeness }) => (
            <li key={id}>
              <FormulaText text={words} /> <span className="unit">{Math.round(Number(likeness) * 100)}%</span>
            </li>
          ))}
        </ul>
      }
    />
  );
}
