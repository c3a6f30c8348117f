import { fileIds } from "../../core/storage/files.ts";
import { financeResult } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { hasRole } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Route, writes } from "../../core/http/implement.ts";
import { isDate } from "@jipei/contract/core/fields/check-field.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { maxIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { transition } from "../../core/entity/transition.ts";
import { nextNumber } from "../../settings/settings.queries.ts";
import { living } from "../claim/class-facts.ts";
import { type PaymentInput, paymentLifecycle } from "./payment.lifecycle.ts";

/**
 * One call drives the payment: claims out of publicity go to the finance office in one batch, a claim being paid takes the result of the bank
 * statement, failed ones are sent again, a paid one may be recovered. Whoever may only look gets the state as it is.
 */
export const paymentRoutes: Route[] = [
  writes(financeResult, async (tx, actor, input, app) => {
    const [first, ...others] = await getClaims(tx, input.businessNo);
    const ids = [first.id, ...others.map((claim) => claim.id)];
    /** All of them in one batch of a new number. */
    const send = async (action: "send" | "resend", claims: readonly string[]) =>
      void (await transition(
        tx,
        actor,
        paymentLifecycle,
        action,
        claims,
        { payBatchNo: await nextNumber(tx, "PAY_BATCH") },
        app,
      ));
    const move = (action: "confirm" | "fail" | "recover", said: PaymentInput) =>
      transition(tx, actor, paymentLifecycle, action, ids, said, app);

    if (hasRole(actor, "finance")) await step();
    return answer(tx, actor, first.id, app);

    async function step(): Promise<void> {
      if (first.payStatus === "1") return send("send", await withCompanions(tx, ids));
      if (first.payStatus === "4") return send("resend", ids);
      if (!input.result) return;
      // A statement is about one payment: its amount, its day, its reason.
      if (ids.length > 1)
        throw invalidField(
          "businessNo",
          "业务编号",
          "Claim number",
          "结果须逐笔登记",
          "results are recorded one by one",
        );
      if (first.payStatus === "2" && input.result === "paid")
        await move("confirm", { payAmount: input.payAmount, payDate: paidOn(input.payDate) });
      if (first.payStatus === "2" && input.result === "failed") await move("fail", { reason: input.failReason });
      if (first.payStatus === "3" && input.result === "recovered")
        await move("recover", {
          reason: input.reason,
          recoveryList: fileIds(input.recoveryList),
          forFalseness: input.forFalseness,
        });
    }
  }),
];

interface Payable {
  id: string;
  applyNo: string;
  payStatus: string;
}

/** The claims of some numbers, in their order. @throws NOT_FOUND unless all of them are there */
async function getClaims(tx: Tx, businessNo: string): Promise<[Payable, ...Payable[]]> {
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
    await sql<Payable>`select id, apply_no, pay_status from subsidy_application where apply_no = any(${numbers}) and is_deleted = 0 order by array_position(${numbers}::text[], apply_no::text)`.execute(
      tx,
    );
  const [first, ...others] = rows;
  if (!first || rows.length < numbers.length) throw new Refusal("NOT_FOUND");
  return [first, ...others];
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
    payeeAccount: shown.bankAccount,
    failReason: shown.failReason,
  };
}
