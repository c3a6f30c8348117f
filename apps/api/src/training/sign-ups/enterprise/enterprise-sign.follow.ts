import { enterpriseSignMachine } from "@jipei/contract/training/enterprise-sign.machine.ts";
import type { EnterpriseSign } from "@jipei/contract/training/enterprise-sign.ts";
import { signUpMachine } from "@jipei/contract/training/sign-up.machine.ts";
import { SignUp } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import type { Tx } from "../../../core/database/db.ts";
import type { StoredRow } from "../../../core/database/tables.ts";
import { type Moved, afterMove, transition } from "../../../core/entity/transition.ts";
import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { enterpriseSignLifecycle } from "./enterprise-sign.lifecycle.ts";

type Status = StoredRow<typeof EnterpriseSign>["confirmStatus"];
type Decision = "accept" | "back" | "leave" | "lapse";

/** 6.3-4, 6.3-5: after a decision on persons, the sign-ups they belong to stand as their people do. */
async function follow({ tx, actor, rows, input, app }: Moved<typeof SignUp>, decision: Decision): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ entSignId }) => entSignId ?? []))].toSorted();
  for (const id of ids) {
    const status = await lockStatus(tx, id);
    const to = await findOutcome(tx, id);
    if (!to || to === status || !leadsFrom(enterpriseSignMachine, decision, status)) continue;
    await transition(tx, actor, enterpriseSignLifecycle, decision, [id], { to, reason: input.reason }, app);
  }
}

async function lockStatus(tx: Tx, id: string): Promise<Status> {
  const row = await tx
    .selectFrom("enterpriseSign")
    .select("confirmStatus")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.confirmStatus;
}

/** Accepted once nobody waits and somebody was accepted, returned where all that are left were returned, void without anybody; null while somebody waits. */
async function findOutcome(tx: Tx, id: string): Promise<Exclude<Status, "unSubmit" | "unConfirm"> | null> {
  const { rows } = await sql<{ confirmStatus: Status }>`
    select distinct confirm_status from sign_up where ent_sign_id = ${id} and is_deleted = 0`.execute(tx);
  const states = new Set(rows.map(({ confirmStatus }) => confirmStatus));
  if (states.has("unConfirm") || states.has("unSubmit")) return null;
  if (states.has("Confirm")) return "Confirm";
  return states.has("back") ? "back" : "Invalidate";
}

export const enterpriseSignReactions = [
  afterMove(signUpMachine, SignUp, "confirm", (moved) => follow(moved, "accept")),
  afterMove(signUpMachine, SignUp, "back", (moved) => follow(moved, "back")),
  afterMove(signUpMachine, SignUp, "invalidate", (moved) => follow(moved, "leave")),
  afterMove(signUpMachine, SignUp, "lapse", (moved) => follow(moved, "lapse")),
];
