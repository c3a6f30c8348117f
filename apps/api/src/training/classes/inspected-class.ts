import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { updateRow } from "../../core/database/write-rows.ts";

/** What an inspection needs to know of a class. */
export type InspectedClass = Pick<
  StoredRow<typeof TrainingClass>,
  "id" | "classNo" | "className" | "orgId" | "startDate"
> & {
  /** The enterprise that the class is about: the one that trains its own staff in it, or the partner of a class trained to order. */
  surveyedEntId: string | null;
};

/** Finds a class that has its number, by its id or by the number. */
export async function findNumberedClass(
  db: Db,
  by: { classId: string } | { classNo: string },
): Promise<(InspectedClass & { classNo: string }) | undefined> {
  const named = "classId" in by ? sql`c.id = ${by.classId}` : sql`c.class_no = ${by.classNo}`;
  const found = await sql<InspectedClass & { classNo: string }>`
    select c.id, c.class_no, c.class_name, c.org_id, c.start_date, case c.side when '2' then o.dept_id else c.partner_ent_id end as surveyed_ent_id
    from training_class c join institution o on o.id = c.org_id
    where ${named} and c.class_no is not null and c.is_deleted = 0 and not class_is_void(c.status)`.execute(db);
  return found.rows[0];
}

type Outcome = Pick<StoredRow<typeof TrainingClass>, "inspectCount" | "inspectResult" | "isRectified">;

/** Shows in a class what its inspections came to, and keeps a change of it in the history. The row changes even where its values stay, so that whoever relies on it looks again. */
export async function showInspection(tx: Tx, actor: Actor, classId: string, outcome: Outcome): Promise<void> {
  const { rows } = await sql<Outcome>`
    select inspect_count, inspect_result, is_rectified from training_class where id = ${classId} for no key update`.execute(
    tx,
  );
  await updateRow(tx, actor, TrainingClass, classId, outcome);
  const [before] = rows;
  if (before?.inspectCount === outcome.inspectCount && before.inspectResult === outcome.inspectResult) return;
  await writeAudit(tx, actor, [
    { bizType: TrainingClass.name, bizId: classId, action: "inspect", before, after: outcome },
  ]);
}
