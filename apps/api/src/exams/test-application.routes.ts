import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { testApplicationCalls as calls, testEligible } from "@jipei/contract/exams/test-application.calls.ts";
import { AssessorAssignment } from "@jipei/contract/exams/assessor-assignment.ts";
import { TestApplication } from "@jipei/contract/exams/test-application.ts";
import { TestCandidate } from "@jipei/contract/exams/test-candidate.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { classFacts, classScope } from "../classes/classes.queries.ts";
import { type Actor, isInside, mustHold } from "../core/actor.ts";
import { auditOf, writeAudit } from "../core/audit.ts";
import { insertRow, removeRows, updateRow } from "../core/crud.ts";
import { today } from "../core/clock.ts";
import type { Db, Tx } from "../core/db.ts";
import { attachFiles, ownFiles, shareFile, withFiles } from "../core/files.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { ascending, descending } from "../core/order.ts";
import { present } from "../core/present.ts";
import { Refusal } from "../core/refusal.ts";
import { checkVersion, lockRow, lockRows, readRow, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { countShown, shownRows } from "../core/shown-rows.ts";
import { transition } from "../core/transition.ts";
import { parametersOf } from "../settings/settings.queries.ts";
import { assignmentScope, candidateScope, testApplicationScope } from "./exams.scope.ts";
import { firstTest } from "./test-application.guards.ts";
import { hasReview } from "./grade-rules.ts";
import { type Applicant, type Condition, applicantsOf, conditionsOf, meets } from "./condition.ts";
import { attemptsOf, noMakeUp } from "./make-up.ts";
import { testApplicationLifecycle } from "./test-application.lifecycle.ts";

type Values = Record<string, any>;

ownFiles(TestApplication, testApplicationScope, "test_apply");
ownFiles(TestCandidate, candidateScope, "test");

const list = (_db: Db, actor: Actor, query: any, app: Services) =>
  listPage(app, actor, TestApplication, query, {
    scope: testApplicationScope,
    order: [
      descending(sql`(t.confirm_type = 'unConfirm')`),
      ascending(sql`t.wish_test_date`, true),
      ascending(sql`t.id`),
    ],
  }) as never;

async function whole(db: Db, actor: Actor, id: string, app: Services): Promise<any> {
  const head = await readRow<Values>(db, TestApplication, testApplicationScope, actor, id);
  await withFiles(db, TestApplication, [head]);
  const where = sql`t.test_apply_id = ${id}`;
  const candidates = await shownRows(db, actor, app, TestCandidate, {
    scope: candidateScope,
    where,
    order: sql`t.id`,
    view: "detail",
  });
  const { conditions, metBy } = await conditionsFor(
    db,
    head,
    candidates.map((one) => one["studentId"]),
  );
  return {
    ...present(TestApplication, actor, app.cipher, head, "detail"),
    testList: candidates.map((one) => ({ ...one, metConditions: metBy(one["studentId"]) })),
    conditionList: conditions,
    assessorList: await shownRows(db, actor, app, AssessorAssignment, {
      scope: assignmentScope,
      where,
      order: sql`t.duty, t.id`,
      view: "detail",
    }),
    // What bureau and institution write to each other is not for those who are examined or examine.
    ...(isInside(actor)
      ? { auditList: await auditOf(db, actor, "TestApplication", id) }
      : { reason: null, remark: null, auditList: [] }),
  };
}

const editable = (row: Values) => row["confirmType"] === "unSubmit" || row["confirmType"] === "back";
const mustBeEditable = (row: Values) => {
  if (!editable(row))
    throw new Refusal("STATE_ILLEGAL", {
      status: { zh: "已提交", en: "submitted" },
      action: { zh: "修改", en: "edit" },
    });
};

interface Body {
  testApplyDTO: Values;
  testDTOs?: Values[];
  delTestDTOs?: { testId: string }[];
}

/** Saves head and candidates together. @throws NOT_OWNER, CLASS_NOT_ENDED, STUDENT_UNCHECKED, STATE_ILLEGAL */
async function save(tx: Tx, actor: Actor, body: Body): Promise<string> {
  const head = body.testApplyDTO;
  mustHold(actor, head["id"] ? "test_apply_edit" : "test_apply_add");
  const old = head["id"] ? await lockRow<Values>(tx, TestApplication, testApplicationScope, actor, head["id"]) : null;
  if (old) {
    checkVersion(old as { version: number }, head["version"]);
    mustBeEditable(old);
  }
  const columns = await headColumns(tx, actor, head, old);
  const row = old
    ? await updateRow(tx, actor, TestApplication, old["id"], columns)
    : await insertRow(tx, actor, TestApplication, { ...columns, confirmType: "unSubmit", print: "0", studentCount: 0 });
  const gone = (body.delTestDTOs ?? []).map((one) => one.testId);
  if (gone.length > 0) {
    const own = await tx
      .selectFrom("testCandidate")
      .select("id")
      .where("testApplyId", "=", row["id"])
      .where("id", "in", gone)
      .where("isDeleted", "=", 0)
      .execute();
    if (own.length !== gone.length) throw new Refusal("NOT_OWNER");
    await removeRows(tx, actor, TestCandidate, gone);
  }
  await saveCandidates(tx, actor, row, body.testDTOs ?? (old ? [] : null));
  await attachFiles(tx, actor, TestApplication, row["id"], head);
  await sql`update test_application a set student_count = (select count(*) from test_candidate c where c.test_apply_id = a.id and c.is_deleted = 0) where a.id = ${row["id"]}`.execute(
    tx,
  );
  return row["id"];
}

async function headColumns(tx: Tx, actor: Actor, head: Values, old: Values | null): Promise<Values> {
  const classId = (head["classId"] as string | undefined) ?? old?.["classId"];
  if (!classId)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "班级", en: "Class" },
      reason: { zh: "请选择", en: "please choose" },
    });
  const facts = await classFacts(tx, classId);
  if (facts.orgId !== actor.orgId) throw new Refusal("NOT_OWNER");
  if (facts.status !== "Confirm") throw new Refusal("CLASS_NOT_ENDED");
  const merged = { ...old, ...head };
  for (const [name, zh, en] of [
    ["testKind", "考核类型", "Kind"],
    ["testMode", "评价方式", "Mode"],
    ["wishTestDate", "申请考核日期", "Wished date"],
    ["testPlace", "考核地点", "Place"],
    ["subjects", "考核科目", "Subjects"],
  ] as const)
    if (!merged[name] || (Array.isArray(merged[name]) && merged[name].length === 0))
      throw new Refusal("FIELD_INVALID", { field: { zh, en }, reason: { zh: "不能为空", en: "required" } });
  const subjects = merged["subjects"] as string[];
  if (hasReview(facts.level) && ["1", "2"].includes(merged["testMode"]) && !subjects.includes("3"))
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "考核科目", en: "Subjects" },
      reason: { zh: "一级、二级须包含综合评审", en: "levels 1 and 2 include the review" },
    });
  if (merged["wishTestDate"] < facts.endDate && merged["testKind"] === firstTest)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "申请考核日期", en: "Wished date" },
      reason: { zh: "不能早于结业日期", en: "may not be before the end of the class" },
    });
  const { orgId, courseId, courseName, occupationCode, occupationName, level } = facts;
  const { id: _id, version: _version, testDate: _testDate, ...own } = head;
  return { ...own, classId, orgId, courseId, courseName, occupationCode, occupationName, level };
}

