import { fileIds } from "../../core/storage/files.ts";
import { financeResult } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { hasRole } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Route, writesPrepared } from "../../core/http/implement.ts";
import { isDate } from "@jipei/contract/core/fields/check-field.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { maxIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { transition } from "../../core/entity/transition.ts";
import { nextNumber } from "../../settings/settings.queries.ts";
import { lookAgainAtPayment } from "../automatic-check/second-look.ts";
import { living } from "../claim/class-facts.ts";
import { getDue, getRest, isRepeated } from "./payment.ledger.ts";
import type { PaymentInput } from "./payment.input.ts";
import { paymentLifecycle } from "./payment.lifecycle.ts";

/**
 * One call drives the payment. A `result` is what the bank's statement says of one claim, and is recorded or refused, whatever the state. Without
 * one, finance sends claims that are out of publicity or whose payment failed; everybody else gets the state as it is.
 */
export const paymentRoutes: Route[] = [
  writesPrepared(financeResult, lookAgainAtPayment, async (tx, actor, input, app) => {
    const claims = await lockClaims(tx, input.businessNo);
    if (input.result) await recordResult(tx, actor, claims, input.result, input, app);
    else if (hasRole(actor, "finance")) await send(tx, actor, claims, input.paymentKey, app);
    return answer(tx, actor, claims[0].id, app);
  }),
];

/** Sends claims in one batch of a new number; a failed one again. Claims in any other state stay as they are. */
async function send(tx: Tx, actor: Actor, claims: Claims, paymentKey: string | null | undefined, app: Services) {
  const ids = claims.map((claim) => claim.id);
  if (await isRepeated(tx, ids, "send", { paymentKey })) return;
  const state = claims[0].payStatus;
  if (state !== "1" && state !== "4") return;
  const input: PaymentInput = { paymentKey, payBatchNo: await nextNumber(tx, "PAY_BATCH") };
  const sent = state === "1" ? await withCompanions(tx, ids) : ids;
  const moved = await transition(tx, actor, paymentLifecycle, state === "1" ? "send" : "resend", sent, input, app);
  // All of it was paid in advance: no bank will ever say that it was paid.
  const settled = moved.filter((claim) => getDue(claim).isZero()).map(({ id }) => id);
  if (settled.length > 0)
    await transition(tx, actor, paymentLifecycle, "confirm", settled, { payAmount: "0.00", payDate: today() }, app);
}

/** The ledger's command for a result. */
const commands = { paid: "confirm", failed: "fail", recovered: "recover" } as const;

/** What a statement or a decision says of one claim. */
type Result = Pick<
  InputOf<typeof financeResult>,
  "paymentKey" | "payAmount" | "payDate" | "failReason" | "reason" | "recoveryList" | "recoveredAmount" | "forFalseness"
>;

/** Entries that a recovery settles. */
interface Settled {
  /** The claim has rows that stand though all of its payment is recovered. */
  keepsRows: boolean;
}

/**
 * Records what a statement or a decision says.
 * @throws STATE_ILLEGAL where it does not fit the state
 */
export async function recordResult(
  tx: Tx,
  actor: Actor,
  claims: Claims,
  result: keyof typeof commands,
  input: Result,
  app: Services,
  settled?: Settled,
): Promise<void> {
  const [claim, ...others] = claims;
  // A statement is about one payment: its amount, its day, its reason.
  if (others.length > 0)
    throw invalidField("businessNo", "业务编号", "Claim number", "结果须逐笔登记", "results are recorded one by one");
  const { paymentKey } = input;
  const said: Readonly<Record<typeof result, PaymentInput>> = {
    paid: { paymentKey, payAmount: input.payAmount, payDate: paidOn(input.payDate) },
    failed: { paymentKey, reason: input.failReason },
    recovered: {
      paymentKey,
      reason: input.reason,
      recoveryList: fileIds(input.recoveryList),
      recoveredAmount: input.recoveredAmount,
      forFalseness: input.forFalseness,
      ofEntries: settled !== undefined,
      to: settled?.keepsRows || isPart(claim, input.recoveredAmount) ? "3" : "5",
    },
  };
  const command = commands[result];
  if (await isRepeated(tx, [claim.id], command, said[result])) return;
  await transition(tx, actor, paymentLifecycle, command, [claim.id], said[result], app);
}

