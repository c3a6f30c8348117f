import type { AttendanceSheet } from "@jipei/contract/training/lesson.ts";
import { attendStatus } from "@jipei/contract/core/fields/codes.ts";
import { formatDate, getWeekday } from "../../core/format/dates.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { type Lesson, getHeat } from "./attendance-marks.ts";
import { useTexts } from "../texts.ts";
import { getTime } from "../timetable/week.ts";

/** The sheet of a class: lessons across, students down, a colour for what counted, the rate against the limit at the end. */
export function AttendanceHeat({ sheet, onPick }: { sheet: AttendanceSheet; onPick?: (lesson: Lesson) => void }) {
  const t = useTexts();
  const codeText = useCodeText();
  const lessons = sheet.lessons as Lesson[];
  const entries = new Map(sheet.entries.map((entry) => [`${entry.scheduleId} ${entry.studentId}`, entry]));
  const limit = Number(sheet.minRate);
  return (
    <div className="heat-scroll" tabIndex={0} role="region" aria-label={t("attendance.sheet")}>
      <table className="heat">
        <thead>
          <tr>
            <th scope="col" className="heat-name" />
            {lessons.map((lesson) => (
              <th
                key={lesson.id}
                scope="col"
                title={`${formatDate(lesson.lessonDate)} ${getWeekday(lesson.lessonDate)} ${getTime(lesson)} ${lesson.content}`}
              >
                {onPick ? (
                  <button type="button" className="link-button" onClick={() => onPick(lesson)}>
                    {formatDate(lesson.lessonDate).slice(5)}
                  </button>
                ) : (
                  formatDate(lesson.lessonDate).slice(5)
                )}
                <br />
                <span className="unit">{lesson.startTime.slice(0, 5)}</span>
              </th>
            ))}
            <th scope="col" className="heat-rate">
              {t("attendance.rate")}
            </th>
          </tr>
        </thead>
        <tbody>
          {sheet.students.map((student) => {
            const low =
              student.attendanceRate !== null &&
              student.attendanceRate !== undefined &&
              Number(student.attendanceRate) < limit;
            return (
              <tr key={student.studentId}>
                <th scope="row" className="heat-name">
                  {student.name} <span className="unit">{student.studentNo?.slice(-3)}</span>
                </th>
                {lessons.map((lesson) => {
                  const entry = entries.get(`${lesson.id} ${student.studentId}`);
                  return (
                    <td
                      key={lesson.id}
                      className={`heat-cell ${getHeat(entry, lesson)}`}
                      title={entry ? codeText(attendStatus, entry.attendStatus) : undefined}
                    >
                      {entry ? t(`attendance.mark${entry.attendStatus}` as "attendance.mark1") : ""}
                    </td>
                  );
                })}
                <td className={low ? "heat-rate low" : "heat-rate"}>
                  {student.attendanceRate === null || student.attendanceRate === undefined
                    ? ""
                    : `${student.attendanceRate}%`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
