import { FlowStandIn, standInCalls as calls } from "@jipei/contract/workflow/stand-in.ts";
import { sql } from "kysely";
import type { Scope } from "../../core/database/rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { columns } from "../../core/entity/columns.ts";
import { type CrudOptions, crud, inputColumns } from "../../core/entity/crud.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import { exporter } from "../../core/excel/export.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { checkVersion, lockRow } from "../../core/database/rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { invalidValue } from "../../core/foundation/refusal.ts";
import { today } from "../../core/foundation/clock.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { getColleagues } from "../instance/people.ts";
import { followsAll } from "../tasks/task.scope.ts";
import { getAbsent } from "./absent.ts";

/** Whoever follows all processes sees and sets all stand-ins; everybody else their own, on either side. */
const scope: Scope = (actor) =>
  followsAll(actor) ? sql`true` : sql`(t.user_id = ${actor.userId} or t.stand_in_id = ${actor.userId})`;

const options = {
  entity: FlowStandIn,
  resource: "flow_task",
  scope,
  audited: true,
  async beforeRemove(tx, actor, rows) {
    for (const { userId } of rows) await getAbsent(tx, actor, userId);
  },
} satisfies CrudOptions<typeof FlowStandIn>;
const { detail, remove, list } = crud(options);

/** Says who acts for somebody from day to day. @throws NOT_OWNER, FIELD_INVALID for days out of order or past, and for who is no colleague of theirs */
async function submit(tx: Tx, actor: Actor, input: InputOf<typeof calls.submit>): Promise<{ id: string }> {
  const old = input.id ? await lockRow(tx, FlowStandIn, scope, actor, input.id) : null;
  if (old) checkVersion(old, input.version);
  const values = { ...old, ...inputColumns(FlowStandIn, input) };
  const userId = values.userId || actor.userId;
  const { standInId = "", startDate = today(), endDate = startDate } = values;
  const absent = await getAbsent(tx, actor, userId);
  if (old) await getAbsent(tx, actor, old.userId);
  if (standInId === userId) throw invalidValue(FlowStandIn, "standInId", "须为他人", "has to be somebody else");
  if (endDate < startDate) throw invalidValue(FlowStandIn, "endDate", "不能早于开始日期", "before it begins");
  if (endDate < today()) throw invalidValue(FlowStandIn, "endDate", "已过期", "is past");
  await getColleagues(tx, absent, [standInId]);
  const saved = columns(FlowStandIn, {
    userId,
    standInId,
    startDate,
    endDate,
    reason: values.reason ?? null,
    remark: values.remark ?? null,
  });
  const { id } = old
    ? await updateRow(tx, actor, FlowStandIn, old.id, saved)
    : await insertRow(tx, actor, FlowStandIn, saved);
  await writeAudit(tx, actor, [
    {
      bizType: FlowStandIn.name,
      bizId: id,
      action: old ? "edit" : "add",
      after: { userId, standInId, startDate, endDate },
    },
  ]);
  return { id };
}

export const standInRoutes: readonly Route[] = [
  { ...reads(calls.list, list), owner: options },
  reads(calls.detail, detail),
  writes(calls.submit, submit),
  writes(calls.remove, remove),
  exporter(FlowStandIn, calls.export, { scope }),
];
