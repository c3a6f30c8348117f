import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { hasDone } from "../../core/entity/audit.ts";

/** Whether a user took or corrected the attendance of a lesson of a class. */
export const hasTakenAttendance = (db: Db, classId: string, userId: string): Promise<boolean> =>
  hasDone(
    db,
    userId,
    "Lesson",
    ["attendance", "attendanceChanged"],
    sql`select l.id::text from lesson l where l.class_id = ${classId}`,
  );
