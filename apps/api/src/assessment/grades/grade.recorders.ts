import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { hasDone } from "../../core/entity/audit.ts";

/** Whether a user entered, checked or corrected scores of a class, whatever others did to them since. */
export async function hasEnteredScores(db: Db, classId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from grade where class_id = ${classId} and is_deleted = 0 and ${userId} = any(scorer_ids) limit 1`.execute(
    db,
  );
  if (rows.length > 0) return true;
  const ofClass = sql`select g.id::text from grade g where g.class_id = ${classId} and g.is_deleted = 0`;
  return hasDone(db, userId, "Grade", ["check", "correct"], ofClass);
}
