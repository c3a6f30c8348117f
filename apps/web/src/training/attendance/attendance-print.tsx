import type { AttendanceSheet } from "@jipei/contract/training/lesson.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { formatMonthDay, formatTime } from "../../core/format/dates.ts";
import { formatHours, formatPercent } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { PrintNow } from "../../core/print/print-now.tsx";
import { PrintSheet } from "../../core/print/print-sheet.tsx";
import { type Lesson, type Sheet, markKey } from "./attendance-marks.ts";
import { type PrintFact, useClassFacts } from "../class/print-facts.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { useTexts } from "../texts.ts";

/** How many lessons stand side by side on one sheet. */
const mostLessons = 24;

/** The lessons in as many equal parts as they need sheets. */
function getBlocks(lessons: readonly Lesson[]): Lesson[][] {
  const size = Math.ceil(lessons.length / Math.max(1, Math.ceil(lessons.length / mostLessons)));
  const blocks = [lessons.slice(0, size)];
  for (let from = size; from < lessons.length; from += size) blocks.push(lessons.slice(from, from + size));
  return blocks;
}

interface Props {
  facts: PrintFact[];
  sheet: Sheet;
  /** Who signs beside the teacher. */
  signatures: readonly string[];
  onDone: () => void;
}

/** The attendance sheet of a class of an institution. */
export function PrintClassAttendance({
  row,
  sheet,
  onDone,
}: {
  row: WholeClass;
  sheet: AttendanceSheet;
  onDone: () => void;
}) {
  const t = useTexts();
  const facts = useClassFacts(row);
  const shown = { ...sheet, lessons: sheet.lessons as Lesson[] };
  const signatures = [t("attendance.head"), t("attendance.org")];
  return <PrintAttendance facts={facts} sheet={shown} signatures={signatures} onDone={onDone} />;
}

/** The attendance sheet of a class of either side as a paper form, landscape; a class of many lessons takes several sheets. */
export function PrintAttendance({ facts, sheet, signatures, onDone }: Props) {
  const t = useTexts();
  const label = useLabel();
  const blocks = getBlocks(sheet.lessons);
  const entries = new Map(sheet.entries.map((entry) => [`${entry.scheduleId} ${entry.studentId}`, entry.attendStatus]));
  // Staff of an enterprise have no student numbers.
  const numbered = sheet.students.some((student) => student.studentNo);
  const { studentNo, name, attendHours, attendanceRate } = Student.fields;
  return (
    <PrintNow onDone={onDone}>
      <PrintSheet
        wide
        title={t("attendance.printTitle")}
        facts={facts}
        signatures={[t("attendance.signature"), ...signatures]}
      >
        {blocks.map((block, index) => (
          <table key={block[0]?.id ?? "none"}>
            <thead>
              <tr>
                <th className="print-whole">{numbered ? label(studentNo) : t("attendance.place")}</th>
                <th className="print-whole">{label(name)}</th>
                {block.map((lesson) => (
                  <th key={lesson.id} className="print-mark">
                    <span>
                      {formatMonthDay(lesson.lessonDate)} {formatTime(lesson.startTime)}
                    </span>
                  </th>
                ))}
                {index === blocks.length - 1 && (
                  <>
                    <th className="print-whole">{label(attendHours)}</th>
                    <th className="print-whole">{label(attendanceRate)}</th>
                  </>
                )}
              </tr>
            </thead>
            <tbody>
              {sheet.students.map((student, place) => (
                <tr key={student.studentId}>
                  <td className="print-whole">{numbered ? student.studentNo : place + 1}</td>
                  <td className="print-whole">{student.name}</td>
                  {block.map((lesson) => {
                    const status = entries.get(`${lesson.id} ${student.studentId}`);
                    return (
                      <td key={lesson.id} className="print-mark">
                        {status ? t(markKey(status)) : ""}
                      </td>
                    );
                  })}
                  {index === blocks.length - 1 && (
                    <>
                      <td className="print-number">{formatHours(student.attendHours)}</td>
                      <td className="print-number">{formatPercent(student.attendanceRate)}</td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </PrintSheet>
    </PrintNow>
  );
}
