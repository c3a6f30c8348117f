import { financeResult } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { hasRole } from "../core/actor.ts";
import { today } from "../core/clock.ts";
import type { Db, Tx } from "../core/db.ts";
import { type Route, writes } from "../core/implement.ts";
import { isDate } from "@jipei/contract/core/check-field.ts";
import { present } from "../core/present.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import { maxIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { transition } from "../core/transition.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { living } from "./class-facts.ts";
import { paymentLifecycle } from "./payment.lifecycle.ts";

/**
 * One call drives the payment: claims out of publicity go to the finance office in one batch, a claim being paid takes the result of the bank
 * statement, failed ones are sent again, a paid one may be recovered. Whoever may only look gets the state as it is.
 */
export const paymentRoutes: Route[] = [
  writes(financeResult, async (tx, actor, input, app) => {
    const [first, ...others] = await claimsOf(tx, input.businessNo);
    const ids = [first.id, ...others.map((claim) => claim.id)];
    if (hasRole(actor, "finance")) await step();
    return answer(tx, actor, first.id, app);

    async function step(): Promise<void> {
      switch (first.payStatus) {
        case "1":
          return void (await transition(
            tx,
            actor,
            paymentLifecycle,
            "send",
            await withCompanions(tx, ids),
            { payBatchNo: await nextNumber(tx, "PAY_BATCH") },
            app,
          ));
        case "4":
          return void (await transition(
            tx,
            actor,
            paymentLifecycle,
            "resend",
            ids,
            { payBatchNo: await nextNumber(tx, "PAY_BATCH") },
            app,
          ));
      }
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
        await transition(
          tx,
          actor,
          paymentLifecycle,
          "confirm",
          ids,
          { payAmount: input.payAmount, payDate: paidOn(input.payDate) },
          app,
        );
      if (first.payStatus === "2" && input.result === "failed")
        await transition(tx, actor, paymentLifecycle, "fail", ids, { reason: input.failReason }, app);
      if (first.payStatus === "3" && input.result === "recovered")
        await transition(
          tx,
          actor,
          paymentLifecycle,
          "recover",
          ids,
          { reason: input.reason, recoveryList: input.recoveryList },
          app,
        );
    }
  }),
];

interface Payable {
  id: string;
  applyNo: string;
  payStatus: string;
}

/** The claims of some numbers, in their order. @throws NOT_FOUND unless all of them are there */
async function claimsOf(tx: Tx, businessNo: string): Promise<[Payable, ...Payable[]]> {
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

/** A person's living allowance is paid in the same batch as his training: the one takes the other along, and waits for its publicity. */
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
  const shown = present(SubsidyApplication, actor, app.cipher, claim, "detail");
  return {
    businessNo: shown["applyNo"],
    payStatus: shown["payStatus"],
    payBatchNo: shown["payBatchNo"],
    payDate: shown["payDate"],
    payAmount: shown["payAmount"],
    payeeAccount: shown["bankAccount"],
    failReason: shown["failReason"],
  };
}
