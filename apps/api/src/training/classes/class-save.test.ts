import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { organisationPlanCalls } from "@jipei/contract/training/organisation-plan.ts";
import { classCalls as calls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import {
  type BuiltClass,
  aClass,
  aCommittedClass,
  aConfirmedClass,
  aReadyClass,
  aReleasedPlan,
  anApprovedOrgPlan,
  classInput,
} from "../../../test/factories/class.ts";
import { aRosterRow } from "../../../test/factories/enrolment.ts";
import { aStartupCourse } from "../../../test/factories/teaching.ts";
import { type TrainingBase, aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, addMonths, addWorkdays, today } from "../../core/foundation/clock.ts";

/** Drafts of a class, and corrections of a confirmed one. */
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
const refusedSave = (overrides: Record<string, unknown>, user = base.orgAdmin) =>
  user.refused(calls.save, classInput(base, orgPlanId, overrides));

describe("TrainingClass.save", () => {
  it("5.1-1: takes course and kind from plan and institution", async () => {
    const { id } = await base.orgAdmin.call(calls.save, classInput(base, orgPlanId, { orgId: "999" }) as any);
    const row = await read(id);
    assert.deepEqual(
      [row.status, row.runState, row.orgId, row.courseId, row.level, row.trainKind, row.classNo, row.studentCount],
      ["unCommit", "draft", base.orgId, base.courseId, "5", "01", null, 0],
    );
  });

  it("5.1-1: refuses what does not fit plan, course, period, room or head teacher", async () => {
    assert.equal((await refusedSave({ planCount: 51 })).msg, "超过机构计划剩余人数50");
    assert.equal((await refusedSave({ totalHours: "39.5" })).errorCode, "CLASS_HOURS_SHORT");
    await base.orgAdmin.call(calls.save, classInput(base, orgPlanId, { className: "同名班" }) as any);
    assert.equal((await refusedSave({ className: "同名班" })).errorCode, "CLASS_DUP");
    assert.equal((await refusedSave({ orgPlanId: "99999" })).errorCode, "PLAN_NOT_APPROVED");
    const other = await aTrainingBase(app);
    assert.equal(
      (await refusedSave({ orgPlanId: await anApprovedOrgPlan(app, other) })).errorCode,
      "PLAN_NOT_APPROVED",
    );
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

  it("5.1-1: refuses a class of an inactive institution (ORG_NOT_ACTIVE) and beyond the remaining places of the plan (CLASS_OVER_PLAN)", async () => {
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

  it("5.1-1: refuses a start-up class that is too large (CLASS_OVER_PLAN)", async () => {
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

  it("5.1-2: is changed by its own institution only (NOT_OWNER, ROLE_DENIED)", async () => {
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

  it("never takes more places than the plan has, for many classes at once", async () => {
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

  it("makes one class of one name by many writers (CLASS_DUP)", async () => {
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
});

describe("TrainingClass.correct", () => {
  it("5.1-10: corrects a few fields of a confirmed class, with before and after (FIELD_FROZEN)", async () => {
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
    assert.deepEqual(trace.before, { trainPlace: "测试路1号", contactPhone: "139****0002" });
    assert.deepEqual(trace.after, { trainPlace: "新址", contactPhone: "139****5678" });
    assert.equal(
      (await base.orgAdmin.refused(calls.correct, { id: built.classId, trainPlace: "x", correctReason: "x" }))
        .errorCode,
      "ROLE_DENIED",
    );
  });
});

describe("TrainingClass.remove", () => {
  it("5.1-11: removes an unused draft only", async () => {
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
});

describe("TrainingClass.list", () => {
  it("shows each audience its classes", async () => {
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
      await app.db
        .selectFrom("teacher")
        .select("idNumberHash")
        .where("id", "=", base.teacherId)
        .executeTakeFirstOrThrow()
    ).idNumberHash;
    const teacher = app.as("orgTeacher", { orgId: base.orgId, idNumberHash: teacherHash });
    assert.ok((await names(teacher, calls.usedByOrg)).includes(built.classId));
    assert.deepEqual(await names(app.as("orgTeacher", { orgId: base.orgId, idNumberHash: "x" }), calls.usedByOrg), []);
    assert.equal((await teacher.refused(calls.save, { id: built.classId, textbook: "x" })).errorCode, "ROLE_DENIED");
  });
});
