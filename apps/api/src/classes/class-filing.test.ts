import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lessonCalls } from "@jipei/contract/classes/lesson.ts";
import { organisationPlanCalls } from "@jipei/contract/classes/organisation-plan.ts";
import { classCalls as calls } from "@jipei/contract/classes/training-class.calls.ts";
import { sql } from "kysely";
import { aPublishedTest, anApprovedTest } from "../../test/factories/assessment.ts";
import {
  type BuiltClass,
  aClass,
  aCommittedClass,
  aConfirmedClass,
  aReadyClass,
  aReleasedPlan,
  acceptRoster,
  anApprovedOrgPlan,
  classInput,
  shiftClass,
} from "../../test/factories/class.ts";
import { aRosterRow, aSignUp } from "../../test/factories/enrolment.ts";
import { aStartupCourse } from "../../test/factories/teaching.ts";
import { type TrainingBase, aTrainingBase } from "../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../test/test-app.ts";
import { addDays, addMonths, addWorkdays, today } from "../core/clock.ts";

/** Filing of a class. */
let app: TestApp;
let base: TrainingBase;
let orgPlanId: string;
before(async () => {
  app = await startTestApp();
  base = await aTrainingBase(app);
  orgPlanId = await anApprovedOrgPlan(app, base, { headcount: 1000 });
});
after(() => app.close());

const read = (id: string) => app.as("clerk").call(calls.detail, { id });
const codes = (refused: { failures: { errorCode: string }[] }) => refused.failures.map((failure) => failure.errorCode);
const refusedSave = (overrides: Record<string, unknown>, user = base.orgAdmin) =>
  user.refused(calls.save, classInput(base, orgPlanId, overrides));

test("5.1-1: a class is saved with course and kind from plan and institution", async () => {
  const { id } = await base.orgAdmin.call(calls.save, classInput(base, orgPlanId, { orgId: "999" }) as any);
  const row = await read(id);
  assert.deepEqual(
    [row.status, row.runState, row.orgId, row.courseId, row.level, row.trainKind, row.classNo, row.studentCount],
    ["unCommit", "draft", base.orgId, base.courseId, "5", "01", null, 0],
  );
});

test("5.1-1: guards of a saved class", async () => {
  assert.equal((await refusedSave({ planCount: 51 })).msg, "超过机构计划剩余人数50");
  assert.equal((await refusedSave({ totalHours: "39.5" })).errorCode, "CLASS_HOURS_SHORT");
  await base.orgAdmin.call(calls.save, classInput(base, orgPlanId, { className: "同名班" }) as any);
  assert.equal((await refusedSave({ className: "同名班" })).errorCode, "CLASS_DUP");
  assert.equal((await refusedSave({ orgPlanId: "99999" })).errorCode, "PLAN_NOT_APPROVED");
  const other = await aTrainingBase(app);
  assert.equal((await refusedSave({ orgPlanId: await anApprovedOrgPlan(app, other) })).errorCode, "PLAN_NOT_APPROVED");
  assert.equal((await refusedSave({ orgCourseId: other.orgCourseId })).errorCode, "COURSE_NOT_APPROVED");
  assert.equal((await refusedSave({ headTeacherId: other.teacherId })).errorCode, "TEACHER_NOT_HIRED");
  const start = addWorkdays(today(), 8, new Map());
  for (const [field, overrides] of [
    ["endDate", { endDate: addDays(start, -1) }],
    ["endDate", { endDate: addDays(addMonths(start, 12), 1) }],
    ["signEndDate", { signStartDate: today(), signEndDate: addDays(start, 1) }],
    ["chargeStandard", { chargeStandard: "1800.01" }],
    ["classroomId", { classroomId: other.classroomId }],
    ["headTeacherPhone", { headTeacherPhone: "12345" }],
    ["planCount", { planCount: 0 }],
  ] as const)
    assert.equal((await refusedSave(overrides)).failures[0]?.field, field, JSON.stringify(overrides));
});

