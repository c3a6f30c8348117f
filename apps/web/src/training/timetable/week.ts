import { getMinutes } from "@jipei/contract/training/lesson-hours.ts";
import type { LessonRow } from "@jipei/contract/training/lesson.ts";
import { addDays } from "../../core/format/dates.ts";
import { sumDecimals } from "../../core/format/numbers.ts";

/** The geometry of a week of lessons: days across, half hours down. */
export const firstMinute = 6 * 60;
export const lastMinute = 22 * 60;
export const step = 30;
export const shortest = 30;

export interface Place {
  lessonDate: string;
  startTime: string;
  endTime: string;
}

/** "08:30" */
export const getClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** The Monday of the week of a day. */
export function getMonday(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}
export const weekDays = (monday: string): string[] => Array.from({ length: 7 }, (_, i) => addDays(monday, i));

/** A place moved by days and minutes, kept inside the hours of a day. */
export function moved(place: Place, days: number, minutes: number): Place {
  const start = getMinutes(place.startTime);
  const length = getMinutes(place.endTime) - start;
  const next = Math.min(Math.max(start + minutes, firstMinute), lastMinute - length);
  return { lessonDate: addDays(place.lessonDate, days), startTime: getClock(next), endTime: getClock(next + length) };
}

/** A place with its end moved, never shorter than half an hour. */
export function resized(place: Place, minutes: number): Place {
  const least = getMinutes(place.startTime) + shortest;
  return { ...place, endTime: getClock(Math.min(Math.max(getMinutes(place.endTime) + minutes, least), lastMinute)) };
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.lessonDate === b.lessonDate &&
  a.startTime.slice(0, 5) === b.startTime.slice(0, 5) &&
  a.endTime.slice(0, 5) === b.endTime.slice(0, 5);
export const getTime = ({ startTime, endTime }: Pick<Place, "startTime" | "endTime">): string =>
  `${startTime.slice(0, 5)}–${endTime.slice(0, 5)}`;

/** Week shown first: this week while the class runs, else the first one with lessons, else that of the start. */
export function openingWeek(
  today: string,
  startDate: string,
  endDate: string,
  lessons: readonly Pick<LessonRow, "lessonDate">[],
): string {
  if (startDate <= today && today <= endDate) return getMonday(today);
  return getMonday(lessons[0]?.lessonDate ?? startDate);
}

/** Hours planned, and the share of practice among all but the online lessons in whole percent. */
export function findHours(lessons: readonly Pick<LessonRow, "lessonType" | "hours">[]): {
  planned: string;
  practiceShare: number | null;
} {
  const sum = (types: readonly string[]) =>
    sumDecimals(lessons.filter((lesson) => types.includes(lesson.lessonType)).map((lesson) => lesson.hours));
  const taught = Number(sum(["1", "2"]));
  return {
    planned: sum(["1", "2", "3"]),
    practiceShare: taught > 0 ? Math.floor((Number(sum(["2"])) * 100) / taught) : null,
  };
}
