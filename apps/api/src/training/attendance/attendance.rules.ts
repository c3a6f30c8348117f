import { getMinutes } from "@jipei/contract/training/lesson-hours.ts";
import { Decimal } from "decimal.js";

/** ATTEND_STATUS */
export const present = "1";
export const late = "2";
export const leftEarly = "3";
export const onLeave = "4";
export const absent = "5";
export const makeup = "6";

export interface Presence {
  attendStatus: string;
  /** yyyy-MM-dd HH:mm:ss */
  signInTime?: string | null;
  signOutTime?: string | null;
}
export interface LessonTime {
  startTime: string;
  endTime: string;
  hours: string;
}

/** Minutes missed at the beginning and at the end, added up by the exact clock minute. */
function minutesMissed(presence: Presence, lesson: LessonTime): number {
  const start = getMinutes(lesson.startTime);
  const end = getMinutes(lesson.endTime);
  const came = presence.signInTime ? getMinutes(presence.signInTime.slice(11)) : start;
  const left = presence.signOutTime ? getMinutes(presence.signOutTime.slice(11)) : end;
  return Math.max(0, came - start) + Math.max(0, end - left);
}

/**
 * Hours that count of a lesson.
 * @param fullMinutes minutes late or early that still count in full, parameter `attendance.lateFullMinutes`
 */
export function countedHours(presence: Presence, lesson: LessonTime, fullMinutes: number): Decimal {
  const hours = new Decimal(lesson.hours);
  switch (presence.attendStatus) {
    case present:
    case makeup:
      return hours;
    case late:
    case leftEarly: {
      const missed = minutesMissed(presence, lesson);
      if (missed <= fullMinutes) return hours;
      return missed * 2 <= getMinutes(lesson.endTime) - getMinutes(lesson.startTime) ? hours.div(2) : new Decimal(0);
    }
    default:
      return new Decimal(0);
  }
}

/** Share of the held hours in percent, half-up to two decimals; null while nothing is held. Threshold: at least `attendance.min`. */
export const attendanceRate = (counted: Decimal.Value, held: Decimal.Value): string | null =>
  new Decimal(held).isZero()
    ? null
    : new Decimal(counted).div(held).times(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2);

/** Late entries a student may have among the lessons of a class. */
export const makeupLimit = (lessons: number, maxRate: Decimal.Value): number =>
  new Decimal(lessons).times(maxRate).div(100).floor().toNumber();