test("5.1-1: institution active; the remaining places of the plan count", async () => {
  const small = await aTrainingBase(app);
  const plan = await anApprovedOrgPlan(app, small, { headcount: 35 });
  const first = await aReadyClass(app, { base: small, orgPlanId: plan, overrides: { planCount: 30 } });
  await small.orgAdmin.call(calls.commit, { id: first.classId });
  assert.equal(
    (await small.orgAdmin.refused(calls.save, classInput(small, plan, { planCount: 6 }))).msg,
    "超过机构计划剩余人数5",
  );
  await small.orgAdmin.call(calls.save, classInput(small, plan, { planCount: 5 }) as any);
  assert.equal((await small.orgAdmin.call(organisationPlanCalls.detail, { id: plan })).usedHeadcount, 30);
  await sql`update organisation set state = 'unUser' where id = ${small.orgId}`.execute(app.db);
  assert.equal(
    (await small.orgAdmin.refused(calls.save, classInput(small, plan, { planCount: 5 }))).errorCode,
    "ORG_NOT_ACTIVE",
  );
});

test("5.1-1: start-up classes are small", async () => {
  const startup = await aTrainingBase(app, {
    courseId: (await aStartupCourse(app)).id,
    orgCourse: { theoryHours: "60.0", practiceHours: "0.0" },
  });
  const plan = await anApprovedOrgPlan(app, startup, { planId: await aReleasedPlan(app, { trainKind: "05" }) });
  assert.equal(
    (await startup.orgAdmin.refused(calls.save, classInput(startup, plan, { planCount: 31, totalHours: "56" })))
      .errorCode,
    "CLASS_OVER_PLAN",
  );
  await startup.orgAdmin.call(calls.save, classInput(startup, plan, { planCount: 30, totalHours: "56" }) as any);
});

test("5.1-2: changed by its own institution only, and only as a draft", async () => {
  const built = await aClass(app, { base, orgPlanId });
  const stranger = await aTrainingBase(app);
  assert.equal(
    (await stranger.orgAdmin.refused(calls.save, { id: built.classId, textbook: "别人的" })).errorCode,
    "NOT_OWNER",
  );
  assert.equal((await stranger.orgAdmin.refused(calls.detail, { id: built.classId })).errorCode, "NOT_FOUND");
  await base.orgAdmin.call(calls.save, { id: built.classId, textbook: "教材" } as any);
  assert.equal((await read(built.classId)).textbook, "教材");
  assert.equal(
    (await app.as("clerk").refused(calls.save, { id: built.classId, textbook: "x" })).errorCode,
    "ROLE_DENIED",
  );
});

test("5.1-3: submission numbers the class and its students, and counts in plan and queue", async () => {
  const built = await aReadyClass(app, { base, orgPlanId, students: 4, overrides: { planCount: 5 } });
  const clerk = app.as("clerk");
  const waiting = (await clerk.call(calls.pendingNumber, undefined as never)).number;
  await base.orgAdmin.call(calls.commit, { id: built.classId });
  const row = await read(built.classId);
  assert.match(row.classNo ?? "", new RegExp(`^B${built.startDate.slice(0, 4)}${base.orgNo}01\\d{3}$`));
  assert.match(row.classNo ?? "", /^B\d{4}J\d{4}\d{2}\d{3}$/);
  assert.deepEqual([row.status, row.runState, row.studentCount, row.scheduledHours], ["unConfirm", "draft", 4, "40.0"]);
  const numbers = await app.db
    .selectFrom("student")
    .select(["studentNo", "confirmStatus"])
    .where("classId", "=", built.classId)
    .orderBy("id")
    .execute();
  assert.deepEqual(
    numbers,
    [1, 2, 3, 4].map((n) => ({ studentNo: `${row.classNo}00${n}`, confirmStatus: "unConfirm" })),
  );
  assert.equal((await clerk.call(calls.pendingNumber, undefined as never)).number, waiting + 1);
  assert.equal(
    (await base.orgAdmin.refused(calls.save, { id: built.classId, textbook: "x" })).errorCode,
    "STATE_ILLEGAL",
  );
});

