import type { ConfirmStatus } from "@jipei/contract/core/fields/codes.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { findAction } from "@jipei/contract/core/machine.ts";
import { enterpriseClassCalls as calls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { type EnterpriseClassMove, enterpriseClassMachine } from "@jipei/contract/training/enterprise-class.machine.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import { getAudit } from "../../core/entity/audit.ts";
import { type CrudOptions, crud, saveRow } from "../../core/entity/crud.ts";
import { refuseUsed } from "../../core/entity/references.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { lockRow } from "../../core/database/rows.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import { exporter } from "../../core/excel/export.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { descending } from "../../core/list/order.ts";
import { assertDraft, isDraft } from "../classes/class-state.ts";
import { findMissing } from "../classes/commit-check.ts";
import { findNextStep } from "../classes/next-step.ts";
import { scheduledHours, studentCount } from "../classes/run-state.ts";
import { enterpriseClassLifecycle } from "./enterprise-class.lifecycle.ts";
import { beforeSaveEnterpriseClass } from "./enterprise-class.save.ts";
import { enterpriseClassScope } from "./enterprise-class.scope.ts";
import { enterpriseSteps } from "./enterprise-class.steps.ts";
import { moveLesson } from "./lesson-move.ts";
import { readSchedules, saveSchedules } from "./schedules.ts";

export const enterpriseClassDerived: readonly DerivedField[] = [
  derived(EnterpriseClass, "entId", "select u.dept_id from institution u where u.id = t.unit_id"),
  derived(EnterpriseClass, "studentCount", studentCount),
  derived(EnterpriseClass, "scheduledHours", scheduledHours),
];

export const enterpriseClassRows = {
  entity: EnterpriseClass,
  resource: "enterprise_class",
  audited: true,
  scope: enterpriseClassScope,
  order: [descending(sql`(t.confirm_status = 'unConfirm')`), descending(sql`t.start_date`), descending(sql`t.id`)],
  beforeSave: beforeSaveEnterpriseClass,
  beforeRemove,
  async detail(db, actor, row) {
    const schedules = await readSchedules(db, row.id);
    if (actor.audience === "person") return { schedules, auditList: [] };
    return {
      schedules,
      auditList: await getAudit(db, actor, "EnterpriseClass", row.id),
      nextStep: await findNextStep(db, enterpriseSteps, row),
    };
  },
} satisfies CrudOptions<typeof EnterpriseClass>;

/** 13-7: a draft goes with its people and its timetable. @throws STATE_ILLEGAL, ENT_CLASS_IN_USE for one that anything else refers to */
async function beforeRemove(
  tx: Tx,
  _actor: Actor,
  rows: readonly { id: string; confirmStatus: string }[],
): Promise<void> {
  for (const { confirmStatus } of rows) assertDraft({ status: confirmStatus }, "删除", "remove");
  await refuseUsed(tx, TrainingClass, rows, "ENT_CLASS_IN_USE", ["Lesson", "Student"]);
  const ids = rows.map(({ id }) => id);
  for (const table of ["lesson", "student"])
    await sql`update ${sql.table(table)} set is_deleted = 1 where class_id = any(${ids}::bigint[])`.execute(tx);
}

type Input = InputOf<typeof calls.submit>;
const { list, detail, remove } = crud(enterpriseClassRows);

/** A draft and its timetable. */
async function save(
  tx: Tx,
  actor: Actor,
  { schedules, ...draft }: InputOf<typeof calls.save>,
  app: Services,
): Promise<{ id: string }> {
  const saved = await saveRow(tx, actor, enterpriseClassRows, draft, app);
  if (schedules) await saveSchedules(tx, actor, saved.id, schedules);
  return saved;
}

/** The move of the bureau, or of the enterprise, that leads to the wanted state. */
function findMove(wanted: ConfirmStatus, present: ConfirmStatus): EnterpriseClassMove {
  const move = findAction(enterpriseClassMachine, present, wanted);
  if (move) return move;
  throw new Refusal("FIELD_INVALID", {
    field: { zh: "审核状态", en: "State" },
    reason: { zh: "不是可以到达的状态", en: "is no state to move to" },
  });
}

/** 13-1 … 13-6: `confirmStatus` names the state that the class shall have; without one a new class is saved, and one that is there submitted. */
async function submit(tx: Tx, actor: Actor, input: Input, app: Services): Promise<{ id: string }> {
  const { reason, confirmStatus, ...sent } = input;
  const { id } = sent;
  if (!id) return submitNew(tx, actor, sent, confirmStatus ?? "unSubmit", app);
  const { confirmStatus: present } = await lockRow(tx, EnterpriseClass, enterpriseClassScope, actor, id);
  const wanted = confirmStatus ?? "unConfirm";
  if (isDraft(present) && (wanted === present || wanted === "unSubmit")) return save(tx, actor, sent, app);
  const move = findMove(wanted, present);
  if (move === "commit") await save(tx, actor, sent, app);
  const { version, confirmOpinion: opinion } = sent;
  await transition(
    tx,
    actor,
    enterpriseClassLifecycle,
    move,
    [id],
    { reason, opinion, ...(move !== "commit" && { version }) },
    app,
  );
  return { id };
}

async function submitNew(
  tx: Tx,
  actor: Actor,
  sent: InputOf<typeof calls.save>,
  wanted: ConfirmStatus,
  app: Services,
): Promise<{ id: string }> {
  const saved = await save(tx, actor, sent, app);
  if (wanted === "unConfirm") await transition(tx, actor, enterpriseClassLifecycle, "commit", [saved.id], {}, app);
  return saved;
}

/** @throws CLASS_NOT_FOUND */
async function getClassByNo(db: Db, actor: Actor, { classNo }: { classNo: string }, app: Services) {
  const { rows } = await sql<{
    id: string;
  }>`select id from enterprise_class where class_no = ${classNo} and is_deleted = 0`.execute(db);
  const [found] = rows;
  if (!found) throw new Refusal("CLASS_NOT_FOUND", { classNo });
  return detail(db, actor, found, app);
}

export const enterpriseClassRoutes: readonly Route[] = [
  exporter(EnterpriseClass, calls.export, enterpriseClassRows),
  reads(calls.list, list),
  reads(calls.getClass, list),
  reads(calls.detail, detail),
  reads(calls.getClassByNo, getClassByNo),
  writes(calls.save, save),
  writes(calls.submit, submit),
  writes(calls.remove, remove),
  writes(calls.moveLesson, moveLesson),
  reads(calls.checkCommit, (_db, actor, { id }, app) => findMissing(app, actor, enterpriseClassLifecycle, id)),
];
