import { attendStatus, lessonType } from "@jipei/contract/core/fields/codes.ts";
import { formatDate, getWeekday } from "../../core/format/dates.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useTexts } from "../texts.ts";
import type { Lesson } from "./timetable-calls.ts";
import { getTime } from "./week.ts";
import "./week-grid.css";

interface Props {
  lessons: readonly Lesson[];
  /** Attendance of the current user, by lesson. */
  own?: ReadonlyMap<string, string>;
  onOpen?: (lesson: Lesson) => void;
}

/** Lessons by day: the week on a phone, and for students. */
export function DayList({ lessons, own, onOpen }: Props) {
  const t = useTexts();
  const days = [...new Set(lessons.map((lesson) => lesson.lessonDate))];
  return (
    <div className="day-list">
      {days.map((day) => (
        <section key={day}>
          <h3>
            {formatDate(day)} {getWeekday(day)}
          </h3>
          <ul>
            {lessons
              .filter((lesson) => lesson.lessonDate === day)
              .map((lesson) => (
                <li key={lesson.id} className={lesson.isHeld === "1" ? "day-lesson held" : "day-lesson"}>
                  <span>
                    <span className="day-lesson-time">{getTime(lesson)}</span>{" "}
                    <StatusTag codes={lessonType} value={lesson.lessonType} />{" "}
                    {own?.has(lesson.id) ? (
                      <StatusTag codes={attendStatus} value={own.get(lesson.id)} />
                    ) : (
                      lesson.isHeld === "1" && t("week.held")
                    )}
                  </span>
                  {onOpen ? (
                    <button type="button" className="link-button" onClick={() => onOpen(lesson)}>
                      {lesson.content}
                    </button>
                  ) : (
                    <span>{lesson.content}</span>
                  )}
                  <span className="unit">
                    {[lesson.teacherName, lesson.assistTeacherName, lesson.classroomName ?? lesson.onlineUrl]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