test("5.1-3: everything that is missing is named at once", async () => {
  const built = await aClass(app, {
    base,
    orgPlanId,
    overrides: { startDate: addWorkdays(today(), 4, new Map()), isSubsidy: "0" },
  });
  const refused = await base.orgAdmin.refused(calls.commit, { id: built.classId });
  assert.equal(refused.errorCode, "CLASS_NO_STUDENT");
  assert.deepEqual(codes(refused), ["CLASS_NO_STUDENT", "CLASS_HOURS_SHORT", "CLASS_LATE_COMMIT", "ATTACH_REQUIRED"]);
});

test("a check before submission says the same and changes nothing", async () => {
  const open = await aClass(app, { base, orgPlanId });
  const lacks = await base.orgAdmin.call(calls.checkCommit, { id: open.classId });
  assert.deepEqual(
    lacks.map((lack) => lack.errorCode),
    ["CLASS_NO_STUDENT", "CLASS_HOURS_SHORT", "ATTACH_REQUIRED"],
  );
  const ready = await aReadyClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
  assert.deepEqual(await base.orgAdmin.call(calls.checkCommit, { id: ready.classId }), []);
  const row = await read(ready.classId);
  assert.deepEqual(
    [row.status, row.classNo, row.nextStep?.who, row.nextStep?.until],
    ["unCommit", null, "institution", addWorkdays(ready.startDate, -5, new Map())],
  );
});

test("5.1-3: more students than planned; licence ending too early; plan used up", async () => {
  const own = await aTrainingBase(app);
  const plan = await anApprovedOrgPlan(app, own, { headcount: 12 });
  const built = await aReadyClass(app, { base: own, orgPlanId: plan, students: 6, overrides: { planCount: 8 } });
  await sql`update training_class set plan_count = 5 where id = ${built.classId}`.execute(app.db);
  await sql`update organisation set license_start_date = '2020-01-01', license_expire_date = ${addDays(built.endDate, -1)} where id = ${own.orgId}`.execute(
    app.db,
  );
  assert.deepEqual(codes(await own.orgAdmin.refused(calls.commit, { id: built.classId })), [
    "CLASS_OVER_SIZE",
    "LICENSE_EXPIRED",
  ]);
  await sql`update organisation set license_expire_date = ${built.endDate} where id = ${own.orgId}`.execute(app.db);
  await sql`update training_class set plan_count = 13 where id = ${built.classId}`.execute(app.db);
  assert.deepEqual(codes(await own.orgAdmin.refused(calls.commit, { id: built.classId })), ["CLASS_OVER_PLAN"]);
});

test("5.1-3: 34.0 of 56 hours are practice enough, 33.5 are not; online lessons do not count", async () => {
  const own = await aTrainingBase(app, { course: { level: "4", minHours: "56.0" } });
  const built = await aReadyClass(app, { base: own, overrides: { totalHours: "56" } });
  const share = async (theory: string, practice: string, online = "0") => {
    await sql`update lesson set is_deleted = 1 where class_id = ${built.classId}`.execute(app.db);
    const rows = [
      [theory, "1"],
      [practice, "2"],
      [online, "3"],
    ].filter(([hours]) => hours !== "0");
    for (const [i, [hours, type]] of rows.entries())
      await sql`insert into lesson (class_id, lesson_date, start_time, end_time, hours, lesson_type, content, teacher_id, classroom_id, online_url, create_user, update_user)
        values (${built.classId}, ${addDays(built.startDate, i)}, '08:00', '09:30', ${hours}, ${type}, '课', ${own.teacherId}, ${type === "3" ? null : own.classroomId}, ${type === "3" ? "https://example.cn/live" : null}, 1, 1)`.execute(
        app.db,
      );
    const answer = await own.orgAdmin.call(calls.commit, { id: built.classId }).then(() => "submitted", String);
    await sql`update training_class set status = 'unCommit' where id = ${built.classId}`.execute(app.db);
    assert.match(answer, /submitted|CLASS_HOURS_SHORT/);
    return answer !== "submitted";
  };
  assert.equal(await share("22.5", "33.5"), true);
  assert.equal(await share("22.0", "34.0"), false);
  assert.equal(await share("12.0", "18.0", "26.0"), false);
  assert.equal(await share("12.5", "18.0", "25.0"), true);
  assert.equal(await share("22.0", "33.5"), true);
});

