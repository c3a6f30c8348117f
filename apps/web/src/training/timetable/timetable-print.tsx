import { Lesson as LessonEntity } from "@jipei/contract/training/lesson.ts";
import { lessonType } from "@jipei/contract/core/fields/codes.ts";
import { getWeekday } from "../../core/format/dates.ts";
import { formatHours } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { PrintNow } from "../../core/print/print-now.tsx";
import { PrintSheet } from "../../core/print/print-sheet.tsx";
import { useCodeText } from "../../core/format/status-tag.tsx";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { useClassFacts } from "../class/print-facts.ts";
import { useTexts } from "../texts.ts";
import type { Lesson } from "./timetable-calls.ts";
import { getTime } from "./week.ts";

/** The timetable as a paper form. */
export function PrintTimetable({
  row,
  lessons,
  onDone,
}: {
  row: WholeClass;
  lessons: readonly Lesson[];
  onDone: () => void;
}) {
  const t = useTexts();
  const label = useLabel();
  const codeText = useCodeText();
  const facts = useClassFacts(row);
  const { lessonDate, startTime, hours, lessonType: type, content, teacherName, classroomName } = LessonEntity.fields;
  return (
    <PrintNow onDone={onDone}>
      <PrintSheet title={t("timetable.title")} facts={facts} signatures={[t("attendance.head"), t("attendance.org")]}>
        <table>
          <thead>
            <tr>
              {[lessonDate, startTime, hours, type, content, teacherName, classroomName].map((field, i) => (
                <th key={i}>{label(field)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lessons.map((lesson) => (
              <tr key={lesson.id}>
                <td className="print-whole">{`${lesson.lessonDate} ${getWeekday(lesson.lessonDate)}`}</td>
                <td className="print-whole">{getTime(lesson)}</td>
                <td className="print-number">{formatHours(lesson.hours ?? "0")}</td>
                <td className="print-whole">{codeText(lessonType, lesson.lessonType)}</td>
                <td>{lesson.content}</td>
                <td>{[lesson.teacherName, lesson.assistTeacherName].filter(Boolean).join(" · ")}</td>
                <td>{lesson.classroomName ?? lesson.onlineUrl}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </PrintSheet>
    </PrintNow>
  );
}
