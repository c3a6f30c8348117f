import { Lesson as LessonEntity } from "@jipei/contract/classes/lesson.ts";
import { lessonType } from "@jipei/contract/core/codes.ts";
import { weekdayOf } from "../core/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PrintNow } from "../core/print-now.tsx";
import { PrintSheet } from "../core/print-sheet.tsx";
import { useCodeText } from "../core/status-tag.tsx";
import type { WholeClass } from "./class-stations.ts";
import { useClassFacts } from "./print-facts.ts";
import { useTexts } from "./texts.ts";
import type { Lesson } from "./timetable-calls.ts";
import { timeOf } from "./week.ts";

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
      <PrintSheet
        title={t("timetable.printTitle")}
        facts={facts}
        signatures={[t("attendance.head"), t("attendance.org")]}
      >
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
                <td>{`${lesson.lessonDate} ${weekdayOf(lesson.lessonDate)}`}</td>
                <td>{timeOf(lesson)}</td>
                <td className="print-number">{Number(lesson.hours)}</td>
                <td>{codeText(lessonType, lesson.lessonType)}</td>
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
