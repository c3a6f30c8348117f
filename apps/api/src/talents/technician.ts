import { Technician } from "@jipei/contract/talents/technician.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import type { Scope } from "../core/database/rows.ts";
import { everything, nothing } from "../core/database/sql.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { columns } from "../core/entity/columns.ts";
import type { CrudOptions } from "../core/entity/crud.ts";
import { refuseDuplicate, refuseUsed } from "../core/entity/references.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import { parsePerson } from "../core/foundation/person.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";

/** Skilled workers: the bureau sees all, an enterprise its own staff, a person themselves. */
export const technicianScope: Scope = (actor) => {
  switch (actor.audience) {
    case "bureau":
      return everything;
    case "enterprise":
      return actor.entId ? sql`t.ent_id = ${actor.entId}` : nothing;
    case "person":
      return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
    default:
      return nothing;
  }
};

/** The enterprise is that of the session, or the one that the bureau names. @throws NOT_OWNER, FIELD_INVALID */
async function findEnterprise(
  tx: Tx,
  actor: Actor,
  wanted: string | null | undefined,
  old: StoredRow<typeof Technician> | null,
): Promise<string | null> {
  if (actor.audience === "enterprise") {
    if (!actor.entId) throw new Refusal("NOT_OWNER");
    return actor.entId;
  }
  if (!wanted || wanted === old?.entId) return wanted ?? null;
  const { rows } = await sql`select from unit where id = ${wanted} and dept_category = '3' and is_deleted = 0`.execute(
    tx,
  );
  if (rows.length === 0) throw invalidValue(Technician, "entId", "不是企业", "is no enterprise");
  return wanted;
}

const recordOfPerson = { zh: "该人员此职业和等级的登记", en: "A record of this person, occupation and level" };

export const technicianOptions = {
  entity: Technician,
  resource: "technician",
  scope: technicianScope,
  audited: true,
  async beforeSave(tx, actor, merged, old, app) {
    const { idNumber, ...person } = parsePerson(merged);
    if (merged.issueDate > today())
      throw invalidValue(Technician, "issueDate", "不能晚于今天", "cannot be in the future");
    const { id, occupationName, level } = merged;
    const once = { idNumberHash: app.cipher.hash(idNumber), occupationName, level };
    await refuseDuplicate(tx, Technician, id, once, "DUPLICATE", { field: recordOfPerson });
    return columns(Technician, { ...person, idNumber, entId: await findEnterprise(tx, actor, merged.entId, old) });
  },
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, Technician, rows),
} satisfies CrudOptions<typeof Technician>;
