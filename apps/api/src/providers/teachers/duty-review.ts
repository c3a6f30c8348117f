import { OrganisationTeacher } from "@jipei/contract/providers/organisation-teacher.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Condition } from "../../core/database/sql.ts";
import { updateRows } from "../../core/database/write-rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { columns } from "../../core/entity/columns.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { notify } from "../../notices/notices.queries.ts";
import { submittedNow } from "../organisations/filing.ts";

/** Tells the bureau of a teacher whom an institution filed. */
export const notifyWaiting = (tx: Tx, actor: Actor): Promise<void> =>
  notify(tx, {
    to: { role: "clerk" },
    title: { zh: "机构教师待审核", en: "An institution teacher is waiting for approval" },
    text: { zh: actor.name, en: actor.name },
    link: "/org/teacher?confirmStatus=unConfirm",
  });

/** Has approved duties (alias `t`) approved anew, after a change of what they were approved by (docs/decisions/0361). */
export async function reviewDuties(tx: Tx, actor: Actor, which: Condition): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select t.id from organisation_teacher t where t.confirm_status = 'Confirm' and t.is_deleted = 0 and ${which} order by t.id for update`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await updateRows(tx, actor, OrganisationTeacher, ids, columns(OrganisationTeacher, submittedNow()));
  await writeAudit(
    tx,
    actor,
    ids.map((bizId) => ({
      bizType: OrganisationTeacher.name,
      bizId,
      action: "edit",
      fromStatus: "Confirm",
      toStatus: "unConfirm",
    })),
  );
  await notifyWaiting(tx, actor);
}
