import { SignUp } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import type { Tx } from "../../../core/database/db.ts";
import type { StoredRow } from "../../../core/database/tables.ts";
import { columns } from "../../../core/entity/columns.ts";
import type { Guard, MoveInput, Settings } from "../../../core/entity/transition.ts";
import { now } from "../../../core/foundation/clock.ts";
import { Refusal } from "../../../core/foundation/refusal.ts";
import { getClassFacts } from "../../roster/class-facts.ts";
import { assertEligible, assertNew, nextRepetition } from "../sign-up.guards.ts";
import type { InsuredStaff } from "./insured-staff.ts";

/** What the register said of the people of a sign-up before it is sent. */
export interface StaffInput extends MoveInput {
  insured?: InsuredStaff | null;
}

/** Each of the staff (6.3-2): insured by this enterprise, and what everybody must meet who signs up (6.1-1). Seats are counted for all together. */
export const mayJoinAsStaff: Guard<typeof SignUp, StaffInput> = async (tx, _actor, row, { insured }, app) => {
  const isInsured = insured?.get(row.idNumberHash);
  // The draft was changed after the register was asked.
  if (isInsured === undefined) throw new Refusal("VERSION_CONFLICT");
  if (isInsured === "0") throw new Refusal("STAFF_NOT_INSURED", { name: row.name });
  const origin = await findOrigin(tx, row);
  if (origin) await nextRepetition(tx, origin.id);
  await assertNew(tx, row, origin?.id);
  await assertEligible(tx, app, await getClassFacts(tx, row.classId), row);
};

/** With the sign-up that it repeats, where there is one. */
export const sentAsStaff: Settings<typeof SignUp, StaffInput> = async (tx, _actor, row, { insured }) => {
  const origin = await findOrigin(tx, row);
  const sent = { commitTime: now(), backReason: null, isInsured: insured?.get(row.idNumberHash) ?? "2" } as const;
  if (!origin) return columns(SignUp, sent);
  return columns(SignUp, {
    ...sent,
    isReSign: "1",
    originSignId: origin.id,
    reSignKind: origin.kind,
    reSignReason: origin.reason,
    reSignCount: await nextRepetition(tx, origin.id),
  });
};

/**
 * The person's earlier sign-up by the same enterprise for the same class that this one repeats: what the institution returned, or what belonged to
 * the sign-up that is made again.
 */
async function findOrigin(
  tx: Tx,
  { id, entSignId, entId, classId, idNumberHash, isReSign }: StoredRow<typeof SignUp>,
): Promise<{ id: string; kind: "1" | "2"; reason: string } | undefined> {
  if (isReSign === "1") return undefined;
  const found = await sql<{ id: string; kind: "1" | "2"; reason: string }>`
    select p.id, case p.confirm_status when 'back' then '1' else '2' end as kind, coalesce(h.re_sign_reason, '退回后重新报名') as reason
    from sign_up p, enterprise_sign h
    where h.id = ${entSignId} and p.class_id = ${classId} and p.id_number_hash = ${idNumberHash} and p.ent_id = ${entId} and p.id <> ${id} and p.is_deleted = 0
      and (p.confirm_status = 'back' or (p.confirm_status = 'Invalidate' and p.ent_sign_id = h.origin_sign_id)) order by p.id desc limit 1`.execute(
    tx,
  );
  return found.rows[0];
}
