import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lessonCalls as calls } from "@jipei/contract/training/lesson.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import {
  type BuiltClass,
  aClass,
  aCommittedClass,
  aConfirmedClass,
  aReadyClass,
  anApprovedOrgPlan,
  shiftClass,
} from "../../../test/factories/class.ts";
import { aRoster } from "../../../test/factories/enrolment.ts";
import { aClassroom, aHiredTeacher } from "../../../test/factories/organisation.ts";
import { type TrainingBase, findTeacher, aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Lessons: where they may stand, who is taken, when they move. */
let app: TestApp;
let base: TrainingBase;
let orgPlanId: string;
before(async () => {
  app = await startTestApp();
  base = await aTrainingBase(app);
  orgPlanId = await anApprovedOrgPlan(app, base, { headcount: 1000 });
});
after(() => app.close());

const draft = (overrides = {}) => aClass(app, { base, orgPlanId, overrides: { planCount: 5, ...overrides } });
const lesson = (built: BuiltClass, overrides: Record<string, unknown> = {}): any => ({
  classId: built.classId,
  lessonDate: built.startDate,
  startTime: "08:30",
  endTime: "11:30",
  lessonType: "1",
  content: "安全用电",
  teacherId: base.teacherId,
  classroomId: base.classroomId,
  ...overrides,
});
const save = (input: any, user = base.orgAdmin) => user.call(calls.submit, input);
const refused = (input: any, user = base.orgAdmin) => user.refused(calls.submit, input);
/** A teacher and a room that nobody uses yet. */
const free = async () => ({
  teacherId: await findTeacher(app, base.orgId, base.courseId),
  classroomId: (await aClassroom(app, { orgId: base.orgId })).id,
});

/** A teacher of one institution also teaches part-time at another. */
async function hireToo(teacherId: string, orgId: string): Promise<void> {
  await app.db
    .insertInto("teacherHire")
    .values({
      teacherId,
      orgId,
      teacherKind: "2",
      startDate: addDays(today(), -10),
      endDate: addDays(today(), 500),
      createUser: "1",
      updateUser: "1",
    } as any)
    .execute();
  await sql`insert into organisation_teacher (org_id, teacher_id, teacher_name, teacher_kind, hire_id, course_ids, confirm_status, is_valid, create_user, update_user)
    select ${orgId}, teacher_id, '共享教师', '2', id, '{}', 'Confirm', 'isValid', 1, 1 from teacher_hire where teacher_id = ${teacherId} and org_id = ${orgId}`.execute(
    app.db,
  );
}

describe("Lesson.submit", () => {
  it("works hours out from the times, and refuses too short, too early, too late and backwards (FIELD_INVALID)", async () => {
    const built = await draft();
    const own = await free();
    const { id } = await save(lesson(built, { ...own, startTime: "09:00", endTime: "10:10" }));
    assert.equal((await base.orgAdmin.call(calls.detail, { id })).hours, "1.5");
    for (const [field, times] of [
      ["endTime", ["12:00", "12:20"]],
      ["startTime", ["05:30", "08:00"]],
      ["startTime", ["20:00", "22:30"]],
      ["endTime", ["11:00", "10:00"]],
    ] as const)
      assert.equal(
        (await refused(lesson(built, { ...own, startTime: times[0], endTime: times[1] }))).failures[0]?.field,
        field,
      );
  });

  it("takes lessons inside the class, at most eight hours a day (SCHEDULE_RANGE)", async () => {
    const built = await draft();
    const own = await free();
    for (const lessonDate of [addDays(built.startDate, -1), addDays(built.endDate, 1)])
      assert.equal((await refused(lesson(built, { ...own, lessonDate }))).errorCode, "SCHEDULE_RANGE");
    await save(lesson(built, { ...own, startTime: "08:00", endTime: "12:30" }));
    const over = await refused(lesson(built, { ...own, startTime: "13:00", endTime: "14:53" }));
    assert.equal(over.errorCode, "SCHEDULE_RANGE");
    assert.match(over.msg, /^[\d-]{10}共排[\d.]+课时，每日最多8课时$/);
    await save(lesson(built, { ...own, startTime: "13:00", endTime: "14:30" }));
  });

  for (const [name, second, clashes] of [
    ["K1", { startTime: "11:30", endTime: "12:15" }, false],
    ["K2", { startTime: "11:00", endTime: "12:00" }, true],
    ["K3", { day: 1 }, false],
  ] as const)
    it(`${name}: one teacher, lesson 08:30–11:30 and ${JSON.stringify(second)}`, async () => {
      const [one, two] = [await draft(), await draft()];
      const { teacherId, classroomId } = await free();
      await save(lesson(one, { teacherId, classroomId }));
      const { day = 0, ...times } = second as { day?: number };
      const other = lesson(two, { ...times, teacherId, classroomId: null, lessonDate: addDays(one.startDate, day) });
      if (!clashes) return void (await save(other));
      const answer = await refused(other);
      assert.equal(answer.errorCode, "TEACHER_CLASH");
      assert.match(answer.msg, /^教师.+在\d{4}-\d\d-\d\d 08:30–11:30已有课（.+）$/);
    });

  it("refuses two lessons of a class at once, whoever teaches them and wherever (LESSON_CLASH)", async () => {
    const built = await draft();
    await save(lesson(built, await free()));
    const parallel = lesson(built, { ...(await free()), startTime: "08:00", endTime: "09:00" });
    const answer = await refused(parallel);
    assert.equal(answer.errorCode, "LESSON_CLASH");
    assert.match(answer.msg, /^本班在\d{4}-\d\d-\d\d 08:30–11:30已有课$/);
    const { id } = await save({ ...parallel, endTime: "08:30" });
    assert.equal((await refused({ id, endTime: "08:45" })).errorCode, "LESSON_CLASH");
  });

  it("holds an assistant as busy as a teacher, in both directions (TEACHER_CLASH)", async () => {
    const [one, two] = [await draft(), await draft()];
    const { teacherId } = await free();
    const { teacherId: other } = await free();
    await save(lesson(one, { teacherId: other, assistTeacherId: teacherId, classroomId: null }));
    assert.equal((await refused(lesson(two, { teacherId, classroomId: null }))).errorCode, "TEACHER_CLASH");
    assert.equal(
      (await refused(lesson(two, { teacherId: (await free()).teacherId, assistTeacherId: other, classroomId: null })))
        .errorCode,
      "TEACHER_CLASH",
    );
    assert.equal(
      (await refused(lesson(two, { teacherId, assistTeacherId: teacherId, startTime: "14:00", endTime: "15:00" })))
        .failures[0]?.field,
      "assistTeacherId",
    );
  });

  it("does not count a draft of another institution, but its submitted class", async () => {
    const other = await aTrainingBase(app, { courseId: base.courseId });
    const shared = await findTeacher(app, base.orgId, base.courseId);
    await hireToo(shared, other.orgId);
    const mine = await aReadyClass(app, {
      base: { ...base, teacherId: shared, classroomId: (await free()).classroomId },
      orgPlanId,
      sameTeacher: true,
      overrides: { planCount: 5 },
    });
    const theirs = await aReadyClass(app, {
      base: { ...other, teacherId: shared },
      sameTeacher: true,
      overrides: { planCount: 5, startDate: mine.startDate },
    });
    await base.orgAdmin.call(classCalls.commit, { id: mine.classId });
    const late = await other.orgAdmin.refused(classCalls.commit, { id: theirs.classId });
    assert.equal(late.errorCode, "TEACHER_CLASH");
    assert.equal(late.failures.length, 10);
    await other.orgAdmin.call(calls.remove, { ids: theirs.lessonIds[0] as string });
    assert.equal(
      (
        await refused(
          { ...lesson(theirs), teacherId: shared, classroomId: null, startTime: "08:00", endTime: "09:00" },
          other.orgAdmin,
        )
      ).errorCode,
      "TEACHER_CLASH",
    );
  });

  it("gives one hour of a teacher to exactly one of 64 writers; the others learn who has it", async () => {
    const { teacherId } = await free();
    const classes = [];
    for (let i = 0; i < 64; i++) classes.push(await draft());
    const answers = await Promise.all(
      classes.map((built) =>
        save(lesson(built, { teacherId, classroomId: null })).then(
          () => "won",
          (error) => /TEACHER_CLASH/.exec(String(error))?.[0] ?? String(error),
        ),
      ),
    );
    assert.deepEqual(
      [
        answers.filter((answer) => answer === "won").length,
        answers.filter((answer) => answer === "TEACHER_CLASH").length,
      ],
      [1, 63],
    );
  });

  it("refuses a room taken, too small, with too few workstations, unsafe, no longer leased (CLASSROOM_CLASH), or not of the institution", async () => {
    const [one, two] = [await draft(), await draft()];
    await aRoster(app, two.classId, 4);
    const { teacherId } = await free();
    const { classroomId } = await free();
    await save(lesson(one, { teacherId: (await free()).teacherId, classroomId }));
    const room = async (overrides: Record<string, unknown>) =>
      (await aClassroom(app, { orgId: base.orgId, ...overrides })).id;
    const small = await room({ capacity: 3 });
    const workshop = await room({ capacity: 40, classroomType: "2", workstationCount: 3 });
    const unsafe = await room({ fireSafe: "unValid" });
    const leased = await room({ ownership: "2", leaseExpireDate: addDays(today(), 1) });
    for (const [what, id, type] of [
      ["taken", classroomId, "1"],
      ["small", small, "1"],
      ["workstations", workshop, "2"],
      ["unsafe", unsafe, "1"],
      ["leased", leased, "1"],
    ] as const)
      assert.equal(
        (await refused(lesson(two, { teacherId, classroomId: id, lessonType: type }))).errorCode,
        "CLASSROOM_CLASH",
        what,
      );
    await save(lesson(two, { teacherId, classroomId: workshop }));
    const foreign = (await aClassroom(app)).id;
    assert.equal(
      (await refused(lesson(two, { teacherId, classroomId: foreign, startTime: "14:00", endTime: "15:00" })))
        .failures[0]?.field,
      "classroomId",
    );
  });

  it("needs a teacher in use, hired and approved on the day of the lesson (TEACHER_NOT_HIRED)", async () => {
    const built = await draft();
    const ending = await findTeacher(app, base.orgId, base.courseId, { endDate: built.startDate });
    await save(lesson(built, { teacherId: ending, classroomId: null }));
    assert.equal(
      (await refused(lesson(built, { teacherId: ending, classroomId: null, lessonDate: addDays(built.startDate, 1) })))
        .errorCode,
      "TEACHER_NOT_HIRED",
    );
    const stranger = await aHiredTeacher(app);
    const disabled = await findTeacher(app, base.orgId, base.courseId);
    await sql`update teacher set is_valid = 'unValid' where id = ${disabled}`.execute(app.db);
    for (const teacherId of [stranger.teacherId, disabled])
      assert.equal(
        (await refused(lesson(built, { teacherId, classroomId: null, startTime: "14:00", endTime: "15:00" })))
          .errorCode,
        "TEACHER_NOT_HIRED",
      );
  });

  it("is planned by the own institution, as a draft only", async () => {
    const built = await aCommittedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    const stranger = await aTrainingBase(app);
    assert.equal((await refused(lesson(await draft()), stranger.orgAdmin)).errorCode, "NOT_OWNER");
    assert.equal((await refused(lesson(built, { startTime: "17:00", endTime: "18:00" }))).errorCode, "STATE_ILLEGAL");
    assert.equal((await refused({ id: built.lessonIds[0], content: "改" })).errorCode, "STATE_ILLEGAL");
    assert.equal((await base.orgAdmin.refused(calls.remove, { ids: built.lessonIds[0] })).errorCode, "STATE_ILLEGAL");
    const open = await draft();
    const { id } = await save(lesson(open, await free()));
    await save({ id, endTime: "10:00" });
    assert.equal((await base.orgAdmin.call(calls.detail, { id })).hours, "2.0");
    await base.orgAdmin.call(calls.remove, { ids: id });
    assert.equal((await base.orgAdmin.call(classCalls.detail, { id: open.classId })).scheduledHours, "0.0");
  });

  it("moves a lesson of a confirmed class with a reason, a day ahead, and notifies everybody", async () => {
    const built = await aConfirmedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    const id = built.lessonIds[0] as string;
    const lessonDate = addDays(built.startDate, 10);
    assert.equal((await refused({ id, lessonDate })).errorCode, "REASON_REQUIRED");
    assert.equal(
      (await refused({ id, lessonDate: addDays(built.endDate, 1), changeReason: "教师外出" })).errorCode,
      "SCHEDULE_RANGE",
    );
    await save({ id, lessonDate, changeReason: "教师外出" });
    const texts = await app.db
      .selectFrom("smsMessage")
      .select("template")
      .where("bizType", "=", "Lesson")
      .where("bizId", "=", id)
      .execute();
    assert.deepEqual(
      texts.map((text) => text.template),
      ["LESSON_MOVE", "LESSON_MOVE", "LESSON_MOVE"],
    );
    const trace = await app.db
      .selectFrom("auditRecord")
      .selectAll()
      .where("bizType", "=", "Lesson")
      .where("bizId", "=", id)
      .where("action", "=", "move")
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [trace.before, trace.after, trace.opinion],
      [{ lessonDate: built.startDate }, { lessonDate }, "教师外出"],
    );
    // Running: tomorrow's lesson may move, today's may not.
    await sql`update lesson set lesson_date = ${today()} where id = ${built.lessonIds[2]}`.execute(app.db);
    await sql`update training_class set start_date = ${today()} where id = ${built.classId}`.execute(app.db);
    const tooLate = await refused({
      id: built.lessonIds[2],
      lessonDate,
      startTime: "18:00",
      endTime: "20:15",
      changeReason: "停电",
    });
    assert.equal(tooLate.failures[0]?.field, "lessonDate");
    assert.equal(
      (
        await refused({
          id: built.lessonIds[4],
          lessonDate: today(),
          startTime: "18:00",
          endTime: "20:15",
          changeReason: "提前",
        })
      ).failures[0]?.field,
      "lessonDate",
    );
    const clerk = app.as("clerk");
    await clerk.call(calls.submit, {
      id: built.lessonIds[4],
      startTime: "18:00",
      endTime: "20:15",
      changeReason: "场地冲突",
    } as any);
    assert.equal((await app.as("leader").refused(calls.submit, { id, content: "x" })).errorCode, "ROLE_DENIED");
    await shiftClass(app, built, -60);
    assert.equal(
      (await refused({ id: built.lessonIds[6], content: "x", changeReason: "x" })).errorCode,
      "STATE_ILLEGAL",
    );
  });
});