test("5.1-3: lessons outside the class, and clashes, name their lesson", async () => {
  const built = await aReadyClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
  const [first] = built.lessonIds;
  await sql`update lesson set lesson_date = ${addDays(built.startDate, -1)} where id = ${first}`.execute(app.db);
  const outside = await base.orgAdmin.refused(calls.commit, { id: built.classId });
  assert.deepEqual(
    outside.failures.map((failure) => [failure.errorCode, failure.id]),
    [["SCHEDULE_RANGE", first]],
  );
});

test("5.1-3: an online lesson needs its address, a large practice group an assistant, every room lesson a room", async () => {
  const built = await aReadyClass(app, { base, orgPlanId, students: 31, overrides: { planCount: 35 } });
  const refused = await base.orgAdmin.refused(calls.commit, { id: built.classId });
  assert.deepEqual([...new Set(refused.failures.map((failure) => failure.field))], ["assistTeacherId"]);
  await sql`update lesson set assist_teacher_id = ${base.secondTeacherId} where class_id = ${built.classId}`.execute(
    app.db,
  );
  await sql`update lesson set classroom_id = null where id = ${built.lessonIds[0]}`.execute(app.db);
  assert.deepEqual(
    (await base.orgAdmin.refused(calls.commit, { id: built.classId })).failures.map((failure) => failure.field),
    ["classroomId"],
  );
  await base.orgAdmin.call(lessonCalls.submit, { id: built.lessonIds[0], classroomId: base.classroomId } as any);
  await base.orgAdmin.call(calls.commit, { id: built.classId });
});

test("5.1-3: CLASS_LATE_COMMIT counts working days back from the start", async () => {
  const late = await aReadyClass(app, { overrides: { startDate: addWorkdays(today(), 5, new Map()) } });
  // Exactly five working days before: today is the last day where today is a working day itself.
  const lastDay = addWorkdays(late.startDate, -5, new Map());
  if (today() <= lastDay) await late.base.orgAdmin.call(calls.commit, { id: late.classId });
  const tooLate = await aReadyClass(app, { overrides: { startDate: addWorkdays(today(), 4, new Map()) } });
  const refused = await tooLate.base.orgAdmin.refused(calls.commit, { id: tooLate.classId });
  assert.deepEqual([refused.errorCode, refused.msg], ["CLASS_LATE_COMMIT", "须在开班前5个工作日提交"]);
});

test("a class of Monday 2026-11-30 is submitted by Monday 2026-11-23", () =>
  assert.equal(addWorkdays("2026-11-30", -5, new Map()), "2026-11-23"));

test("5.1-3: nobody in two classes at the same time", async () => {
  const one = await aReadyClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
  const person = await app.db
    .selectFrom("student")
    .selectAll()
    .where("id", "=", one.studentIds[0] as string)
    .executeTakeFirstOrThrow();
  const two = await aReadyClass(app, { overrides: { planCount: 5 } });
  await app.db
    .updateTable("student")
    .set({ idNumber: person["idNumber"], idNumberHash: person["idNumberHash"], name: person["name"] })
    .where("id", "=", two.studentIds[0] as string)
    .execute();
  const refused = await two.base.orgAdmin.refused(calls.commit, { id: two.classId });
  assert.deepEqual(codes(refused), ["STUDENT_CLASH"]);
  assert.equal(refused.failures[0]?.id, two.studentIds[0]);
});

