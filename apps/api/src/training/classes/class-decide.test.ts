import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { organisationPlanCalls } from "@jipei/contract/training/organisation-plan.ts";
import { classCalls as calls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import { aPublishedTest, anApprovedTest } from "../../../test/factories/assessment.ts";
import {
  aCommittedClass,
  aConfirmedClass,
  aReadyClass,
  acceptRoster,
  anApprovedOrgPlan,
  shiftClass,
} from "../../../test/factories/class.ts";
import { aSignUp } from "../../../test/factories/enrolment.ts";
import { type TrainingBase, aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { assertActive } from "../../providers/providers.queries.ts";

/** What the bureau decides on a class, and its end. */
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

describe("TrainingClass.switchStatus", () => {
  it("5.1-2: the institution withdraws what it submitted, until the bureau has decided on a student (CLASS_UNDER_REVIEW)", async () => {
    const built = await aCommittedClass(app, { base, orgPlanId, students: 2 });
    const org = base.orgAdmin;
    const withdraw = { ids: built.classId, status: "unCommit" } as const;
    const plan = async () => (await org.call(organisationPlanCalls.detail, { id: orgPlanId })).usedHeadcount ?? 0;
    const before = await plan();
    assert.equal((await app.as("clerk").refused(calls.switchStatus, withdraw)).errorCode, "ROLE_DENIED");
    await org.call(calls.switchStatus, withdraw as any);
    const row = await read(built.classId);
    assert.deepEqual([row.status, row.commitTime, row.backReason], ["unCommit", null, null]);
    assert.ok(row.classNo, "the number stays its own");
    assert.ok((await plan()) < before, "its places are free again");
    const states = await app.db
      .selectFrom("student")
      .select("confirmStatus")
      .where("classId", "=", built.classId)
      .execute();
    assert.deepEqual([...new Set(states.map((one) => one.confirmStatus))], ["unSubmit"]);
    await org.call(calls.commit, { id: built.classId });
    await acceptRoster(app, built);
    await sql`update student set confirm_time = now() where id = ${built.studentIds[0]}`.execute(app.db);
    assert.equal((await org.refused(calls.switchStatus, withdraw)).errorCode, "CLASS_UNDER_REVIEW");
  });

  it("5.1-4: confirms once the bureau has decided on everybody (STUDENT_UNCHECKED), and students get a message", async () => {
    const built = await aCommittedClass(app, { base, orgPlanId, students: 3, overrides: { planCount: 5 } });
    const clerk = app.as("clerk");
    const confirm = { ids: built.classId, status: "Confirm" } as const;
    assert.equal((await clerk.refused(calls.switchStatus, confirm)).msg, "尚有3名学员未审核通过");
    await acceptRoster(app, built);
    await sql`update student set confirm_status = 'back' where id = ${built.studentIds[2]}`.execute(app.db);
    assert.match(
      (await read(built.classId)).nextStep?.zh ?? "",
      /1名学员将移出花名册/,
      "whoever confirms sees whom it costs",
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
      texts.map((text) => text.template),
      ["CLASS_OK", "CLASS_OK"],
    );
    const signUp = await app.db
      .selectFrom("signUp")
      .select("confirmStatus")
      .where("id", "=", sign.id)
      .executeTakeFirst();
    assert.equal(signUp?.confirmStatus, "Invalidate");
  });

  it("5.1-4: confirms a class once for two reviewers at once", async () => {
    const built = await aCommittedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    await acceptRoster(app, built);
    const answers = await Promise.allSettled(
      [1, 2, 3, 4].map(() =>
        app.as("clerk").call(calls.switchStatus, { ids: built.classId, status: "Confirm" } as any),
      ),
    );
    assert.equal(answers.filter((answer) => answer.status === "fulfilled").length, 1);
    assert.equal((await read(built.classId)).auditList?.filter((entry) => entry.action === "confirm").length, 1);
  });

  it("5.1-3, -4: wants teachers and head teacher in use (TEACHER_NOT_HIRED)", async () => {
    const own = await aTrainingBase(app);
    const built = await aReadyClass(app, { base: own, sameTeacher: true, overrides: { planCount: 5 } });
    const use = (isValid: string) =>
      sql`update teacher set is_valid = ${isValid} where id = ${own.teacherId}`.execute(app.db);
    const onlyOne = (refused: Parameters<typeof codes>[0]) => [...new Set(codes(refused))];
    await use("unValid");
    assert.deepEqual(onlyOne(await own.orgAdmin.refused(calls.commit, { id: built.classId })), ["TEACHER_NOT_HIRED"]);
    await use("isValid");
    await own.orgAdmin.call(calls.commit, { id: built.classId });
    await acceptRoster(app, built);
    await use("unValid");
    const confirm = { ids: built.classId, status: "Confirm" };
    assert.deepEqual(onlyOne(await app.as("clerk").refused(calls.switchStatus, confirm)), ["TEACHER_NOT_HIRED"]);
  });

  it("5.1-4: refuses a class of an institution of grade D (ORG_NOT_ACTIVE), which nobody suspends meanwhile", async () => {
    const own = await aTrainingBase(app);
    const built = await aCommittedClass(app, { base: own, sameTeacher: true, overrides: { planCount: 5 } });
    await acceptRoster(app, built);
    const confirm = { ids: built.classId, status: "Confirm" };
    const grade = (value: string) =>
      sql`update organisation set credit_grade = ${value} where id = ${own.orgId}`.execute(app.db);
    await grade("D");
    assert.equal((await app.as("clerk").refused(calls.switchStatus, confirm)).errorCode, "ORG_NOT_ACTIVE");
    await grade("C");
    await app.as("clerk").call(calls.switchStatus, confirm as never);
    await app.db.transaction().execute(async (tx) => {
      await assertActive(tx, own.orgId);
      const change = sql`select from organisation where id = ${own.orgId} for no key update nowait`;
      await assert.rejects(change.execute(app.db), /could not obtain lock/);
    });
  });

  it("5.1-4: refuses to confirm after the first day (CLASS_STARTED)", async () => {
    const built = await aCommittedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    await acceptRoster(app, built);
    await shiftClass(app, built, -30);
    assert.ok(
      codes(await app.as("clerk").refused(calls.switchStatus, { ids: built.classId, status: "Confirm" })).includes(
        "CLASS_STARTED",
      ),
    );
  });

  it("5.1-4: gives the first answer to the same call within ten seconds", async () => {
    const built = await aCommittedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    await acceptRoster(app, built);
    const clerk = app.as("clerk");
    for (let i = 0; i < 2; i++) await clerk.call(calls.switchStatus, { ids: built.classId, status: "Confirm" } as any);
    assert.equal(
      (await app.as("clerk").refused(calls.switchStatus, { ids: built.classId, status: "Confirm" })).errorCode,
      "STATE_ILLEGAL",
    );
  });

  it("5.1-8: discards a draft unless sign-ups wait (CLASS_IN_USE)", async () => {
    const built = await aReadyClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    const sign = await aSignUp(app, built.classId);
    const discard = { ids: built.classId, status: "deleted" } as const;
    assert.equal((await base.orgAdmin.refused(calls.switchStatus, discard)).errorCode, "CLASS_IN_USE");
    await sql`update sign_up set confirm_status = 'Invalidate' where id = ${sign.id}`.execute(app.db);
    await base.orgAdmin.call(calls.switchStatus, discard as any);
    const row = await read(built.classId);
    assert.deepEqual([row.status, row.runState, row.studentCount], ["deleted", "draft", 0]);
    // Nobody was trained, so nobody has left a training.
    const left = await sql`select from student where class_id = ${built.classId} and quit_date is not null`.execute(
      app.db,
    );
    assert.equal(left.rows.length, 0);
  });

  it("5.1-9: ends a class while its assessment runs, but not once the grades are published", async () => {
    const clerk = app.as("clerk");
    const graded = await aPublishedTest(app, { students: 2 });
    const refused = await clerk.refused(calls.switchStatus, { ids: graded.classId, status: "deleted", reason: "停办" });
    assert.equal(refused.errorCode, "STATE_ILLEGAL");
    const testing = await anApprovedTest(app, { students: 2 });
    await clerk.call(calls.switchStatus, { ids: testing.classId, status: "deleted", reason: "停办" } as never);
  });

  it("5.1-9: ends a confirmed class by the bureau, with a reason, before any result", async () => {
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
});

describe("TrainingClass.back", () => {
  it("5.1-5: gives the places back with its reason and opens the roster; the number stays", async () => {
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
      states.map((state) => state.confirmStatus),
      ["Confirm", "unSubmit", "unSubmit"],
    );
    assert.equal(
      (await base.orgAdmin.call(organisationPlanCalls.detail, { id: orgPlanId })).usedHeadcount,
      Number(used) - 7,
    );
    await base.orgAdmin.call(calls.commit, { id: built.classId });
    assert.equal((await read(built.classId)).classNo, number);
  });

  it("5.1-6, -7: takes a confirmation back before the start only (CLASS_STARTED)", async () => {
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
});
