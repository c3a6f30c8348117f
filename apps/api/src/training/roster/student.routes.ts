import { Student, rosterInFull, studentCalls as calls } from "@jipei/contract/training/student.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { type TrainKind, confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { withHistory, writeAudit } from "../../core/entity/audit.ts";
import { crud } from "../../core/entity/crud.ts";
import { removeRows } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { exporter } from "../../core/excel/export.ts";
import { type Route, reads, writes, writesPrepared } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { lockRows, splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Condition } from "../../core/database/sql.ts";
import { moveRoute, transition } from "../../core/entity/transition.ts";
import { classIsSql } from "../classes/class-state.ts";
import { assertUnlocked, lockClassesForStudents } from "./class-facts.ts";
import { rosterFields } from "./roster-import.ts";
import { studentScope } from "./roster.scope.ts";
import { signUpLifecycle } from "../sign-ups/sign-up.lifecycle.ts";
import { prepareRegistration } from "../students/student-account.register.ts";
import { changeClass } from "./student.change-class.ts";
import { studentRegister } from "./student-register.ts";
import { gatherEvidence, readSubjects } from "./student-evidence.ts";
import { studentLifecycle } from "./student.lifecycle.ts";
import { reviewStudents } from "./student.review.ts";
import { saveStudent } from "./student.save.ts";

export const studentRows = {
  entity: Student,
  resource: "train_student" as const,
  scope: studentScope,
  detail: withHistory(Student),
};
const { list, detail } = crud(studentRows);

/** The roster under another name: same scope, further conditions. */
const rowsWhere = (call: typeof calls.getStudentUsedByOrg, ...where: Condition[]): Route =>
  reads(call, (_db, actor, query, app) => listPage(app, actor, Student, query, { scope: studentScope, where }));

/** Trainings that took place or were broken off, not those still being planned. */
const experienced = sql`(t.confirm_status = 'Confirm' or t.quit_date is not null)`;
/** Checked members of certified subsidised classes whom no live claim names. */
const claimable = sql`t.confirm_status = 'Confirm' and t.cert_id is not null
  and exists (select from training_class c where c.id = t.class_id and c.is_subsidy = '1' and ${classIsSql("c", "isConfirmed")})
  and not exists (select from claim_line l where l.student_id = t.id and l.detail_status is distinct from '2')`;

const claimableRows = { scope: studentScope, where: [claimable] };
/** What a claim takes over beside the columns of a list: where a person is paid, and what the class was about. */
const claimFacts = sql<{
  occupationCode: string | null;
  occupationName: string | null;
  trainKind: TrainKind | null;
  totalHours: string | null;
  chargeStandard: string | null;
}>`t.bank_account as "bankAccount", (select c.occupation_code from training_class c where c.id = t.class_id) as "occupationCode",
  (select c.occupation_name from training_class c where c.id = t.class_id) as "occupationName",
  (select c.train_kind from training_class c where c.id = t.class_id) as "trainKind",
  (select c.total_hours from training_class c where c.id = t.class_id) as "totalHours",
  (select c.charge_standard from training_class c where c.id = t.class_id) as "chargeStandard"`;

/** 7-8. The lock keeps an application for the assessment of the class waiting until they are gone. */
async function leave(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  input: { reason: string | null | undefined; quitReason: string | null; version?: number | null },
  app: Services,
): Promise<void> {
  await lockClassesForStudents(tx, ids);
  await transition(tx, actor, studentLifecycle, "invalidate", ids, input, app);
}

/** 7-8 comes through `submit` with `status=Invalidate`; everything else is 7-1. */
async function submit(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof calls.submit>,
  app: Services,
): Promise<{ id: string }> {
  const { status, quitReason, ...row } = input;
  if (status && status !== "Invalidate")
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "目标状态", en: "Target" },
      reason: { zh: "此处只能作废", en: "rows can only be made void here" },
    });
  if (!status) return saveStudent(tx, actor, row, app);
  if (!row.id) throw new Refusal("NOT_FOUND");
  await leave(tx, actor, [row.id], { reason: quitReason, quitReason: quitReason ?? null, version: row.version }, app);
  return { id: row.id };
}

