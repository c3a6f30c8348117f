import type { AttendanceSheet, LessonRow } from "@jipei/contract/training/lesson.ts";
import { getMinutes } from "@jipei/contract/training/lesson-hours.ts";
import { getClock } from "../timetable/week.ts";

/** A lesson of a class of either side. */
export type Lesson = Pick<
  LessonRow,
  "lessonDate" | "startTime" | "endTime" | "hours" | "isHeld" | "content" | "version"
> & { id: string };
export type Sheet = Omit<AttendanceSheet, "lessons"> & { lessons: readonly Lesson[] };
export type Student = AttendanceSheet["students"][number];
export type Entry = AttendanceSheet["entries"][number];

/** Attendance of one student as it is being entered. */
export interface Mark {
  attendStatus: Entry["attendStatus"];
  /** Minutes late (status 2) or early (status 3). */
  minutes?: number;
  makeupReason?: string;
}

export const statuses = ["1", "2", "3", "4", "5", "6"] as const;
export const late = "2";
export const early = "3";
export const makeup = "6";
/** What a mark of late or early begins with; changed where it was more. */
export const usualMinutes = 10;

/** The mark that a saved entry was made from. */
export function getMark(
  entry: Pick<Entry, "attendStatus" | "signInTime" | "signOutTime" | "makeupReason">,
  lesson: Pick<Lesson, "startTime" | "endTime">,
): Mark {
  const { attendStatus, signInTime, signOutTime, makeupReason } = entry;
  if (attendStatus === late && signInTime)
    return { attendStatus, minutes: Math.max(0, getMinutes(signInTime.slice(11)) - getMinutes(lesson.startTime)) };
  if (attendStatus === early && signOutTime)
    return { attendStatus, minutes: Math.max(0, getMinutes(lesson.endTime) - getMinutes(signOutTime.slice(11))) };
  return { attendStatus, ...(makeupReason && { makeupReason }) };
}

export const isSameMark = (a: Mark | null, b: Mark | null): boolean =>
  a?.attendStatus === b?.attendStatus && a?.minutes === b?.minutes && a?.makeupReason === b?.makeupReason;

/** What is sent for a mark: minutes become the clock times the rules count with. */
export function getEntry(studentId: string, mark: Mark, lesson: Pick<Lesson, "lessonDate" | "startTime" | "endTime">) {
  const at = (minute: number) => `${lesson.lessonDate} ${getClock(minute)}:00`;
  const minutes = mark.minutes ?? usualMinutes;
  return {
    studentId,
    attendStatus: mark.attendStatus,
    attendMethod: "4" as const,
    signInTime: mark.attendStatus === late ? at(getMinutes(lesson.startTime) + minutes) : null,
    signOutTime: mark.attendStatus === early ? at(getMinutes(lesson.endTime) - minutes) : null,
    makeupReason: mark.attendStatus === makeup ? (mark.makeupReason ?? "") : null,
  };
}

/** Share of the lesson that counted: the colour of a cell in the sheet. */
export function getHeat(
  entry: Pick<Entry, "countedHours"> | undefined,
  lesson: Pick<Lesson, "isHeld" | "hours">,
): "none" | "full" | "half" | "zero" {
  if (lesson.isHeld !== "1") return "none";
  const counted = Number(entry?.countedHours ?? 0);
  if (counted === 0) return "zero";
  return counted < Number(lesson.hours) ? "half" : "full";
}

/** The letter of a status on buttons and in sheets. */
export const markKey = (status: Entry["attendStatus"]) => `attendance.mark${status}` as const;

export const isLow = ({ attendanceRate }: Pick<Student, "attendanceRate">, limit: number): boolean =>
  attendanceRate ? Number(attendanceRate) < limit : false;

/** Lesson to begin with: today's that has begun, else the first held or due one without attendance, else the last. */
export function openingLesson<L extends Pick<Lesson, "lessonDate" | "startTime" | "isHeld">>(
  lessons: readonly L[],
  now: string,
): L | undefined {
  const begun = lessons.filter((lesson) => `${lesson.lessonDate} ${lesson.startTime}` <= now);
  return (
    begun.findLast((lesson) => lesson.lessonDate === now.slice(0, 10)) ??
    begun.find((lesson) => lesson.isHeld !== "1") ??
    begun.at(-1) ??
    lessons[0]
  );
}
