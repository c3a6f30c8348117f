import type { LessonPattern } from "@jipei/contract/training/lesson-pattern.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";

export interface PatternTime {
  startTime: string | null;
  endTime: string | null;
}
export interface PatternPart {
  /** Theory or practice. */
  lessonType: "1" | "2";
  hours: string;
  content: string;
  teacherId: string | null;
  classroomId: string | null;
}
/** A pattern while it is typed. */
export interface Pattern {
  weekdays: string;
  skipHolidays: boolean;
  times: readonly PatternTime[];
  parts: readonly PatternPart[];
}

/** Share of practice that a class begins with; what its course demands is checked at submission. */
const practiceShare = 0.6;

/** What most classes do: five days a week, morning and afternoon, theory before practice, for the hours that are not planned yet. */
export function firstPattern(
  row: Pick<WholeClass, "totalHours" | "headTeacherId" | "classroomId">,
  planned: string,
): Pattern {
  const left = Math.max(0, Number(row.totalHours) - Number(planned));
  const practice = Math.ceil(left * practiceShare * 2) / 2;
  const by = { teacherId: row.headTeacherId, classroomId: row.classroomId ?? null };
  return {
    weekdays: "12345",
    skipHolidays: true,
    times: [
      { startTime: "08:30", endTime: "11:30" },
      { startTime: "14:00", endTime: "17:00" },
    ],
    // What is taught is stored in Chinese in either language.
    parts: [
      { lessonType: "1", hours: String(left - practice), content: "理论", ...by },
      { lessonType: "2", hours: String(practice), content: "实操", ...by },
    ],
  };
}

/** The input of the call; null while something is missing. A part without hours is left out. */
export function patternInput({ weekdays, skipHolidays, times, parts }: Pattern, classId: string): LessonPattern | null {
  const slots = times.flatMap(({ startTime, endTime }) =>
    startTime && endTime && startTime < endTime ? [{ startTime, endTime }] : [],
  );
  const wanted = parts.filter(({ hours }) => Number(hours) > 0);
  const taught = wanted.flatMap(({ teacherId, content, ...part }) =>
    teacherId && content.trim() !== "" ? [{ ...part, content: content.trim(), teacherId }] : [],
  );
  const complete =
    weekdays !== "" && slots.length > 0 && slots.length === times.length && taught.length === wanted.length;
  return complete && taught.length > 0
    ? { classId, weekdays, skipHolidays: skipHolidays ? 1 : 0, times: slots, parts: taught }
    : null;
}
