import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { lockRows } from "../../core/database/rows.ts";
import type { Condition } from "../../core/database/sql.ts";
import { removeRows } from "../../core/database/write-rows.ts";
import { type Actor, hasRole, may } from "../../core/foundation/actor.ts";
import { ascending, descending } from "../../core/list/order.ts";
import { assertEditable } from "./claim.save.ts";
import { claimScope, institutionClaimScope } from "./claim.scope.ts";
import type { ClaimSide } from "./claim-side.ts";
import { showOnRoster } from "./claim.store.ts";

/** What the calls of both sides do alike. */

/** The state of the claims that wait for whoever asks. */
function getQueue(actor: Actor): CodeOf<typeof subsidyStatus> {
  if (hasRole(actor, "secondReviewer")) return "reTrial";
  if (hasRole(actor, "finance")) return "compile";
  return actor.audience === "bureau" ? "firstTrial" : "back";
}

/** Claims that wait for whoever asks first, and of these the oldest on top. */
export const claimOrder = (actor: Actor) => [
  descending(sql`(t.status = ${getQueue(actor)})`),
  descending(sql`(t.commit_time is null)`),
  ascending(sql`t.commit_time`, true),
  descending(sql`t.id`),
];

/** What was submitted of both sides; of institutions alone for whoever may not read claims of enterprises. */
export const submitted = {
  scope: (actor: Actor): Condition =>
    may(actor, "enterprise_subsidy_apply_view") ? claimScope(actor) : institutionClaimScope(actor),
  where: [sql`t.commit_time is not null`],
};
export const newestFirst = [descending(sql`t.commit_time`), descending(sql`t.id`)];

/** What is in publicity, to be sent, on its way or failed, the oldest on top; then what was paid last. */
const isUnpaid = sql`t.pay_status in ('1', '2', '4')`;
export const paymentOrder = [
  descending(sql`(${isUnpaid})`),
  ascending(sql`(case when ${isUnpaid} then t.commit_time end)`, true),
  descending(sql`t.pay_date`, true),
  descending(sql`t.id`),
];

/** Removes claims that were never submitted or came back, with their rows. @throws NOT_OWNER, STATE_ILLEGAL */
export async function removeClaims(tx: Tx, actor: Actor, side: ClaimSide, ids: readonly string[]): Promise<void> {
  const claims = await lockRows(tx, SubsidyApplication, side.scope, actor, ids);
  for (const claim of claims) await assertEditable(tx, actor, claim);
  const lines = await tx
    .selectFrom("subsidyLine")
    .select("id")
    .where("applyId", "in", [...ids])
    .where("isDeleted", "=", 0)
    .execute();
  await removeRows(
    tx,
    actor,
    SubsidyLine,
    lines.map((line) => line.id),
  );
  await removeRows(tx, actor, SubsidyApplication, [...ids]);
  for (const id of ids) await showOnRoster(tx, id);
}
