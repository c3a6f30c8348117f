import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** The units behind a class: the one whose class it is, and the institution that an enterprise has its staff trained by. */
export async function getUnitsOfClass(db: Db, classId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.org_name as name from training_class c join institution o on o.id in (c.org_id, c.trainer_id) where c.id = ${classId}`.execute(
    db,
  );
  return rows;
}

/** Whether a person heads a class, teaches in it, or assists, wherever they are employed now. @param idNumberHash keyed hash of the ID number */
export async function hasTaught(db: Db, classId: string, idNumberHash: string): Promise<boolean> {
  const { rows } = await sql`
    select from instructor p where p.id_number_hash = ${idNumberHash} and (
      exists (select from training_class c where c.id = ${classId} and c.head_teacher_id = p.id)
      or exists (select from lesson l where l.class_id = ${classId} and l.is_deleted = 0 and p.id in (l.teacher_id, l.assist_teacher_id))) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