test("5.1-4: confirmed once the bureau has decided on everybody; students get a message", async () => {
  const built = await aCommittedClass(app, { base, orgPlanId, students: 3, overrides: { planCount: 5 } });
  const clerk = app.as("clerk");
  const confirm = { ids: built.classId, status: "Confirm" } as const;
  assert.equal((await clerk.refused(calls.switchStatus, confirm)).msg, "尚有3名学员未审核通过");
  await acceptRoster(app, built);
  await sql`update student set confirm_status = 'back' where id = ${built.studentIds[2]}`.execute(app.db);
  assert.match(
    (await read(built.classId)).nextStep?.zh ?? "",
    /1名学员将移出花名册/,
    "whoever confirms is told whom it costs",
  );
  const sign = await aSignUp(app, built.classId);
  const applicant = app.as("clerk", { userId: base.orgAdmin.actor.userId });
  assert.equal((await applicant.refused(calls.switchStatus, confirm)).errorCode, "SELF_REVIEW");
  await clerk.call(calls.switchStatus, confirm as any);
  const row = await read(built.classId);
  assert.deepEqual([row.status, row.runState, row.studentCount], ["Confirm", "notStarted", 2]);
  assert.ok(row.confirmUser && row.confirmTime);
  const texts = await app.db
    .selectFrom("smsMessage")
    .select("template")
    .where("bizType", "=", "TrainingClass")
    .where("bizId", "=", built.classId)
    .execute();
  assert.deepEqual(
    texts.map((text) => text["template"]),
    ["CLASS_OK", "CLASS_OK"],
  );
  const signUp = await app.db.selectFrom("signUp").select("confirmStatus").where("id", "=", sign.id).executeTakeFirst();
  assert.equal(signUp?.["confirmStatus"], "Invalidate");
});

test("5.1-4: two reviewers at once confirm a class once", async () => {
  const built = await aCommittedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
  await acceptRoster(app, built);
  const answers = await Promise.allSettled(
    [1, 2, 3, 4].map(() => app.as("clerk").call(calls.switchStatus, { ids: built.classId, status: "Confirm" } as any)),
  );
  assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 1);
  assert.equal((await read(built.classId)).auditList?.filter((entry) => entry.action === "confirm").length, 1);
});

test("5.1-4: not after the first day", async () => {
  const built = await aCommittedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
  await acceptRoster(app, built);
  await shiftClass(app, built, -30);
  assert.ok(
    codes(await app.as("clerk").refused(calls.switchStatus, { ids: built.classId, status: "Confirm" })).includes(
      "CLASS_STARTED",
    ),
  );
});

test("5.1-4: the same call again within ten seconds gets the first answer", async () => {
  const built = await aCommittedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
  await acceptRoster(app, built);
  const clerk = app.as("clerk");
  for (let i = 0; i < 2; i++) await clerk.call(calls.switchStatus, { ids: built.classId, status: "Confirm" } as any);
  assert.equal(
    (await app.as("clerk").refused(calls.switchStatus, { ids: built.classId, status: "Confirm" })).errorCode,
    "STATE_ILLEGAL",
  );
});

test("5.1-5: a return with its reason gives the places back and opens the roster; the number stays", async () => {
  const built = await aCommittedClass(app, { base, orgPlanId, overrides: { planCount: 7 } });
  const number = (await read(built.classId)).classNo;
  const used =
    (await read(built.classId)) &&
    (await base.orgAdmin.call(organisationPlanCalls.detail, { id: orgPlanId })).usedHeadcount;
  await sql`update student set confirm_status = 'Confirm' where id = ${built.studentIds[0]}`.execute(app.db);
  const clerk = app.as("clerk");
  assert.equal((await clerk.refused(calls.back, { id: built.classId, reason: " " })).errorCode, "REASON_REQUIRED");
  await clerk.call(calls.back, { id: built.classId, reason: "教学计划不完整" });
  const row = await read(built.classId);
  assert.deepEqual([row.status, row.backReason, row.classNo], ["unCommit", "教学计划不完整", number]);
  const states = await app.db
    .selectFrom("student")
    .select("confirmStatus")
    .where("classId", "=", built.classId)
    .orderBy("id")
    .execute();
  assert.deepEqual(
    states.map((state) => state["confirmStatus"]),
    ["Confirm", "unSubmit", "unSubmit"],
  );
  assert.equal(
    (await base.orgAdmin.call(organisationPlanCalls.detail, { id: orgPlanId })).usedHeadcount,
    Number(used) - 7,
  );
  await base.orgAdmin.call(calls.commit, { id: built.classId });
  assert.equal((await read(built.classId)).classNo, number);
});

