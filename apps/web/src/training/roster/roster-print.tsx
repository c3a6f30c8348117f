import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { getField } from "../../core/form/fields.ts";
import { useFieldText } from "../../core/form/field-value.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { PrintAnswer } from "../../core/print/print-answer.tsx";
import { PrintNow } from "../../core/print/print-now.tsx";
import { PrintSheet } from "../../core/print/print-sheet.tsx";
import { useCall } from "../../core/api/use-call.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { useClassFacts } from "../class/print-facts.ts";
import { useTexts } from "../texts.ts";

const columns = ["studentNo", "name", "sex", "idNumber", "education", "phone", "personCategory", "workUnit"] as const;

/** What stays on one line. */
const whole = new Set<string>(["studentNo", "name", "idNumber", "phone"]);

/** The roster as a paper form, with a column to sign in; numbers are masked as in every list. */
export function PrintRoster({ row, onDone }: { row: WholeClass; onDone: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const getText = useFieldText();
  const facts = useClassFacts(row);
  const found = useCall(studentCalls.list, {
    classId: row.id,
    confirmStatus_notequal: "Invalidate",
    isPaging: "0",
    ascs: "studentNo",
  });
  return (
    <PrintAnswer query={found} onDone={onDone}>
      {({ records: students }) => (
        <PrintNow onDone={onDone}>
          <PrintSheet
            wide
            title={t("roster.printTitle")}
            facts={facts}
            signatures={[t("attendance.head"), t("attendance.org")]}
          >
            <table>
              <thead>
                <tr>
                  {columns.map((name) => (
                    <th key={name}>{label(getField(Student, name))}</th>
                  ))}
                  <th>{t("roster.sign")}</th>
                </tr>
              </thead>
              <tbody>
                {students.map((student) => (
                  <tr key={student.studentNo ?? student.name}>
                    {columns.map((name) => (
                      <td key={name} className={whole.has(name) ? "print-whole" : undefined}>
                        {getText(getField(Student, name), student[name])}
                      </td>
                    ))}
                    <td />
                  </tr>
                ))}
              </tbody>
            </table>
          </PrintSheet>
        </PrintNow>
      )}
    </PrintAnswer>
  );
}
