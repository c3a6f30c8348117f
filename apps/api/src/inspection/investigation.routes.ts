import { InspectedPerson } from "@jipei/contract/inspection/inspected-person.ts";
import { investigationCalls as calls } from "@jipei/contract/inspection/investigation.calls.ts";
import { Investigation } from "@jipei/contract/inspection/investigation.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import { lockRow, lockRows, splitIds } from "../core/database/rows.ts";
import { readChildRows } from "../core/entity/child-rows.ts";
import { crud } from "../core/entity/crud.ts";
import { type DerivedField, derived } from "../core/database/sql.ts";
import { removeRows } from "../core/database/write-rows.ts";
import { moveRoute, transition } from "../core/entity/transition.ts";
import { exporter } from "../core/excel/export.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { notPossible } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { ascending, descending } from "../core/list/order.ts";
import { investigationLifecycle as life } from "./investigation.lifecycle.ts";
import { assertDraft, saveInvestigation } from "./investigation.save.ts";
import { inspectedPersonScope, investigationScope as scope } from "./investigation.scope.ts";
import { wholeInvestigation } from "./investigation.store.ts";
import { drawSample, recordAnswer } from "./sample.ts";

const resource = "investigation" as const;
export const investigationRows = {
  entity: Investigation,
  resource,
  scope,
  // Those that wait for their verification first.
  order: [ascending(sql`(t.fill_status <> '1')`), descending(sql`t.investigate_date`), descending(sql`t.id`)],
};
export const investigationDerived: readonly DerivedField[] = [
  derived(
    Investigation,
    "needCourseNames",
    `select string_agg(c.course_name, '、' order by c.occupation_code, c.level desc) from programme c where c.id = any(t.need_course_ids)`,
  ),
  derived(Investigation, "side", "select c.side from training c where c.id = t.class_id"),
];
export const inspectedPersonRows = { entity: InspectedPerson, resource, scope: inspectedPersonScope };
const { list } = crud(investigationRows);
const sheet = exporter(Investigation, calls.export, investigationRows);

/** `fillStatus` names the move: what is sent beside it is saved before it is filled in, and not with the other moves. */
async function save(tx: Tx, actor: Actor, input: InputOf<typeof calls.save>, app: Services): Promise<{ id: string }> {
  const { classNo, investigationDTO } = input;
  const { fillStatus, reason, ...draft } = investigationDTO;
  const { id, version } = draft;
  const present = id ? (await lockRow(tx, Investigation, scope, actor, id)).fillStatus : "0";
  if (id && fillStatus === "2") {
    await transition(tx, actor, life, "verify", [id], { opinion: reason, version }, app);
    return { id };
  }
  if (id && fillStatus === "0" && present !== "0") {
    await transition(tx, actor, life, "back", [id], { reason, version }, app);
    return { id };
  }
  const saved = await saveInvestigation(tx, actor, { ...draft, classNo: classNo ?? draft.classNo });
  if (fillStatus === "1") await transition(tx, actor, life, "fill", [saved], {}, app);
  else if (fillStatus === "2")
    throw notPossible({ status: { zh: "未填报", en: "not filled in" }, action: { zh: "核实", en: "verify" } });
  return { id: saved };
}

/** Drafts alone. Of inspections those whose sample was never drawn: nobody draws again until the sample suits them. */
async function remove(tx: Tx, actor: Actor, { ids }: { ids: string }): Promise<void> {
  const rows = await lockRows(tx, Investigation, scope, actor, splitIds(ids));
  for (const row of rows) {
    assertDraft(row);
    const action = { zh: "删除", en: "remove" };
    if (row.drawSeed) throw notPossible({ status: { zh: "已抽样", en: "sample drawn" }, action });
    if (row.commitTime) throw notPossible({ status: { zh: "曾填报", en: "filled in before" }, action });
  }
  await removeRows(
    tx,
    actor,
    Investigation,
    rows.map((row) => row.id),
  );
}

/** The investigations of a class that the actor sees. */
const ofClass = (db: Db, actor: Actor, { classNo }: { classNo: string }, app: Services) =>
  readChildRows(db, actor, app, Investigation, {
    scope,
    where: sql`t.class_no = ${classNo}`,
    order: sql`t.investigate_date desc, t.id desc`,
    view: "detail",
  });

export const investigationRoutes: readonly Route[] = [
  sheet,
  reads(calls.list, list),
  reads(calls.detail, (db, actor, { id }, app) => wholeInvestigation(db, actor, id, app)),
  reads(calls.ofClass, ofClass),
  writes(calls.submit, async (tx, actor, input) => ({ id: await saveInvestigation(tx, actor, input) })),
  writes(calls.save, save),
  writes(calls.remove, remove),
  moveRoute(calls.fill, life, "fill"),
  moveRoute(calls.verify, life, "verify"),
  moveRoute(calls.back, life, "back"),
  writes(calls.draw, async (tx, actor, { id }, app) => {
    await drawSample(tx, actor, id);
    return wholeInvestigation(tx, actor, id, app);
  }),
  writes(calls.answer, async (tx, actor, input, app) =>
    wholeInvestigation(tx, actor, await recordAnswer(tx, actor, input), app),
  ),
];