/** Whether a recovery leaves something. */
const isPart = (claim: Payable, recovered: string | null | undefined) => recovered && getRest(claim).gt(recovered);

interface Payable {
  id: string;
  applyNo: string;
  payStatus: string;
  payAmount: string | null;
  recoveredAmount: string;
  classId: string;
  isAdvance: "0" | "1";
}
type Claims = readonly [Payable, ...Payable[]];

/** Locks the claims of some numbers; they come in the order of the numbers. @throws NOT_FOUND unless all of them are there */
async function lockClaims(tx: Tx, businessNo: string): Promise<Claims> {
  const numbers = [
    ...new Set(
      businessNo
        .split(",")
        .map((number) => number.trim())
        .filter(Boolean),
    ),
  ];
  if (numbers.length > maxIds)
    throw invalidField("businessNo", "业务编号", "Claim number", `最多${maxIds}个`, `at most ${maxIds}`);
  const { rows } =
    await sql<Payable>`select id, apply_no, pay_status, pay_amount, recovered_amount, class_id, is_advance from subsidy_application
      where apply_no = any(${numbers}) and is_deleted = 0 order by id for update`.execute(tx);
  const [first, ...others] = rows.toSorted((a, b) => numbers.indexOf(a.applyNo) - numbers.indexOf(b.applyNo));
  if (!first || rows.length < numbers.length) throw new Refusal("NOT_FOUND");
  return [first, ...others];
}

/** The same for one claim by its id. @throws NOT_FOUND */
export async function lockClaimOf(tx: Tx, id: string): Promise<Claims> {
  const { rows } = await sql<{
    applyNo: string | null;
  }>`select apply_no from subsidy_application where id = ${id}`.execute(tx);
  return lockClaims(tx, rows[0]?.applyNo ?? "");
}

/** A person's living allowance is paid in the same batch as their training: the one takes the other along, and waits for its publicity. */
async function withCompanions(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.id from subsidy_application asked
      join subsidy_application c on c.class_id = asked.class_id and c.is_deleted = 0 and c.status = 'compile' and c.pay_status = '1' and (c.subsidy_kind = ${living}) <> (asked.subsidy_kind = ${living})
    where asked.id = any(${ids}::bigint[]) and exists (
      select from subsidy_line theirs join subsidy_line ours on ours.student_id = theirs.student_id and ours.is_deleted = 0 and ours.detail_status = '1'
      where theirs.apply_id = c.id and ours.apply_id = asked.id and theirs.is_deleted = 0 and theirs.detail_status = '1')`.execute(
    tx,
  );
  return [...new Set([...ids, ...rows.map((row) => row.id)])];
}

/** The day a bank statement names. @throws FIELD_INVALID for a day that does not exist or is still to come */
function paidOn(day: string | null | undefined): string | undefined {
  if (!day) return undefined;
  if (!isDate(day)) throw wrongDay("日期不存在", "no such date");
  if (day > today()) throw wrongDay("不能晚于今天", "not after today");
  return day;
}

const wrongDay = (zh: string, en: string) => invalidField("payDate", "拨付日期", "Paid on", zh, en);

async function answer(db: Db, actor: Actor, id: string, app: Services) {
  const claim = await db.selectFrom("subsidyApplication").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const shown = toResponse(SubsidyApplication, actor, app.cipher, claim, "detail");
  return {
    businessNo: shown.applyNo ?? "",
    payStatus: shown.payStatus ?? "0",
    payBatchNo: shown.payBatchNo,
    payDate: shown.payDate,
    payAmount: shown.payAmount,
    recoveredAmount: shown.recoveredAmount,
    payeeAccount: shown.bankAccount,
    failReason: shown.failReason,
  };
}
