import type { InputOf } from "@jipei/contract/core/call.ts";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import type { Exam } from "@jipei/contract/exams/exam.ts";
import { difficulty, questionType } from "@jipei/contract/core/fields/codes.ts";
import { Alert, Form } from "antd";
import { useCall } from "../../core/api/use-call.ts";
import type { FormValues } from "../../core/form/fields.ts";
import { formatDecimal } from "../../core/format/numbers.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useDelayed } from "../../core/ui/use-delayed.ts";
import { useTexts } from "../texts.ts";

/** Entries that decide what is drawn. */
const names = [
  "classId",
  "singleCount",
  "singleScore",
  "multiCount",
  "multiScore",
  "judgeCount",
  "judgeScore",
  "easyRate",
  "mediumRate",
  "hardRate",
  "classificationId",
  "byWeight",
] as const;

type Plan = InputOf<typeof examCalls.bank>;

/** Whether the bank has what the entries ask for: shown while they are typed, not when the exam is published. */
export function BankCheck() {
  const t = useTexts();
  const getText = useCodeText();
  const form = Form.useFormInstance<FormValues<typeof Exam>>();
  const entries = Form.useWatch(
    (values: FormValues<typeof Exam>) => JSON.stringify(names.map((name) => values[name] ?? null)),
    form,
  );
  const settled = useDelayed(entries ?? "[]", 400);
  const values = JSON.parse(settled) as unknown[];
  const input = Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])) as Plan;
  const found = useCall(examCalls.bank, input, { enabled: Boolean(input.classId), keepPrevious: true });
  if (!found.data || !input.classId) return null;
  const { total, cells } = found.data;
  const short = cells.filter((cell) => cell.found < cell.needed);
  return (
    <Alert
      className="bank-check"
      type={short.length > 0 ? "warning" : "success"}
      showIcon
      role="status"
      title={`${short.length > 0 ? t("bank.short") : t("bank.enough")} · ${t("bank.sum", { n: formatDecimal(total, 1) })}`}
      description={
        <ul>
          {cells.map((cell) => (
            <li
              key={`${cell.questionType} ${cell.difficulty} ${cell.classificationId}`}
              className={cell.found < cell.needed ? "short" : undefined}
            >
              {t("bank.cell", {
                part: `${cell.classificationName} ${getText(questionType, cell.questionType)} ${getText(difficulty, cell.difficulty)}`,
                needed: cell.needed,
                found: cell.found,
              })}
            </li>
          ))}
        </ul>
      }
    />
  );
}
