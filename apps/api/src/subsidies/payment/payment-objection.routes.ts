import {
  PaymentObjection,
  paymentObjectionCalls as calls,
  objectionState,
} from "@jipei/contract/subsidies/payment-objection.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { withHistory, writeAudit } from "../../core/entity/audit.ts";
import { now } from "../../core/foundation/clock.ts";
import { type CrudOptions, crud } from "../../core/entity/crud.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import { exporter } from "../../core/excel/export.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { ascending, descending } from "../../core/list/order.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { lockRow } from "../../core/database/rows.ts";
import { type Condition, everything, nothing } from "../../core/database/sql.ts";
import { notify } from "../../notices/notices.queries.ts";

/** Objections: the bureau all, a person their own. */
function scope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  return actor.accountId ? sql`t.account_id = ${actor.accountId}` : nothing;
}

export const objectionRows = {
  entity: PaymentObjection,
  resource: "payment_objection",
  scope,
  // Open ones first.
  order: [ascending(sql`(t.state <> 'open')`), descending(sql`t.create_time`), descending(sql`t.id`)],
  detail: withHistory(PaymentObjection),
} satisfies CrudOptions;
const { list, detail } = crud(objectionRows);
const sheet = exporter(PaymentObjection, calls.export, objectionRows);

export const paymentObjectionRoutes: readonly Route[] = [
  sheet,
  reads(calls.list, list),
  reads(calls.detail, detail),
  writes(calls.submit, async (tx, actor, { lineId, reason }) => {
    if (!actor.accountId || !actor.idNumberHash) throw new Refusal("NOT_OWNER");
    const found = await sql<{
      applyId: string;
      orgId: string;
      applyNo: string;
      orgName: string;
      amount: string;
      payDate: string | null;
    }>`
      select l.apply_id, a.org_id, a.apply_no, o.org_name, coalesce(l.approved_amount, l.apply_amount) as amount, a.pay_date
      from subsidy_line l join subsidy_application a on a.id = l.apply_id join institution o on o.id = a.org_id
      where l.id = ${lineId} and l.id_number_hash = ${actor.idNumberHash} and l.is_deleted = 0 and a.is_deleted = 0 and a.status = 'compile'`.execute(
      tx,
    );
    const line = found.rows[0];
    if (!line) throw new Refusal("NOT_FOUND");
    const { applyId, orgId, amount, payDate } = line;
    const row = await insertRow(tx, actor, PaymentObjection, {
      lineId,
      reason,
      applyId,
      orgId,
      amount,
      payDate,
      accountId: actor.accountId,
      state: "open",
    });
    await writeAudit(tx, actor, [
      { bizType: "PaymentObjection", bizId: row.id, action: "submit", toStatus: "open", opinion: reason },
    ]);
    // The institution gets no notice: the objection may be against it.
    await notify(tx, {
      to: { role: ["clerk", "auditor"] },
      title: { zh: "学员对补贴提出异议", en: "A student objects to a subsidy" },
      text: {
        zh: `${actor.name}：补贴申请${line.applyNo}（${line.orgName}）不是本人享受。${reason}`,
        en: `${actor.name}: claim ${line.applyNo} (${line.orgName}) was not for me. ${reason}`,
      },
      link: `/subsidy/objection?view=${row.id}`,
    });
    return { id: row.id };
  }),
  writes(calls.answer, async (tx, actor, { id, answer }) => {
    const row = await lockRow(tx, PaymentObjection, scope, actor, id);
    if (row.state !== "open") throw illegalState(objectionState, row.state, "答复", "answer");
    await updateRow(tx, actor, PaymentObjection, id, {
      state: "answered",
      answer,
      answerUser: actor.userId,
      answerTime: now(),
    });
    await writeAudit(tx, actor, [
      {
        bizType: "PaymentObjection",
        bizId: id,
        action: "answer",
        fromStatus: "open",
        toStatus: "answered",
        opinion: answer,
      },
    ]);
    await notify(tx, {
      to: { accountId: row.accountId },
      kind: "mail",
      title: { zh: "您的异议已答复", en: "Your objection was answered" },
      text: { zh: answer, en: answer },
      link: "/wel/index",
    });
  }),
];
