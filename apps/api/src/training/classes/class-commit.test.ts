import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { classCalls as calls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import { type BuiltClass, aClass, aReadyClass, anApprovedOrgPlan } from "../../../test/factories/class.ts";
import { type TrainingBase, aTrainingBase, findTeacher } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, addWorkdays, today } from "../../core/foundation/clock.ts";

/** Submission of a class. */
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

describe("TrainingClass.commit", () => {
  it("5.1-3: numbers the class and its students, and counts in plan and queue", async () => {
    const built = await aReadyClass(app, { base, orgPlanId, students: 4, overrides: { planCount: 5 } });
    const clerk = app.as("clerk");
    const waiting = (await clerk.call(calls.pendingNumber, undefined as never)).number;
    await base.orgAdmin.call(calls.commit, { id: built.classId });
    const row = await read(built.classId);
    assert.match(row.classNo ?? "", new RegExp(`^B${built.startDate.slice(0, 4)}${base.orgNo}01\\d{3}$`));
    assert.match(row.classNo ?? "", /^B\d{4}J\d{4}\d{2}\d{3}$/);
    assert.deepEqual(
      [row.status, row.runState, row.studentCount, row.scheduledHours],
      ["unConfirm", "draft", 4, "40.0"],
    );
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

  it("5.1-3: names everything that is missing at once", async () => {
    const built = await aClass(app, {
      base,
      orgPlanId,
      overrides: { startDate: addWorkdays(today(), 4, new Map()), isSubsidy: "0" },
    });
    const refused = await base.orgAdmin.refused(calls.commit, { id: built.classId });
    assert.equal(refused.errorCode, "CLASS_NO_STUDENT");
    assert.deepEqual(codes(refused), ["CLASS_NO_STUDENT", "CLASS_HOURS_SHORT", "CLASS_LATE_COMMIT", "ATTACH_REQUIRED"]);
  });

  it("5.1-3: refuses more students than planned, a licence that ends too early, and a plan used up", async () => {
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

  it("5.1-3: takes 34.0 of 56 hours as practice enough, refuses 33.5 (CLASS_HOURS_SHORT), and leaves out online lessons", async () => {
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

  it("5.1-3: names the lesson that lies outside the class or clashes (SCHEDULE_RANGE)", async () => {
    const built = await aReadyClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    const [first] = built.lessonIds;
    await sql`update lesson set lesson_date = ${addDays(built.startDate, -1)} where id = ${first}`.execute(app.db);
    const outside = await base.orgAdmin.refused(calls.commit, { id: built.classId });
    assert.deepEqual(
      outside.failures.map((failure) => [failure.errorCode, failure.id]),
      [["SCHEDULE_RANGE", first]],
    );
  });

  it("5.1-3: needs the address of an online lesson, an assistant of a large practice group, the room of any other lesson", async () => {
    const built = await aReadyClass(app, { base, orgPlanId, students: 31, overrides: { planCount: 35 } });
    const refused = await base.orgAdmin.refused(calls.commit, { id: built.classId });
    assert.deepEqual([...new Set(refused.failures.map((failure) => failure.field))], ["assistTeacherId"]);
    const assistant = await findTeacher(app, base.orgId, base.courseId);
    await sql`update lesson set assist_teacher_id = ${assistant} where class_id = ${built.classId}`.execute(app.db);
    await sql`update lesson set classroom_id = null where id = ${built.lessonIds[0]}`.execute(app.db);
    assert.deepEqual(
      (await base.orgAdmin.refused(calls.commit, { id: built.classId })).failures.map((failure) => failure.field),
      ["classroomId"],
    );
    await base.orgAdmin.call(lessonCalls.submit, { id: built.lessonIds[0], classroomId: base.classroomId } as any);
    await base.orgAdmin.call(calls.commit, { id: built.classId });
  });

  it("5.1-3: counts working days back from the start (CLASS_LATE_COMMIT)", async () => {
    const late = await aReadyClass(app, { overrides: { startDate: addWorkdays(today(), 5, new Map()) } });
    // Exactly five working days before: today is the last day where today is a working day itself.
    const lastDay = addWorkdays(late.startDate, -5, new Map());
    if (today() <= lastDay) await late.base.orgAdmin.call(calls.commit, { id: late.classId });
    const tooLate = await aReadyClass(app, { overrides: { startDate: addWorkdays(today(), 4, new Map()) } });
    const refused = await tooLate.base.orgAdmin.refused(calls.commit, { id: tooLate.classId });
    assert.deepEqual([refused.errorCode, refused.msg], ["CLASS_LATE_COMMIT", "须在开班前5个工作日提交"]);
  });

  it("takes a class of Monday 2026-11-30 until Monday 2026-11-23", () =>
    assert.equal(addWorkdays("2026-11-30", -5, new Map()), "2026-11-23"));

  it("5.1-3: refuses people who are in two classes at the same time (STUDENT_CLASH)", async () => {
    const one = await aReadyClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    const person = await app.db
      .selectFrom("student")
      .selectAll()
      .where("id", "=", one.studentIds[0] as string)
      .executeTakeFirstOrThrow();
    const two = await aReadyClass(app, { overrides: { planCount: 5 } });
    await app.db
      .updateTable("student")
      .set({ idNumber: person.idNumber, idNumberHash: person.idNumberHash, name: person.name })
      .where("id", "=", two.studentIds[0] as string)
      .execute();
    const refused = await two.base.orgAdmin.refused(calls.commit, { id: two.classId });
    assert.deepEqual(codes(refused), ["STUDENT_CLASH"]);
    assert.equal(refused.failures[0]?.id, two.studentIds[0]);
  });

  it("counts numbers per institution, year and kind, and gives none twice", async () => {
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
});

describe("TrainingClass.checkCommit", () => {
  it("says what a submission would, and changes nothing", async () => {
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
});