test("5.1-6, -7: a confirmation is taken back before the start only", async () => {
  const clerk = app.as("clerk");
  const one = await aConfirmedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
  await clerk.call(calls.back, { id: one.classId, reason: "场地停用" });
  const row = await read(one.classId);
  assert.deepEqual([row.status, row.confirmTime, row.backReason], ["unCommit", null, "场地停用"]);
  const two = await aConfirmedClass(app, { overrides: { planCount: 5 } });
  assert.equal(
    (await clerk.refused(calls.switchStatus, { ids: two.classId, status: "unConfirm", reason: "误操作" })).errorCode,
    "ROLE_DENIED",
  );
  const administrator = app.as("sysAdmin");
  assert.equal(
    (await administrator.refused(calls.switchStatus, { ids: two.classId, status: "unConfirm" })).errorCode,
    "REASON_REQUIRED",
  );
  await administrator.call(calls.switchStatus, { ids: two.classId, status: "unConfirm", reason: "误操作" } as any);
  assert.equal((await read(two.classId)).status, "unConfirm");
  const three = await aConfirmedClass(app, { overrides: { planCount: 5 } });
  await shiftClass(app, three, -16);
  assert.equal((await clerk.refused(calls.back, { id: three.classId, reason: "晚了" })).errorCode, "CLASS_STARTED");
  assert.equal(
    (await administrator.refused(calls.switchStatus, { ids: three.classId, status: "unConfirm", reason: "晚了" }))
      .errorCode,
    "CLASS_STARTED",
  );
});

test("5.1-8: a draft is discarded unless sign-ups wait", async () => {
  const built = await aReadyClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
  const sign = await aSignUp(app, built.classId);
  const discard = { ids: built.classId, status: "deleted" } as const;
  assert.equal((await base.orgAdmin.refused(calls.switchStatus, discard)).errorCode, "CLASS_IN_USE");
  await sql`update sign_up set confirm_status = 'Invalidate' where id = ${sign.id}`.execute(app.db);
  await base.orgAdmin.call(calls.switchStatus, discard as any);
  const row = await read(built.classId);
  assert.deepEqual([row.status, row.runState, row.studentCount], ["deleted", "draft", 0]);
});

test("5.1-9: a class is ended while its assessment runs, but no more once the grades are published", async () => {
  const clerk = app.as("clerk");
  const graded = await aPublishedTest(app, { students: 2 });
  const refused = await clerk.refused(calls.switchStatus, { ids: graded.classId, status: "deleted", reason: "停办" });
  assert.equal(refused.errorCode, "STATE_ILLEGAL");
  const testing = await anApprovedTest(app, { students: 2 });
  await clerk.call(calls.switchStatus, { ids: testing.classId, status: "deleted", reason: "停办" } as never);
});