/** @param wanted rows as sent; null takes every student who may be assessed */
async function saveCandidates(tx: Tx, actor: Actor, application: Values, wanted: Values[] | null): Promise<void> {
  const eligible = await eligibleStudents(tx, application["classId"], application["testKind"]);
  const byStudent = new Map(eligible.map((one) => [one.studentId, one]));
  const lines = await tx
    .selectFrom("testCandidate")
    .select(["id", "studentId", "candidatesSourceId", "conditionId"])
    .where("testApplyId", "=", application["id"])
    .where("isDeleted", "=", 0)
    .execute();
  const lineOf = new Map(lines.map((line) => [line["studentId"] as string, line]));
  const byId = new Map(lines.map((line) => [line["id"] as string, line["studentId"] as string]));
  const source = await firstSource(tx);
  const rows = wanted ?? eligible.filter((one) => one.reason === null).map((one) => ({ studentId: one.studentId }));
  const { metBy } = await conditionsFor(tx, application, [...byStudent.keys()]);
  for (const row of rows as Values[]) {
    const studentId = (row["studentId"] as string | undefined) ?? byId.get(row["id"]);
    const student = studentId ? byStudent.get(studentId) : undefined;
    if (!student) throw new Refusal("NOT_OWNER");
    if (student.confirmStatus !== "Confirm") throw new Refusal("STUDENT_UNCHECKED", { n: 1 });
    const line = lineOf.get(student.studentId);
    // Source and condition that the institution chose stay until it chooses others.
    const columns = {
      ...student.snapshot,
      candidatesSourceId: row["candidatesSourceId"] ?? line?.["candidatesSourceId"] ?? source,
      conditionId: row["conditionId"] ?? line?.["conditionId"] ?? metBy(student.studentId)[0] ?? null,
      photoAttId: row["photoAttId"] ?? student.photoAttId,
      attendanceRate: student.attendanceRate,
      isEligible: "1",
    };
    const saved = line
      ? await updateRow(tx, actor, TestCandidate, line["id"], columns)
      : await insertRow(tx, actor, TestCandidate, {
          ...columns,
          testApplyId: application["id"],
          studentId: student.studentId,
        });
    await usePhoto(tx, actor, saved["id"], columns.photoAttId, student.photoAttId);
  }
}

