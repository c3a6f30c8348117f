import { Student, studentCalls as calls } from "@jipei/contract/enrolment/student.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { withHistory } from "../core/audit.ts";
import { crud, removeRows } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { exporter } from "../core/excel/export.ts";
import { type Route, reads, writes, writesPrepared } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { Refusal } from "../core/refusal.ts";
import { lockRows, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { type Condition } from "../core/sql.ts";
import { moveRoute, transition } from "../core/transition.ts";
import { type ClassFacts, lockClasses } from "./class-facts.ts";
import { memberScope } from "./enrolment.scope.ts";
import { rosterImporter } from "./roster-import.ts";
import { signUpLifecycle } from "./sign-up.lifecycle.ts";
import { prepareRegistration } from "./student-account.register.ts";
import { changeClass } from "./student.change-class.ts";
import { studentRegister } from "./student-register.ts";
import { gatherEvidence, rowsToAsk } from "./student-evidence.ts";
import { studentLifecycle } from "./student.lifecycle.ts";
import { reviewStudents } from "./student.review.ts";
import { saveStudent } from "./student.save.ts";

const options = { entity: Student, resource: "train_student", scope: memberScope, detail: withHistory(Student) };
const { list, detail } = crud(options);

/** The roster under another name: same scope, further conditions. */
const rowsWhere = (call: Route["call"], ...where: Condition[]): Route =>
  reads(
    call,
    (_db, actor, query, app) => listPage(app, actor, Student, query as never, { scope: memberScope, where }) as never,
  );

/** Trainings that took place or were broken off, not those still being planned. */
const experienced = sql`(t.confirm_status = 'Confirm' or t.quit_date is not null)`;
/** Checked members of certified subsidised classes whom no live claim names. */
const claimable = sql`t.confirm_status = 'Confirm' and t.cert_id is not null
  and exists (select from training_class c where c.id = t.class_id and c.is_subsidy = '1' and c.status = 'Confirm')
  and not exists (select from subsidy_line l where l.student_id = t.id and l.is_deleted = 0 and l.detail_status is distinct from '2')`;

type Handler = Parameters<typeof writes<any, any>>[1];

/** The classes of roster rows, locked before the rows themselves. */
async function lockClassesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, ClassFacts>> {
  const owners = await tx.selectFrom("student").select("classId").distinct().where("id", "in", ids).execute();
  return lockClasses(
    tx,
    owners.map((row) => row["classId"]),
  );
}

/** 7-8. The lock keeps an application for the assessment of the class waiting until they are gone. */
async function leave(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  input: { reason: string | null | undefined; quitReason: string | null; version?: number | null },
  app: Services,
): Promise<void> {
  await lockClassesOf(tx, ids);
  await transition(tx, actor, studentLifecycle, "invalidate", ids, input, app);
}

/** 7-8 comes through `submit` with `status=Invalidate`; everything else is 7-1. */
const submit: Handler = async (tx, actor, input, app) => {
  const { status, quitReason, ...row } = input;
  if (status && status !== "Invalidate")
    throw new Refusal("FIELD_INVALID", { field: "status", reason: { zh: "只能为Invalidate", en: "only Invalidate" } });
  if (!status) return saveStudent(tx, actor, row, app);
  if (!row.id) throw new Refusal("NOT_FOUND");
  await leave(tx, actor, [row.id], { reason: quitReason, quitReason, version: row.version }, app);
  return { id: row.id };
};

/** 7-9: only while the class is a draft; the sign-up goes with the row. */
const remove: Handler = async (tx, actor, { ids }, app) => {
  const wanted = splitIds(ids);
  const classes = await lockClassesOf(tx, wanted);
  const rows = await lockRows<Record<string, any>>(tx, Student, memberScope, actor, wanted);
  for (const row of rows) {
    if (row["confirmStatus"] !== "unSubmit" && row["confirmStatus"] !== "back")
      throw new Refusal("STATE_ILLEGAL", {
        status: { zh: "非未提交或已退回", en: "neither draft nor returned" },
        action: { zh: "删除", en: "Delete" },
      });
    if (classes.get(row["classId"])?.status !== "unCommit") throw new Refusal("CLASS_LOCKED");
  }
  await removeRows(tx, actor, Student, wanted);
  const signs = rows.flatMap((row) => (row["signId"] ? [row["signId"] as string] : []));
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
      live.map((row) => row["id"] as string),
      { reason: "移出花名册 / Taken off the roster" },
      app,
    );
};

const sheet = exporter(Student, calls.export, options);
export const studentWorkers = [sheet.worker, rosterImporter.worker];

export const studentRoutes: readonly Route[] = [
  sheet.route,
  ...rosterImporter.routes,
  reads(calls.list, list as never),
  reads(calls.detail, detail as never),
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
  ...[
    calls.getSubsidyStudent,
    calls.getSubsidyStudentAllInfo,
    calls.getSubsidyStudentPage,
    calls.getSubsidyStudentPageUsedByOrg,
    calls.getSubsidyStudentPageUsedByManage,
  ].map((call) => rowsWhere(call, claimable)),
  ...[
    calls.studentTrainExperience,
    calls.studentTrainExperienceUsedByManage,
    calls.studentTrainExperienceUsedByOrg,
    calls.studentTrainExperienceUsedByPerson,
  ].map((call) => rowsWhere(call, experienced)),
  writesPrepared(calls.studentRegister, prepareRegistration, studentRegister as never),
  writes(calls.changeClass, changeClass),
  writesPrepared(
    calls.check,
    async (app, actor, { ids }) =>
      gatherEvidence(app, actor, await rowsToAsk(app, splitIds(ids)), "学员审核 / Student check"),
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