describe("Lesson.submit of a confirmed class", () => {
  it("refuses what leaves the class short of hours or practice (CLASS_HOURS_SHORT); what is gained first may be given up", async () => {
    const built = await aConfirmedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    const [theory, practice, other] = built.lessonIds;
    const change = (id: string | undefined, values: object) => ({ id, changeReason: "设备检修", ...values });
    const shorter = change(other, { endTime: "09:30" });
    assert.equal((await refused(shorter)).errorCode, "CLASS_HOURS_SHORT");
    assert.equal((await refused(change(practice, { lessonType: "1" }))).errorCode, "CLASS_HOURS_SHORT");
    await save(change(theory, { lessonDate: addDays(built.startDate, 12), endTime: "11:00" }));
    await save(shorter);
    const scheduled = async () => (await base.orgAdmin.call(classCalls.detail, { id: built.classId })).scheduledHours;
    assert.equal(await scheduled(), "40.0");
  });

  it("asks for room, address and assistant as the submission did (FIELD_INVALID)", async () => {
    const built = await aConfirmedClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    const id = built.lessonIds[0];
    const field = async (values: object) =>
      (await refused({ id, changeReason: "设备检修", ...values })).failures[0]?.field;
    assert.equal(await field({ classroomId: null }), "classroomId");
    assert.equal(await field({ lessonType: "3", onlineUrl: null }), "onlineUrl");
  });
});

describe("lesson_booking", () => {
  it("holds the hour, whoever writes", async () => {
    const [one, two] = [await draft(), await draft()];
    const { teacherId } = await free();
    await save(lesson(one, { teacherId, classroomId: null }));
    const raw = sql`insert into lesson (class_id, lesson_date, start_time, end_time, hours, lesson_type, content, teacher_id, create_user, update_user)
    values (${two.classId}, ${one.startDate}, '09:00', '10:00', 1, '1', 'x', ${teacherId}, 1, 1)`;
    await assert.rejects(raw.execute(app.db), /teacher_taken_here/);
  });

  it("holds the hours of a class, whoever writes", async () => {
    const built = await draft();
    await save(lesson(built, await free()));
    const raw = sql`insert into lesson (class_id, lesson_date, start_time, end_time, hours, lesson_type, content, teacher_id, create_user, update_user)
      values (${built.classId}, ${built.startDate}, '09:00', '10:00', 1, '1', 'x', ${(await free()).teacherId}, 1, 1)`;
    await assert.rejects(raw.execute(app.db), /class_taken/);
  });
});
