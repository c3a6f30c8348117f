import { PaymentObjection } from "@jipei/contract/subsidies/payment-objection.ts";
import { RecoveryItem } from "@jipei/contract/subsidies/recovery-item.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { type RawBuilder, sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import type { HomeRows, ReturnedRows } from "../core/foundation/home-rows.ts";
import type { SideCode } from "./claim/claim-side.ts";
import { institutionClaimScope } from "./claim/claim.scope.ts";

/** Days ahead that the end of a publicity is pointed out. */
const near = 5;

const claims = (actor: Actor, since: string, where: RawBuilder<unknown>) =>
  sql`select ${sql.raw(since)} as since from subsidy_application t where ${liveRows(SubsidyApplication, actor)} and ${where}`;

const firstReviews = (actor: Actor, side: SideCode) =>
  claims(actor, "t.commit_time", sql`t.status = 'firstTrial' and t.side = ${side}`);
/** Nobody decides twice on one claim. */
const secondReviews = (actor: Actor, side: SideCode) =>
  claims(actor, "t.first_time", sql`t.status = 'reTrial' and t.side = ${side} and t.first_user <> ${actor.userId}`);

const recoveries = (actor: Actor, state: string) =>
  sql`select t.update_time as since from recovery_item t where ${liveRows(RecoveryItem, actor)} and t.state = ${state}`;

/** What waits for the bureau, with the moment since when; each reads an index of the waiting rows only. */
export const claimsWaiting = {
  firstTrial: (actor) => firstReviews(actor, "1"),
  reTrial: (actor) => secondReviews(actor, "1"),
  enterpriseFirstTrial: (actor) => firstReviews(actor, "2"),
  enterpriseReTrial: (actor) => secondReviews(actor, "2"),
  // Only what can be paid is counted: from the day after the publicity. What is still in publicity is a warning, until when.
  compile: (actor) =>
    claims(
      actor,
      "(t.publicity_end + 1)::timestamptz",
      sql`t.status = 'compile' and t.pay_status = '1' and t.publicity_end < ${today()}`,
    ),
  paying: (actor) => claims(actor, "t.update_time", sql`t.status = 'compile' and t.pay_status = '2'`),
  objection: (actor) =>
    sql`select t.create_time as since from payment_objection t where ${liveRows(PaymentObjection, actor)} and t.state = 'open'`,
  recovery: (actor) => recoveries(actor, "open"),
  recoveryDismissal: (actor) => recoveries(actor, "proposed"),
  publicity: (actor) =>
    claims(
      actor,
      "t.publicity_end",
      sql`t.status = 'compile' and t.pay_status = '1' and t.publicity_end between ${today()} and ${addDays(today(), near)}`,
    ),
} satisfies Record<string, HomeRows>;

/** Claims that an institution has begun and not sent on. */
export const claimDrafts: HomeRows = (actor) =>
  sql`select t.create_time as since from subsidy_application t where ${institutionClaimScope(actor)} and ${liveRows(SubsidyApplication, actor)} and t.status = 'unSubmit'`;

/** Claims that the bureau sent back to an institution. */
export const returnedClaims = {
  entity: SubsidyApplication,
  title: "concat_ws(' ', t.apply_no, c.class_name)",
  from: (actor) =>
    sql`subsidy_application t join training c on c.id = t.class_id where ${institutionClaimScope(actor)} and t.status = 'back'`,
} satisfies ReturnedRows;