test("5.1-9: a confirmed class is ended by the bureau, with a reason, before any result", async () => {
  const built = await aConfirmedClass(app, { base, orgPlanId, overrides: { planCount: 6 } });
  const clerk = app.as("clerk");
  const end = { ids: built.classId, status: "deleted", reason: "机构申请停办" } as const;
  assert.equal((await base.orgAdmin.refused(calls.switchStatus, end)).errorCode, "ROLE_DENIED");
  assert.equal((await clerk.refused(calls.switchStatus, { ...end, reason: "" })).errorCode, "REASON_REQUIRED");
  const used = Number((await base.orgAdmin.call(organisationPlanCalls.detail, { id: orgPlanId })).usedHeadcount);
  await sql`insert into certificate (class_id, student_id, is_valid, create_user, update_user) values (${built.classId}, ${built.studentIds[0]}, 'isValid', 1, 1)`.execute(
    app.db,
  );
  assert.equal((await clerk.refused(calls.switchStatus, end)).errorCode, "CLASS_HAS_RESULT");
  await sql`delete from certificate where class_id = ${built.classId}`.execute(app.db);
  await clerk.call(calls.switchStatus, end as any);
  const row = await read(built.classId);
  assert.deepEqual([row.status, row.runState], ["deleted", "terminated"]);
  assert.equal((await base.orgAdmin.call(organisationPlanCalls.detail, { id: orgPlanId })).usedHeadcount, used - 6);
  // The teacher is free again.
  const again = await aReadyClass(app, {
    base: built.base,
    sameTeacher: true,
    orgPlanId,
    overrides: { planCount: 6, startDate: built.startDate },
  });
  await base.orgAdmin.call(calls.commit, { id: again.classId });
});

test("5.1-10: a confirmed class is corrected in a few fields, with before and after", async () => {
  const built = await aConfirmedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
  const clerk = app.as("clerk");
  const row = (await read(built.classId)) as any;
  assert.equal(
    (await clerk.refused(calls.correct, { id: built.classId, trainPlace: "新址" })).errorCode,
    "REASON_REQUIRED",
  );
  for (const frozen of [
    { level: "4" },
    { courseId: "1234" },
    { orgId: "999999" },
    { planCount: 9 },
    { startDate: today() },
  ])
    assert.equal(
      (await clerk.refused(calls.correct, { id: built.classId, ...frozen, correctReason: "更正" })).errorCode,
      "FIELD_FROZEN",
      JSON.stringify(frozen),
    );
  assert.equal(
    (
      await clerk.refused(calls.correct, {
        id: built.classId,
        endDate: addDays(built.startDate, 2),
        correctReason: "更正",
      })
    ).failures[0]?.field,
    "endDate",
  );
  // A whole row may be sent back with its changes.
  const { auditList: _, ...whole } = row;
  await clerk.call(calls.correct, {
    ...whole,
    trainPlace: "新址",
    contactPhone: "13912345678",
    correctReason: "地址变更",
  } as any);
  const corrected = await read(built.classId);
  assert.deepEqual(
    [corrected.trainPlace, corrected.contactPhone, corrected.correctReason, corrected.status],
    ["新址", "13912345678", "地址变更", "Confirm"],
  );
  const trace = await app.db
    .selectFrom("auditRecord")
    .selectAll()
    .where("bizId", "=", built.classId)
    .where("action", "=", "correctedValues")
    .executeTakeFirstOrThrow();
  assert.deepEqual(trace["before"], { trainPlace: "测试路1号", contactPhone: "139****0002" });
  assert.deepEqual(trace["after"], { trainPlace: "新址", contactPhone: "139****5678" });
  assert.equal(
    (await base.orgAdmin.refused(calls.correct, { id: built.classId, trainPlace: "x", correctReason: "x" })).errorCode,
    "ROLE_DENIED",
  );
});

test("5.1-11: removed only as an unused draft", async () => {
  const used = await aClass(app, { base, orgPlanId });
  await aRosterRow(app, used.classId, { confirmStatus: "unSubmit" });
  assert.equal((await base.orgAdmin.refused(calls.remove, { ids: used.classId })).errorCode, "CLASS_IN_USE");
  const free = await aClass(app, { base, orgPlanId });
  await base.orgAdmin.call(calls.remove, { ids: free.classId });
  assert.equal((await base.orgAdmin.refused(calls.detail, { id: free.classId })).errorCode, "NOT_FOUND");
  const committed = await aCommittedClass(app, { overrides: { planCount: 5 } });
  assert.equal(
    (await committed.base.orgAdmin.refused(calls.remove, { ids: committed.classId })).errorCode,
    "STATE_ILLEGAL",
  );
});

