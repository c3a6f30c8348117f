import { classCalls as calls } from "@jipei/contract/classes/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import type { ListQuery } from "@jipei/contract/core/shape.ts";
import { sql } from "kysely";
import { type Actor, isInside } from "../core/actor.ts";
import { auditOf } from "../core/audit.ts";
import { type CrudOptions, crud, crudRoutes } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { exporter } from "../core/excel/export.ts";
import { reads, writes } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import type { ListOptions } from "../core/list-source.ts";
import { descending } from "../core/order.ts";
import { refuseUsed } from "../core/references.ts";
import { Refusal } from "../core/refusal.ts";
import { lockRows, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { countShown } from "../core/shown-rows.ts";
import { type Condition, derive } from "../core/sql.ts";
import { transition } from "../core/transition.ts";
import { freeSeats } from "../enrolment/enrolment.queries.ts";
import { stateIllegal } from "./class-state.ts";
import { assessableFor, inRunState, recountOrganisationPlan } from "./classes.queries.ts";
import { lacksOf } from "./commit-check.ts";
import { nextStepOf } from "./next-step.ts";
import { runState, runStateIs, scheduledHours, studentCount } from "./run-state.ts";
import { classLifecycle } from "./training-class.lifecycle.ts";
import { beforeSaveClass } from "./training-class.save.ts";
import { classScope } from "./training-class.scope.ts";

derive(TrainingClass, "runState", runState, runStateIs);
derive(TrainingClass, "studentCount", studentCount);
derive(TrainingClass, "scheduledHours", scheduledHours);

const options: CrudOptions = {
  entity: TrainingClass,
  resource: "train_class",
  scope: classScope,
  order: [descending(sql`(t.status = 'unConfirm')`), descending(sql`t.start_date`), descending(sql`t.id`)],
  beforeSave: beforeSaveClass,
  afterSave: (tx, _actor, row) => recountOrganisationPlan(tx, row["orgPlanId"]),
  async beforeRemove(tx, _actor, rows) {
    const open = rows.find((row) => row["status"] !== "unCommit");
    if (open) throw stateIllegal(open["status"], "删除", "remove");
    const ids = rows.map((row) => row["id"] as string);
    await refuseUsed(tx, "CLASS_IN_USE", ids, [
      "student.class_id",
      "sign_up.class_id",
      "test_application.class_id",
      "certificate.class_id",
      "subsidy_application.class_id",
    ]);
    await sql`update lesson set is_deleted = 1 where class_id = any(${ids}::bigint[])`.execute(tx);
  },
  async detail(db, actor, row) {
    if (!isInside(actor)) return { ...inner, auditList: [], nextStep: null };
    return { auditList: await auditOf(db, actor, "TrainingClass", row["id"]), nextStep: await nextStepOf(db, row) };
  },
};

/** What institution and bureau write to each other about a class is not for those who look for one. */
const inner = Object.fromEntries(
  [
    "inspectCount",
    "inspectResult",
    "isRectified",
    "commitTime",
    "commitUser",
    "confirmUser",
    "confirmTime",
    "confirmOpinion",
    "backReason",
    "correctReason",
    "remark",
  ].map((name) => [name, null]),
);

async function pageOf(app: Services, actor: Actor, query: ListQuery, of: ListOptions = options): Promise<any> {
  const page = await listPage(app, actor, TrainingClass, query, of);
  if (!isInside(actor)) for (const row of page.records) Object.assign(row, inner);
  return page;
}

/** Certified classes that could be claimed for and are not yet; pre-job classes (kind 03) end without a certificate. */
const unclaimed: Condition = sql`t.status = 'Confirm' and t.is_subsidy = '1' and (${inRunState("certified")} or (t.train_kind = '03' and ${inRunState("graded")}))
  and not exists (select 1 from subsidy_application s where s.class_id = t.id and s.is_deleted = 0)`;

const { detail, submit } = crud(options);
const unclaimedOnes: ListOptions = { ...options, where: [unclaimed] };
const withSeats: ListOptions = { ...options, columns: sql`${freeSeats} as "freeSeats"` };

/** The move that leads to a wanted status from the present one (5.1-4, -7, -8, -9). */
function moveTo(status: string, present: string): "confirm" | "undoConfirm" | "discard" | "terminate" {
  if (status === "Confirm") return "confirm";
  if (status === "unConfirm") return "undoConfirm";
  if (status === "deleted") return present === "Confirm" ? "terminate" : "discard";
  throw new Refusal("FIELD_INVALID", {
    field: { zh: "目标状态", en: "Wanted status" },
    reason: { zh: "请使用退回", en: "use the return call" },
  });
}

async function switchStatus(
  tx: Tx,
  actor: Actor,
  input: { ids: string; status: string; reason?: string | null },
  app: Services,
): Promise<void> {
  const rows = await lockRows(tx, TrainingClass, classScope, actor, splitIds(input.ids));
  for (const action of new Set(rows.map((row) => moveTo(input.status, row["status"])))) {
    const ids = rows.filter((row) => moveTo(input.status, row["status"]) === action).map((row) => row["id"] as string);
    await transition(tx, actor, classLifecycle, action, ids, { reason: input.reason }, app);
  }
}

async function back(tx: Tx, actor: Actor, input: { id: string; reason?: string | null }, app: Services): Promise<void> {
  const [row] = await lockRows(tx, TrainingClass, classScope, actor, [input.id]);
  await transition(
    tx,
    actor,
    classLifecycle,
    row?.["status"] === "Confirm" ? "backConfirmed" : "back",
    [input.id],
    { reason: input.reason },
    app,
  );
}

export const classExport = exporter(TrainingClass, calls.export, options);
export const classRoutes = [
  classExport.route,
  ...crudRoutes(calls, options, { list: reads(calls.list, (_db, actor, query, app) => pageOf(app, actor, query)) }),
  writes(calls.save, submit as never),
  reads(calls.byId, detail as never),
  reads(calls.usedByManage, (_db, actor, query, app) => pageOf(app, actor, query)),
  reads(calls.usedByOrg, (_db, actor, query, app) =>
    pageOf(app, actor, query, {
      ...options,
      where: query.extra.assessableFor ? [assessableFor(query.extra.assessableFor)] : [],
    }),
  ),
  reads(calls.usedByOrgSubsidy, (_db, actor, query, app) => pageOf(app, actor, query, unclaimedOnes)),
  reads(calls.usedByPerson, (_db, actor, query, app) => pageOf(app, actor, query, withSeats)),
  reads(calls.checkCommit, (_db, actor, { id }, app) => lacksOf(app, actor, id)),
  writes(
    calls.commit,
    async (tx, actor, { id }, app) => void (await transition(tx, actor, classLifecycle, "commit", [id], {}, app)),
  ),
  writes(calls.back, back),
  writes(calls.switchStatus, switchStatus),
  writes(
    calls.correct,
    async (tx, actor, input: Record<string, any>, app) =>
      void (await transition(
        tx,
        actor,
        classLifecycle,
        "correct",
        [input["id"]],
        { ...input, reason: input["correctReason"] },
        app,
      )),
  ),
  reads(calls.pendingNumber, async (db, actor) => ({
    number: await countShown(db, actor, TrainingClass, classScope, sql`t.status = 'unConfirm'`),
  })),
];