/** The photo of the roster is taken over as it is; another one must be the institution's own upload. @throws ATTACH_NOT_OWN */
async function usePhoto(
  tx: Tx,
  actor: Actor,
  id: string,
  photoAttId: string | null,
  ofStudent: string | null,
): Promise<void> {
  if (photoAttId !== null && photoAttId === ofStudent) await shareFile(tx, photoAttId, TestCandidate, id, "photoAttId");
  else await attachFiles(tx, actor, TestCandidate, id, { photoAttId });
}

/** The conditions of an application's occupation and level, and which of them a student meets on the day of the assessment. */
async function conditionsFor(
  db: Db,
  application: Values,
  studentIds: readonly string[],
): Promise<{ conditions: Condition[]; metBy: (studentId: string) => string[] }> {
  const conditions = await conditionsOf(db, application["occupationCode"], application["level"]);
  const people = await applicantsOf(db, studentIds, application["occupationCode"]);
  const day = application["testDate"] ?? application["wishTestDate"];
  const metBy = (studentId: string) =>
    conditions.filter((one) => meets(one, people.get(studentId) as Applicant, day)).map(({ id }) => id);
  return { conditions, metBy };
}

const firstSource = async (db: Db): Promise<string | null> =>
  (
    await sql<{
      id: string;
    }>`select id from candidate_source where is_deleted = 0 and is_valid = 'isValid' order by sort, id limit 1`.execute(
      db,
    )
  ).rows[0]?.id ?? null;

interface EligibleStudent {
  studentId: string;
  studentNo: string | null;
  name: string;
  confirmStatus: string;
  attendanceRate: string | null;
  photoAttId: string | null;
  snapshot: Values;
  /** Why he may not be assessed. */
  reason: { zh: string; en: string } | null;
}

/** Until a lesson is held nobody has a rate that could be too low. */
const noAttendance = { zh: "尚未登记考勤", en: "No attendance has been taken yet" };

/** Members of a class and what, if anything, keeps each from the assessment. */
async function eligibleStudents(db: Db, classId: string, testKind: string): Promise<EligibleStudent[]> {
  const { "attendance.min": min, "test.makeup.months": months } = await parametersOf(db, [
    "attendance.min",
    "test.makeup.months",
  ]);
  const { rows } = await sql<any>`
    select s.id, s.student_no, s.name, s.id_type, s.id_number, s.id_number_hash, s.sex, s.birthday, s.nation, s.education, s.phone, s.phone_hash, s.attendance_rate, s.confirm_status, s.photo_att_id, so_far.*
    from student s cross join lateral (${attemptsOf(sql`s.id`)}) so_far where s.class_id = ${classId} and s.is_deleted = 0 and s.confirm_status = 'Confirm' order by s.student_no nulls last, s.id`.execute(
    db,
  );
  return rows.map((row) => {
    const {
      id,
      studentNo,
      confirmStatus,
      attendanceRate,
      photoAttId,
      attempts,
      lastResult,
      firstTest: first,
      lastCheat,
      ...snapshot
    } = row;
    const low =
      attendanceRate === null
        ? noAttendance
        : new Decimal(attendanceRate).lt(min)
          ? new Refusal("ATTENDANCE_LOW", { name: row.name, a: attendanceRate, b: min.toString() })
          : null;
    const wrongKind =
      testKind !== firstTest
        ? noMakeUp(row.name, { attempts, lastResult, firstTest: first, lastCheat }, months)
        : lastResult !== null
          ? new Refusal("TEST_DUP")
          : null;
    return {
      studentId: id,
      studentNo,
      name: row.name,
      confirmStatus,
      attendanceRate,
      photoAttId,
      snapshot,
      reason: low ?? wrongKind,
    };
  });
}

