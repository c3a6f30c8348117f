import { attendStatus } from "@jipei/contract/core/fields/codes.ts";
import { formatDate, formatMonthDay, formatTime, getWeekday } from "../../core/format/dates.ts";
import { formatPercent } from "../../core/format/numbers.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { type Entry, type Lesson, type Sheet, type Student, getHeat, isLow, markKey } from "./attendance-marks.ts";
import { useTexts } from "../texts.ts";
import { getTime } from "../timetable/week.ts";

/** The sheet of a class: lessons across, students down, a colour for what counted, the rate against the limit at the end. */
export function AttendanceHeat({ sheet, onPick }: { sheet: Sheet; onPick?: (lesson: Lesson) => void }) {
  const t = useTexts();
  const { lessons } = sheet;
  const entries = new Map(sheet.entries.map((entry) => [`${entry.scheduleId} ${entry.studentId}`, entry]));
  return (
    <div className="heat-scroll" tabIndex={0} role="region" aria-label={t("attendance.sheet")}>
      <table className="heat">
        <thead>
          <tr>
            <th scope="col" className="heat-name" />
            {lessons.map((lesson) => (
              <LessonHead key={lesson.id} lesson={lesson} onPick={onPick} />
            ))}
            <th scope="col" className="heat-rate">
              {t("attendance.rate")}
            </th>
          </tr>
        </thead>
        <tbody>
          {sheet.students.map((student) => (
            <tr key={student.studentId}>
              <th scope="row" className="heat-name">
                {student.name} <span className="unit">{student.studentNo?.slice(-3)}</span>
              </th>
              {lessons.map((lesson) => (
                <HeatCell key={lesson.id} lesson={lesson} entry={entries.get(`${lesson.id} ${student.studentId}`)} />
              ))}
              <RateCell student={student} limit={Number(sheet.minRate)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LessonHead({ lesson, onPick }: { lesson: Lesson; onPick?: (lesson: Lesson) => void }) {
  const day = formatDate(lesson.lessonDate);
  const short = formatMonthDay(day);
  return (
    <th scope="col" title={`${day} ${getWeekday(lesson.lessonDate)} ${getTime(lesson)} ${lesson.content}`}>
      {onPick ? (
        <button type="button" className="link-button" onClick={() => onPick(lesson)}>
          {short}
        </button>
      ) : (
        short
      )}
      <br />
      <span className="unit">{formatTime(lesson.startTime)}</span>
    </th>
  );
}

function HeatCell({ lesson, entry }: { lesson: Lesson; entry: Entry | undefined }) {
  const t = useTexts();
  const codeText = useCodeText();
  return (
    <td
      className={`heat-cell ${getHeat(entry, lesson)}`}
      title={entry ? codeText(attendStatus, entry.attendStatus) : undefined}
    >
      {entry ? t(markKey(entry.attendStatus)) : ""}
    </td>
  );
}

const RateCell = ({ student, limit }: { student: Student; limit: number }) => (
  <td className={isLow(student, limit) ? "heat-rate low" : "heat-rate"}>{formatPercent(student.attendanceRate)}</td>
);
