import type { AttendanceSheet } from "@jipei/contract/training/lesson.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { formatDate } from "../../core/format/dates.ts";
import { formatPercent } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { PrintNow } from "../../core/print/print-now.tsx";
import { PrintSheet } from "../../core/print/print-sheet.tsx";
import { type Lesson, markKey } from "./attendance-marks.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { useClassFacts } from "../class/print-facts.ts";
import { useTexts } from "../texts.ts";

/** The attendance sheet as a paper form, landscape. */
export function PrintAttendance({
  row,
  sheet,
  onDone,
}: {
  row: WholeClass;
  sheet: AttendanceSheet;
  onDone: () => void;
}) {
  const t = useTexts();
  const label = useLabel();
  const facts = useClassFacts(row);
  const lessons = sheet.lessons as Lesson[];
  const entries = new Map(sheet.entries.map((entry) => [`${entry.scheduleId} ${entry.studentId}`, entry.attendStatus]));
  const { studentNo, name, attendHours, attendanceRate } = Student.fields;
  return (
    <PrintNow onDone={onDone}>
      <PrintSheet
        wide
        title={t("attendance.printTitle")}
        facts={facts}
        signatures={[t("attendance.signature"), t("attendance.head"), t("attendance.org")]}
      >
        <table>
          <thead>
            <tr>
              <th>{label(studentNo)}</th>
              <th>{label(name)}</th>
              {lessons.map((lesson) => (
                <th key={lesson.id}>
                  {formatDate(lesson.lessonDate).slice(5)} {lesson.startTime.slice(0, 5)}
                </th>
              ))}
              <th>{label(attendHours)}</th>
              <th>{label(attendanceRate)}</th>
            </tr>
          </thead>
          <tbody>
            {sheet.students.map((student) => (
              <tr key={student.studentId}>
                <td>{student.studentNo}</td>
                <td>{student.name}</td>
                {lessons.map((lesson) => {
                  const status = entries.get(`${lesson.id} ${student.studentId}`);
                  return <td key={lesson.id}>{status ? t(markKey(status)) : ""}</td>;
                })}
                <td className="print-number">{student.attendHours}</td>
                <td className="print-number">{formatPercent(student.attendanceRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </PrintSheet>
    </PrintNow>
  );
}