export const testApplicationRoutes: Route[] = [
  reads(calls.list, list),
  reads(calls.listOfOrg, list),
  reads(calls.listOfBureau, list),
  reads(calls.listOfPerson, list),
  reads(calls.detail, (db, actor, { id }, app) => whole(db, actor, id, app)),
  writes(calls.submit, async (tx, actor, body, app) => whole(tx, actor, await save(tx, actor, body as Body), app)),

  writes(calls.remove, async (tx, actor, input) => {
    const rows = await lockRows<Values>(tx, TestApplication, testApplicationScope, actor, splitIds(input.ids));
    for (const row of rows) mustBeEditable(row);
    const ids = rows.map((row) => row["id"] as string);
    const candidates = await tx
      .selectFrom("testCandidate")
      .select("id")
      .where("testApplyId", "in", ids)
      .where("isDeleted", "=", 0)
      .execute();
    await removeRows(
      tx,
      actor,
      TestCandidate,
      candidates.map((row) => row["id"]),
    );
    await removeRows(tx, actor, TestApplication, ids);
  }),

  writes(calls.confirm, async (tx, actor, { ids, confirmType, ...input }, app) => {
    if (confirmType !== "unConfirm" && confirmType !== "Confirm")
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "目标状态", en: "Target" },
        reason: { zh: "只能为待审核或审核通过", en: "unConfirm or Confirm only" },
      });
    await transition(
      tx,
      actor,
      testApplicationLifecycle,
      confirmType === "unConfirm" ? "commit" : "confirm",
      splitIds(ids),
      input,
      app,
    );
  }),

  writes(calls.confirmSubmit, async (tx, actor, { ids, confirmType, reason }, app) => {
    const chosen = splitIds(ids);
    if (confirmType === "back")
      return void (await transition(tx, actor, testApplicationLifecycle, "back", chosen, { reason }, app));
    if (confirmType !== "Invalidate")
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "目标状态", en: "Target" },
        reason: { zh: "只能为已退回或作废", en: "back or Invalidate only" },
      });
    const rows = await lockRows<Values>(tx, TestApplication, testApplicationScope, actor, chosen);
    const approved = rows.filter((row) => row["confirmType"] === "Confirm").map((row) => row["id"]);
    if (approved.length > 0) await transition(tx, actor, testApplicationLifecycle, "revoke", approved, { reason }, app);
    const open = chosen.filter((id) => !approved.includes(id));
    if (open.length > 0) await transition(tx, actor, testApplicationLifecycle, "invalidate", open, { reason }, app);
  }),

  writes(calls.printSwitching, async (tx, actor, { ids, print }) => {
    const rows = await lockRows<Values>(tx, TestApplication, testApplicationScope, actor, splitIds(ids));
    if (rows.some((row) => row["confirmType"] !== "Confirm"))
      throw new Refusal("STATE_ILLEGAL", {
        status: { zh: "未审核通过", en: "not approved" },
        action: { zh: "打印", en: "print" },
      });
    for (const row of rows) await updateRow(tx, actor, TestApplication, row["id"], { print });
    await writeAudit(
      tx,
      actor,
      rows.map((row) => ({
        bizType: "TestApplication",
        bizId: row["id"],
        action: "print",
        before: row["print"],
        after: print,
        opinion: today(),
      })),
    );
  }),

  reads(calls.pendingCount, (db, actor) =>
    countShown(db, actor, TestApplication, testApplicationScope, sql`t.confirm_type = 'unConfirm'`),
  ),

  reads(testEligible, async (db, actor, { classId, testKind }) => {
    await readRow(db, TrainingClass, classScope, actor, classId);
    return (await eligibleStudents(db, classId, testKind)).map((one) => ({
      studentId: one.studentId,
      studentNo: one.studentNo,
      name: one.name,
      attendanceRate: one.attendanceRate,
      eligible: one.reason === null ? 1 : 0,
      message: one.reason?.zh ?? null,
      messageEn: one.reason?.en ?? null,
    }));
  }),
];
