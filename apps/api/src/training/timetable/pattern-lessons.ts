import { getMinutes, lessonHours } from "@jipei/contract/training/lesson-hours.ts";
import type { LessonPattern } from "@jipei/contract/training/lesson-pattern.ts";
import { Decimal } from "decimal.js";
import { type WorkdayExceptions, addDays } from "../../core/foundation/clock.ts";

type Part = LessonPattern["parts"][number];
/** A lesson that a pattern makes. */
export interface PatternLesson extends Omit<Part, "hours"> {
  lessonDate: string;
  startTime: string;
  endTime: string;
}

/**
 * The lessons of a pattern, day by day from its first one: each part until its hours are planned, the last lesson of a part as long as is left.
 * With `skipHolidays` public holidays get none.
 * @param hourMinutes minutes of a lesson hour
 * @returns the lessons, and the hours for which the period has no day left
 */
export function patternLessons(
  { weekdays, from, times, parts, skipHolidays }: LessonPattern,
  period: { startDate: string; endDate: string },
  hourMinutes: number,
  exceptions: WorkdayExceptions,
): { lessons: PatternLesson[]; left: string } {
  const lessons: PatternLesson[] = [];
  const waiting = parts.map((part) => ({ ...part, left: new Decimal(part.hours), made: 0 }));
  const first = from && from > period.startDate ? from : period.startDate;
  for (let day = first; day <= period.endDate; day = addDays(day, 1)) {
    if (!weekdays.includes(weekdayOf(day)) || (skipHolidays === 1 && exceptions.get(day) === false)) continue;
    for (const { startTime, endTime } of times) {
      const part = waiting.find(({ left }) => left.gt(0));
      const room = new Decimal(lessonHours(startTime, endTime, hourMinutes));
      if (!part || room.isZero()) continue;
      const taken = Decimal.min(room, part.left);
      const { left: _left, made: _made, hours: _hours, content, ...rest } = part;
      lessons.push({
        ...rest,
        content: `${content}${++part.made}`,
        lessonDate: day,
        startTime,
        endTime: taken.eq(room) ? endTime : clockAfter(startTime, taken.times(hourMinutes)),
      });
      part.left = part.left.minus(taken);
    }
  }
  return { lessons, left: Decimal.sum(0, ...waiting.map(({ left }) => left)).toFixed(1) };
}

/** "1" is Monday. */
const weekdayOf = (day: string): string => String(((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1);

function clockAfter(clock: string, minutes: Decimal): string {
  const end = getMinutes(clock) + minutes.ceil().toNumber();
  return `${String(Math.floor(end / 60)).padStart(2, "0")}:${String(end % 60).padStart(2, "0")}`;
}