/** 7-9: only while the class is a draft; the sign-up goes with the row. */
async function remove(tx: Tx, actor: Actor, { ids }: { ids: string }, app: Services): Promise<void> {
  const wanted = splitIds(ids);
  const classes = await lockClassesForStudents(tx, wanted);
  const rows = await lockRows(tx, Student, studentScope, actor, wanted);
  for (const row of rows) {
    if (row.confirmStatus !== "unSubmit" && row.confirmStatus !== "back")
      throw illegalState(confirmStatus, row.confirmStatus, "删除", "Delete");
    assertUnlocked(classes.get(row.classId));
  }
  await removeRows(tx, actor, Student, wanted);
  await writeAudit(
    tx,
    actor,
    rows.map(({ id, name }) => ({ bizType: "Student", bizId: id, action: "remove", before: { name } })),
  );
  const signs = rows.flatMap((row) => (row.signId ? [row.signId] : []));
  const live =
    signs.length === 0
      ? []
      : await tx
          .selectFrom("signUp")
          .select("id")
          .where("id", "in", signs)
          .where("confirmStatus", "<>", "Invalidate")
          .where("isDeleted", "=", 0)
          .execute();
  if (live.length > 0)
    await transition(
      tx,
      actor,
      signUpLifecycle,
      "invalidate",
      live.map((row) => row.id),
      { reason: "移出花名册 / Taken off the roster" },
      app,
    );
}

const sheet = exporter(Student, calls.export, studentRows);

export const studentRoutes: readonly Route[] = [
  sheet,
  exporter(Student, rosterInFull, {
    scope: studentScope,
    forPurpose: true,
    fields: rosterFields,
  }),
  reads(calls.list, list),
  reads(calls.detail, detail),
  writes(calls.remove, remove),
  writes(calls.save, (tx, actor, { status: _status, quitReason: _reason, ...row }, app) =>
    saveStudent(tx, actor, { ...row, id: undefined }, app),
  ),
  writes(calls.update, (tx, actor, { status: _status, quitReason: _reason, ...row }, app) => {
    if (!row.id) throw new Refusal("NOT_FOUND");
    return saveStudent(tx, actor, row, app);
  }),
  writes(calls.submit, submit),
  rowsWhere(calls.getStudentUsedByOrg),
  rowsWhere(calls.getStudentUsedByManage),
  rowsWhere(calls.getTrainStudentRegister, sql`t.roster_source = '4'`),
  reads(calls.getSubsidyStudent, (_db, actor, query, app) => listPage(app, actor, Student, query, claimableRows)),
  reads(calls.getSubsidyStudentAllInfo, (_db, actor, query, app) =>
    listPage(app, actor, Student, query, { ...claimableRows, columns: claimFacts }),
  ),
  rowsWhere(calls.getSubsidyStudentPage, claimable),
  rowsWhere(calls.getSubsidyStudentPageUsedByOrg, claimable),
  rowsWhere(calls.getSubsidyStudentPageUsedByManage, claimable),
  ...[
    calls.studentTrainExperience,
    calls.studentTrainExperienceUsedByManage,
    calls.studentTrainExperienceUsedByOrg,
    calls.studentTrainExperienceUsedByPerson,
  ].map((call) => rowsWhere(call, experienced)),
  writesPrepared(calls.studentRegister, prepareRegistration, studentRegister),
  writes(calls.changeClass, changeClass),
  writesPrepared(
    calls.check,
    async (app, actor, { ids }) =>
      gatherEvidence(app, actor, await readSubjects(app, splitIds(ids)), "学员审核 / Student check"),
    async (tx, actor, { ids, reason }, app, evidence) =>
      void (await transition(tx, actor, studentLifecycle, "check", splitIds(ids), { reason, evidence }, app)),
  ),
  writes(calls.quit, (tx, actor, { ids, reason }, app) =>
    leave(tx, actor, splitIds(ids), { reason, quitReason: reason?.slice(0, 200) ?? null }, app),
  ),
  writesPrepared(
    calls.review,
    (app, actor, { classId }) => reviewStudents(app, actor, classId),
    async (_tx, _actor, _input, _app, answer) => answer,
  ),
  moveRoute(calls.back, studentLifecycle, "back"),
];
