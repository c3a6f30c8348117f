import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** Whether a user took or corrected the attendance of a lesson of a class. */
export async function hasTakenAttendance(db: Db, classId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from lesson l join audit_record a on a.biz_type = 'Lesson' and a.biz_id = l.id::text and a.action in ('attendance', 'attendanceChanged')
    where l.class_id = ${classId} and a.operator_id = ${userId} limit 1`.execute(db);
  return rows.length > 0;
}
