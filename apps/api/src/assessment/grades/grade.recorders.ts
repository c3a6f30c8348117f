import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** Whether a user entered, checked or corrected scores of a class. */
export async function hasEnteredScores(db: Db, classId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from grade g where g.class_id = ${classId} and g.is_deleted = 0 and (g.scorer_id = ${userId} or g.checker_id = ${userId}
      or exists (select from audit_record a where a.biz_type = 'Grade' and a.biz_id = g.id::text and a.action = 'correct' and a.operator_id = ${userId})) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
