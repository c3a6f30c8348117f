import { kindsWithoutPractice } from "@jipei/contract/catalogue/training.ts";
import { Decimal } from "decimal.js";
import { findCourse } from "../../catalogue/catalogue.queries.ts";
import type { Tx } from "../../core/database/db.ts";
import { type Refusal, because } from "../../core/foundation/refusal.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { getLessons } from "../classes/training-class.guards.ts";

/** A class of either side, as far as its hours are concerned. */
export interface HoursOfClass {
  id: string;
  courseId: string;
  trainKind: string;
  totalHours: string;
}

/** Hours of a timetable, and what they fall short of. */
export interface PlannedHours {
  planned: Decimal;
  /** Share of practice among all but the online lessons, and the share that the course asks for. */
  share: Decimal;
  ratio: Decimal;
  /** Hours that are missing, and hours of practice; 0 where there are enough. */
  missing: Decimal;
  missingPractice: Decimal;
}

/** Measures the timetable of a class against its hours and the practice that its course asks for. */
export async function measureHours(tx: Tx, row: HoursOfClass): Promise<PlannedHours> {
  const lessons = await getLessons(tx, row.id);
  const sum = (...types: string[]) =>
    Decimal.sum(0, ...lessons.filter((lesson) => types.includes(lesson.lessonType)).map((lesson) => lesson.hours));
  const course = await findCourse(tx, row.courseId);
  const ratio = kindsWithoutPractice.has(row.trainKind)
    ? new Decimal(0)
    : new Decimal(course?.practiceRatio ?? (await parameter(tx, "course.practice.minRatio")));
  const planned = sum("1", "2", "3");
  const practice = sum("2");
  const inRooms = sum("1", "2");
  return {
    planned,
    share: inRooms.isZero() ? inRooms : practice.div(inRooms),
    ratio,
    missing: Decimal.max(0, new Decimal(row.totalHours).minus(planned)),
    missingPractice: Decimal.max(0, inRooms.times(ratio).minus(practice)),
  };
}

/** CLASS_HOURS_SHORT with the figures of a class. */
export const hoursShort = ({ totalHours }: HoursOfClass, { planned, ratio }: PlannedHours): Refusal =>
  because("CLASS_HOURS_SHORT", "withPractice", { a: totalHours, b: planned.toFixed(1), r: ratio.toString() });

/**
 * Changes the timetable of a class that was submitted with all its hours: it may not lack more of them afterwards than before. Several lessons
 * are so changed one by one, as long as what is gained comes before what is given up.
 * @throws CLASS_HOURS_SHORT
 */
export async function keepHours<T>(tx: Tx, row: HoursOfClass, change: () => Promise<T>): Promise<T> {
  const before = await measureHours(tx, row);
  const changed = await change();
  const after = await measureHours(tx, row);
  if (after.missing.gt(before.missing) || after.missingPractice.gt(before.missingPractice))
    throw hoursShort(row, after);
  return changed;
}
