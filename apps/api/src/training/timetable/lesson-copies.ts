import type { Lesson } from "@jipei/contract/training/lesson.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { addDays, isWorkday } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { workdayExceptions } from "../../settings/settings.queries.ts";
import { createLesson } from "./lesson.save.ts";

interface CopyWeek {
  classId: string;
  monday: string;
  weeks: number;
  skipHolidays?: number | null;
}

/**
 * Copies the lessons of a week to the weeks after it. With `skipHolidays` free days get none: public holidays, and weekend days on which
 * work is not made up - unless the copied lesson itself stands on a weekend. All or nothing.
 */
export async function copyWeek(
  tx: Tx,
  actor: Actor,
  { classId, monday, weeks, skipHolidays }: CopyWeek,
): Promise<{ copied: number; skipped: number }> {
  const source = await readLessons(tx, classId, monday, addDays(monday, 6));
  const exceptions = await workdayExceptions(tx);
  const free = (day: string, origin: string) =>
    exceptions.get(day) === false || (isWorkday(origin, exceptions) && !isWorkday(day, exceptions));
  let copied = 0;
  let skipped = 0;
  for (let week = 1; week <= weeks; week++)
    for (const lesson of source) {
      const day = addDays(lesson.lessonDate, week * 7);
      if (skipHolidays === 1 && free(day, lesson.lessonDate)) {
        skipped++;
        continue;
      }
      await createLesson(tx, actor, { ...lesson, lessonDate: day });
      copied++;
    }
  return { copied, skipped };
}

/** Copies the lessons of a day to another one, all or none. @throws what `createLesson` refuses */
export async function copyDay(
  tx: Tx,
  actor: Actor,
  { classId, day, to }: { classId: string; day: string; to: string },
): Promise<{ copied: number }> {
  const source = await readLessons(tx, classId, day, day);
  for (const lesson of source) await createLesson(tx, actor, { ...lesson, lessonDate: to });
  return { copied: source.length };
}

async function readLessons(tx: Tx, classId: string, from: string, to: string): Promise<StoredRow<typeof Lesson>[]> {
  const { rows } = await sql<
    StoredRow<typeof Lesson>
  >`select * from lesson where class_id = ${classId} and is_deleted = 0
    and lesson_date between ${from}::date and ${to}::date order by lesson_date, start_time`.execute(tx);
  return rows;
}