test("numbers count per institution, year and kind, and are never twins", async () => {
  const own = await aTrainingBase(app);
  const plan = await anApprovedOrgPlan(app, own);
  const classes: BuiltClass[] = [];
  for (let i = 0; i < 4; i++)
    classes.push(await aReadyClass(app, { base: own, orgPlanId: plan, overrides: { planCount: 5 } }));
  await Promise.all(classes.map((built) => own.orgAdmin.call(calls.commit, { id: built.classId })));
  const numbers = (await Promise.all(classes.map((built) => read(built.classId)))).map((row) => row.classNo).sort();
  assert.deepEqual(
    numbers,
    ["001", "002", "003", "004"].map((sequence) => `B${classes[0]?.startDate.slice(0, 4)}${own.orgNo}01${sequence}`),
  );
});

test("many classes at once never take more places than the plan has", async () => {
  const own = await aTrainingBase(app);
  const plan = await anApprovedOrgPlan(app, own, { headcount: 20 });
  const classes: BuiltClass[] = [];
  for (let i = 0; i < 5; i++)
    classes.push(await aReadyClass(app, { base: own, orgPlanId: plan, overrides: { planCount: 8 } }));
  const answers = await Promise.all(
    classes.map((built) =>
      own.orgAdmin.call(calls.commit, { id: built.classId }).then(
        () => "submitted",
        (error) => /CLASS_OVER_PLAN/.exec(String(error))?.[0] ?? String(error),
      ),
    ),
  );
  assert.deepEqual([...answers].sort(), [
    "CLASS_OVER_PLAN",
    "CLASS_OVER_PLAN",
    "CLASS_OVER_PLAN",
    "submitted",
    "submitted",
  ]);
  assert.equal((await own.orgAdmin.call(organisationPlanCalls.detail, { id: plan })).usedHeadcount, 16);
});

test("one name, many writers: one class", async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      base.orgAdmin.call(calls.save, classInput(base, orgPlanId, { className: "抢名班" }) as any).then(
        () => "saved",
        (error) => /CLASS_DUP/.exec(String(error))?.[0] ?? String(error),
      ),
    ),
  );
  assert.deepEqual([...new Set(answers)].sort(), ["CLASS_DUP", "saved"]);
  assert.equal(answers.filter((answer) => answer === "saved").length, 1);
});

test("who sees which classes", async () => {
  const built = await aClass(app, {
    base,
    orgPlanId,
    overrides: { signStartDate: today(), signEndDate: addDays(today(), 3) },
  });
  const closed = await aClass(app, { base, orgPlanId });
  const person = app.as("student", { accountId: "5", idNumberHash: "nobody" });
  const names = async (user: typeof person, call: any) =>
    (await user.list<any>(call, { size: "200" })).records.map((row: any) => row.id);
  assert.ok((await names(person, calls.usedByPerson)).includes(built.classId));
  assert.ok(!(await names(person, calls.usedByPerson)).includes(closed.classId));
  const member = await aRosterRow(app, closed.classId);
  const student = app.as("student", { accountId: "6", idNumberHash: app.cipher.hash(member.idNumber) });
  assert.ok((await names(student, calls.usedByPerson)).includes(closed.classId));
  const stranger = await aTrainingBase(app);
  assert.ok(!(await names(stranger.orgAdmin, calls.usedByOrg)).includes(built.classId));
  const teacherHash = (
    await app.db.selectFrom("teacher").select("idNumberHash").where("id", "=", base.teacherId).executeTakeFirstOrThrow()
  )["idNumberHash"];
  const teacher = app.as("orgTeacher", { orgId: base.orgId, idNumberHash: teacherHash });
  assert.ok((await names(teacher, calls.usedByOrg)).includes(built.classId));
  assert.deepEqual(await names(app.as("orgTeacher", { orgId: base.orgId, idNumberHash: "x" }), calls.usedByOrg), []);
  assert.equal((await teacher.refused(calls.save, { id: built.classId, textbook: "x" })).errorCode, "ROLE_DENIED");
});
