import type { InputOf } from "@jipei/contract/core/call.ts";
import type { ClassStatus } from "@jipei/contract/core/fields/codes.ts";
import { findAction } from "@jipei/contract/core/machine.ts";
import { type ClassMove, classMachine, getMovesOf } from "@jipei/contract/training/training-class.machine.ts";
import { classCalls as calls } from "@jipei/contract/training/training-class.calls.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import { type Actor, isInside, may } from "../../core/foundation/actor.ts";
import { getAudit } from "../../core/entity/audit.ts";
import { type CrudOptions, crud, crudRoutes } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import { exporter } from "../../core/excel/export.ts";
import { reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import type { ListOptions } from "../../core/list/list-source.ts";
import { descending } from "../../core/list/order.ts";
import { refuseUsed } from "../../core/entity/references.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { lockRows, splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { countShown } from "../../core/entity/child-rows.ts";
import { type Condition, type DerivedField, derived } from "../../core/database/sql.ts";
import { transition } from "../../core/entity/transition.ts";
import { freeSeats } from "../roster/roster.ts";
import { assertDraft, classIsSql } from "./class-state.ts";
import { assessableFor, recountOrganisationPlan } from "./classes.ts";
import { enterpriseClassScope } from "../enterprise-classes/enterprise-class.scope.ts";
import { findMissing } from "./commit-check.ts";
import { findNextStep, institutionSteps } from "./next-step.ts";
import { inRunState, scheduledHours, studentCount } from "./run-state.ts";
import { classLifecycle } from "./training-class.lifecycle.ts";
import { beforeSaveClass } from "./training-class.save.ts";
import { classScope } from "./training-class.scope.ts";

export const classDerived: readonly DerivedField[] = [
  derived(TrainingClass, "studentCount", studentCount),
  derived(TrainingClass, "scheduledHours", scheduledHours),
];

const options = {
  entity: TrainingClass,
  resource: "train_class",
  audited: true,
  scope: classScope,
  order: [descending(sql`(t.status = 'unConfirm')`), descending(sql`t.start_date`), descending(sql`t.id`)],
  beforeSave: beforeSaveClass,
  afterSave: (tx, _actor, row) => recountOrganisationPlan(tx, row.orgPlanId),
  async beforeRemove(tx, _actor, rows) {
    for (const row of rows) assertDraft(row, "删除", "remove");
    const ids = rows.map((row) => row.id);
    await refuseUsed(tx, TrainingClass, rows, "CLASS_IN_USE", ["Lesson"]);
    await sql`update lesson set is_deleted = 1 where class_id = any(${ids}::bigint[])`.execute(tx);
  },
  async detail(db, actor, row) {
    if (!isInside(actor)) return { auditList: [] };
    return {
      auditList: await getAudit(db, actor, "TrainingClass", row.id),
      nextStep: await findNextStep(db, institutionSteps, row),
    };
  },
} satisfies CrudOptions<typeof TrainingClass>;

/** Certified classes whose training could be claimed for and is not yet; pre-job classes (kind 03) end without a certificate. */
const unclaimed: Condition = sql`${classIsSql("t", "isConfirmed")} and t.is_subsidy = '1' and (${inRunState("certified")} or (t.train_kind = '03' and ${inRunState("graded")}))
  and not exists (select 1 from training_claim s where s.class_id = t.id)`;

const { detail, submit } = crud(options);
const unclaimedOnes: ListOptions = { ...options, where: [unclaimed] };
const withSeats: ListOptions<{ freeSeats: number }> = { ...options, columns: sql`${freeSeats} as "freeSeats"` };

/** The move that leads from the present status to the wanted one (5.1-4, -7, -8, -9). @throws FIELD_INVALID */
function findMove(wanted: ClassStatus, status: ClassStatus): ClassMove {
  const move = findAction(classMachine, status, wanted, getMovesOf("switchStatus"));
  if (move) return move;
  throw new Refusal("FIELD_INVALID", {
    field: { zh: "目标状态", en: "Wanted status" },
    reason: { zh: "请使用退回", en: "return the class instead" },
  });
}

async function switchStatus(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof calls.switchStatus>,
  app: Services,
): Promise<void> {
  const rows = await lockRows(tx, TrainingClass, classScope, actor, splitIds(input.ids));
  for (const [action, moved] of Map.groupBy(rows, (row) => findMove(input.status, row.status))) {
    const ids = moved.map((row) => row.id);
    await transition(tx, actor, classLifecycle, action, ids, { reason: input.reason }, app);
  }
}

async function back(tx: Tx, actor: Actor, input: { id: string; reason?: string | null }, app: Services): Promise<void> {
  const [row] = await lockRows(tx, TrainingClass, classScope, actor, [input.id]);
  await transition(
    tx,
    actor,
    classLifecycle,
    row?.status === "Confirm" ? "backConfirmed" : "back",
    [input.id],
    { reason: input.reason },
    app,
  );
}

const classExport = exporter(TrainingClass, calls.export, options);
export const classRoutes = [
  classExport,
  ...crudRoutes(calls, options),
  writes(calls.save, submit),
  reads(calls.byId, detail),
  reads(calls.usedByManage, (_db, actor, query, app) => listPage(app, actor, TrainingClass, query, options)),
  reads(calls.usedByOrg, (_db, actor, query, app) =>
    listPage(app, actor, TrainingClass, query, {
      ...options,
      where: query.extra.assessableFor ? [assessableFor(query.extra.assessableFor)] : [],
    }),
  ),
  reads(calls.usedByOrgSubsidy, (_db, actor, query, app) => listPage(app, actor, TrainingClass, query, unclaimedOnes)),
  reads(calls.usedByPerson, (_db, actor, query, app) => listPage(app, actor, TrainingClass, query, withSeats)),
  reads(calls.checkCommit, (_db, actor, { id }, app) => findMissing(app, actor, classLifecycle, id)),
  writes(
    calls.commit,
    async (tx, actor, { id }, app) => void (await transition(tx, actor, classLifecycle, "commit", [id], {}, app)),
  ),
  writes(calls.back, back),
  writes(calls.switchStatus, switchStatus),
  writes(
    calls.correct,
    async (tx, actor, input, app) =>
      void (await transition(
        tx,
        actor,
        classLifecycle,
        "correct",
        [input.id],
        { ...input, reason: input.correctReason },
        app,
      )),
  ),
  reads(calls.pendingNumber, async (db, actor) => ({
    ...(await countShown(db, actor, TrainingClass, classScope, sql`t.status = 'unConfirm'`)),
    enterprise: may(actor, "enterprise_class_view")
      ? (await countShown(db, actor, EnterpriseClass, enterpriseClassScope, sql`t.confirm_status = 'unConfirm'`)).number
      : null,
  })),
];
