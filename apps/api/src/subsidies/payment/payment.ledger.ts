import { randomUUID } from "node:crypto";
import { type PaymentCommand, PaymentEntry } from "@jipei/contract/subsidies/payment-entry.ts";
import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { readChildRows } from "../../core/entity/child-rows.ts";
import { insertRow } from "../../core/database/write-rows.ts";
import type { Effect } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { attachFiles, withFiles } from "../../core/storage/files.ts";
import { claimScope } from "../claim/claim.scope.ts";
import type { PaymentInput } from "./payment.input.ts";

// Read by whoever may see the claim.
export const paymentEntryRows = { entity: PaymentEntry, scope: claimScope, resource: "subsidy_apply" as const };

type Claim = StoredRow<typeof SubsidyApplication>;
type Entry = Pick<StoredRow<typeof PaymentEntry>, "amount" | "payDate" | "reason" | "forFalseness" | "documentList">;

/** The commands of a claim's payment, in the order they were given. */
export async function getPayments(db: Db, actor: Actor, app: Services, applyId: string) {
  const entries = await readChildRows(db, actor, app, PaymentEntry, {
    scope: claimScope,
    where: sql`t.apply_id = ${applyId}`,
    order: sql`t.id`,
    view: "detail",
  });
  await withFiles(db, PaymentEntry, entries);
  return entries;
}

/** Writes a command into the ledger, along with the move that it makes. @param describe what the call says of it, besides the account */
export const recordCommand =
  (
    command: PaymentCommand,
    describe: (claim: Claim, input: PaymentInput, before: Claim) => Partial<Entry> & Pick<Entry, "amount">,
  ): Effect<typeof SubsidyApplication, PaymentInput> =>
  async (tx, actor, claim, input, _app, before) => {
    // As it is stored: the number stays encrypted.
    const account = await tx
      .selectFrom("subsidyApplication")
      .select(["bankName", "bankAccount", "bankAccountHash", "bankAccountName"])
      .where("id", "=", claim.id)
      .executeTakeFirstOrThrow();
    const said = describe(claim, input, before);
    const entry = await insertRow(tx, actor, PaymentEntry, {
      applyId: claim.id,
      orgId: claim.orgId,
      command,
      paymentKey: input.paymentKey ?? randomUUID(),
      payBatchNo: claim.payBatchNo,
      ...account,
      payDate: today(),
      ...said,
    });
    if (said.documentList) await attachFiles(tx, actor, PaymentEntry, entry.id, { documentList: said.documentList });
  };

/** What is to be paid for a claim, in yuan: what was approved less what was paid in advance, never below nothing (rules §6.1, §19-5). */
export const getDue = ({ approvedAmount, advanceAmount }: Pick<Claim, "approvedAmount" | "advanceAmount">): Decimal =>
  Decimal.max(new Decimal(approvedAmount ?? 0).minus(advanceAmount), 0);
/** SQL of the same (alias `t`). */
export const dueAmount = "greatest(coalesce(t.approved_amount, 0) - t.advance_amount, 0)::numeric(12,2)";

/** What was paid and not recovered yet, in yuan. */
export const getRest = ({ payAmount, recoveredAmount }: Pick<Claim, "payAmount" | "recoveredAmount">): Decimal =>
  new Decimal(payAmount ?? 0).minus(recoveredAmount);

/** The account that the last payment of a claim could not be made to; undefined where none was sent, or the last one did not fail. */
export async function findFailed(tx: Tx, applyId: string) {
  const last = await tx
    .selectFrom("paymentEntry")
    .select(["command", "bankName", "bankAccountHash", "bankAccountName"])
    .where("applyId", "=", applyId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.command === "fail" ? last : undefined;
}

/** Whether an earlier recovery of the claim found the training false. */
export async function wasFalse(tx: Tx, applyId: string): Promise<boolean> {
  const earlier = await tx
    .selectFrom("paymentEntry")
    .select("id")
    .where("applyId", "=", applyId)
    .where("forFalseness", "=", "1")
    .limit(1)
    .execute();
  return earlier.length > 0;
}

/**
 * Whether a command was given before with this key. The claims must be locked: then two calls with one key come one after the other.
 * @param input what the call says; what it leaves out is not compared
 * @throws DUPLICATE where the key stands for another command
 */
export async function isRepeated(
  tx: Tx,
  ids: readonly string[],
  command: PaymentCommand,
  { paymentKey, ...said }: PaymentInput,
): Promise<boolean> {
  if (!paymentKey) return false;
  const known = await tx
    .selectFrom("paymentEntry")
    .select(["applyId", "command", "amount", "payDate", "reason", "forFalseness", "documentList"])
    .where("paymentKey", "=", paymentKey)
    .execute();
  if (known.length === 0) return false;
  const entries = ids.map((id) => known.find(({ applyId }) => applyId === id));
  if (!entries.every((entry) => entry?.command === command && agrees(entry, said)))
    throw new Refusal("DUPLICATE", { field: PaymentEntry.fields.paymentKey });
  return true;
}

function agrees(
  entry: Entry,
  { payAmount, recoveredAmount, payDate, reason, forFalseness, recoveryList }: PaymentInput,
) {
  const amount = payAmount ?? recoveredAmount;
  return (
    (!amount || new Decimal(amount).eq(entry.amount)) &&
    (!payDate || payDate === entry.payDate) &&
    (!reason || reason.trim() === entry.reason) &&
    (!forFalseness || forFalseness === entry.forFalseness) &&
    (!recoveryList || recoveryList.toSorted().join() === (entry.documentList ?? []).toSorted().join())
  );
}
