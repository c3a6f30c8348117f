import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lessonCalls as calls } from "@jipei/contract/training/lesson.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import { type BuiltClass, aClass, aReadyClass, anApprovedOrgPlan } from "../../../test/factories/class.ts";
import { aRoster } from "../../../test/factories/enrolment.ts";
import { aClassroom } from "../../../test/factories/organisation.ts";
import { type TrainingBase, findTeacher, aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** Timetables: clash checks, copies of a week, who sees them. */
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

describe("TrainingClass.commit", () => {
  it("lets one of two institutions through that submit classes with the same teacher at once", async () => {
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
    const commit = (built: BuiltClass) =>
      built.base.orgAdmin.call(classCalls.commit, { id: built.classId }).then(
        () => "submitted",
        (error) => /TEACHER_CLASH/.exec(String(error))?.[0] ?? String(error),
      );
    assert.deepEqual((await Promise.all([commit(mine), commit(theirs)])).sort(), ["TEACHER_CLASH", "submitted"]);
  });
});

describe("Lesson.checkClash", () => {
  it("answers for lessons not saved yet, and writes nothing", async () => {
    const [one, two] = [await draft(), await draft()];
    const own = await free();
    await save(lesson(one, own));
    const check = (lessons: any[]) => base.orgAdmin.call(calls.checkClash, { classId: two.classId, lessons });
    const found = await check([
      lesson(two, { ...own, startTime: "13:00", endTime: "14:00" }),
      { lessonDate: two.startDate },
      lesson(two, { ...own, lessonDate: one.startDate }),
    ]);
    assert.deepEqual(
      found.map((clash) => [clash.index, clash.errorCode]),
      [
        [2, "TEACHER_CLASH"],
        [2, "CLASSROOM_CLASH"],
      ],
    );
    assert.ok(found[0]?.msg.includes("08:30–11:30") && found[0].msgEn.includes("already teaches"));
    assert.equal((await base.orgAdmin.call(classCalls.detail, { id: two.classId })).scheduledHours, "0.0");
  });

  it("names lessons of the class at that time, those that are saved and those asked about with it (LESSON_CLASH)", async () => {
    const built = await draft();
    await save(lesson(built, await free()));
    const at = async (startTime: string, endTime: string) => lesson(built, { ...(await free()), startTime, endTime });
    const found = await base.orgAdmin.call(calls.checkClash, {
      classId: built.classId,
      lessons: [await at("11:00", "12:00"), await at("13:00", "14:00"), await at("13:30", "14:30")],
    });
    assert.deepEqual(
      found.map(({ index, errorCode, msg }) => [index, errorCode, /(\d\d:\d\d–\d\d:\d\d)/.exec(msg)?.[0]]),
      [
        [0, "LESSON_CLASH", "08:30–11:30"],
        [2, "LESSON_CLASH", "13:00–14:00"],
      ],
    );
  });

  it("names students who sit in another class at that time", async () => {
    const [one, two] = [await draft(), await draft()];
    await save(lesson(one, await free()));
    const elsewhere = await aRoster(app, one.classId, 2);
    const ours = await aRoster(app, two.classId, 3);
    for (const [at, other] of elsewhere.entries())
      await sql`update student set id_number_hash = (select id_number_hash from student where id = ${other.id}) where id = ${ours[at]?.id}`.execute(
        app.db,
      );
    const own = await free();
    const check = (times: object) =>
      base.orgAdmin.call(calls.checkClash, {
        classId: two.classId,
        lessons: [lesson(two, { ...own, lessonDate: one.startDate, ...times })],
      });
    const [found, ...more] = await check({ startTime: "11:00", endTime: "12:00" });
    assert.deepEqual([found?.index, found?.errorCode, more], [0, "STUDENT_CLASH", []]);
    assert.match(found?.msg ?? "", /等2人与班级.+培训时间重叠/);
    assert.match(found?.msgEn ?? "", /and 1 more overlaps with class/);
    assert.deepEqual(await check({ startTime: "11:30", endTime: "12:30" }), []);
    // Who left the other class is free.
    await sql`update student set confirm_status = 'Invalidate' where class_id = ${one.classId}`.execute(app.db);
    assert.deepEqual(await check({ startTime: "11:00", endTime: "12:00" }), []);
  });
});

describe("Lesson.copyWeek", () => {
  it("copies a week to later weeks, all or nothing, and skips free days when asked", async () => {
    const built = await draft();
    const own = await free();
    const monday = addDays(built.startDate, -((new Date(`${built.startDate}T00:00:00Z`).getUTCDay() + 6) % 7));
    await save(lesson(built, own));
    await save(lesson(built, { ...own, startTime: "13:00", endTime: "15:15" }));
    const holiday = addDays(built.startDate, 7);
    const parent = await app.db
      .selectFrom("businessDictionary")
      .select("id")
      .where("code", "=", "workday_exception")
      .where("parentId", "is", null)
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto("businessDictionary")
      .values({
        parentId: parent.id,
        code: "workday_exception",
        dictKey: holiday,
        dictValue: "0",
        isSealed: "0",
        sort: 1,
        createUser: "1",
        updateUser: "1",
      } as any)
      .execute();
    const copied = await base.orgAdmin.call(calls.copyWeek, {
      classId: built.classId,
      monday,
      weeks: 2,
      skipHolidays: 1,
    });
    assert.deepEqual(copied, { copied: 2, skipped: 2 });
    assert.equal(
      (await base.orgAdmin.refused(calls.copyWeek, { classId: built.classId, monday, weeks: 5 })).errorCode,
      "SCHEDULE_RANGE",
    );
    const rows = await base.orgAdmin.call(calls.usedByOrg, { classId: built.classId });
    assert.deepEqual(
      rows.map((row) => row.lessonDate),
      [built.startDate, built.startDate, addDays(built.startDate, 14), addDays(built.startDate, 14)],
    );
  });
});

describe("Lesson.copyDay", () => {
  it("copies the lessons of a day to another one, all or none", async () => {
    const built = await aReadyClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    const copy = { classId: built.classId, day: built.startDate, to: addDays(built.startDate, 7) };
    assert.deepEqual(await base.orgAdmin.call(calls.copyDay, copy), { copied: 2 });
    const of = async (day: string) =>
      (await base.orgAdmin.call(calls.usedByOrg, { classId: built.classId }))
        .filter(({ lessonDate }) => lessonDate === day)
        .map(({ startTime, content }) => [startTime, content]);
    assert.deepEqual(await of(copy.to), await of(copy.day));
    // Twice would be too many hours for a day.
    assert.equal((await base.orgAdmin.refused(calls.copyDay, copy)).errorCode, "SCHEDULE_RANGE");
    assert.equal((await of(copy.to)).length, 2);
    const outside = { ...copy, to: addDays(built.endDate, 1) };
    assert.equal((await base.orgAdmin.refused(calls.copyDay, outside)).errorCode, "SCHEDULE_RANGE");
  });
});

describe("Lesson.planPattern", () => {
  it("plans what its preview shows, all or none", async () => {
    const built = await draft();
    const pattern = {
      classId: built.classId,
      weekdays: "1234567",
      times: [{ startTime: "08:30", endTime: "11:30" }],
      parts: [{ lessonType: "1" as const, hours: "10", content: "理论", ...(await free()) }],
    };
    const preview = await base.orgAdmin.call(calls.previewPattern, pattern);
    assert.deepEqual(
      preview.lessons.map(({ hours, msg }) => [Number(hours), msg]),
      [
        [4, null],
        [4, null],
        [2, null],
      ],
    );
    assert.deepEqual(await base.orgAdmin.call(calls.planPattern, pattern), { created: 3 });
    const again = await base.orgAdmin.call(calls.previewPattern, pattern);
    assert.ok(again.lessons.every(({ msg, msgEn }) => msg && msgEn));
    assert.equal((await base.orgAdmin.refused(calls.planPattern, pattern)).errorCode, "LESSON_CLASH");
    assert.equal((await base.orgAdmin.call(calls.usedByOrg, { classId: built.classId })).length, 3);
  });

  it("refuses days that no week has, and a pattern that makes no lesson", async () => {
    const built = await draft();
    const refused = async (changes: object) =>
      (
        await base.orgAdmin.refused(calls.planPattern, {
          classId: built.classId,
          weekdays: "1",
          times: [{ startTime: "08:30", endTime: "11:30" }],
          parts: [],
          ...changes,
        })
      ).errorCode;
    assert.equal(await refused({ weekdays: "8" }), "FIELD_INVALID");
    assert.equal(await refused({}), "FIELD_INVALID");
  });
});

describe("Lesson.usedByPerson", () => {
  it("shows timetables to the bureau, the institution and the students of the class", async () => {
    const built = await aReadyClass(app, { base, orgPlanId, overrides: { planCount: 5 } });
    const of = (user: typeof base.orgAdmin, call: any) => user.call<any, any[]>(call, { classId: built.classId });
    assert.equal((await of(base.orgAdmin, calls.usedByOrg)).length, 10);
    assert.equal((await of(app.as("clerk"), calls.usedByManage)).length, 10);
    const hash = (
      await app.db
        .selectFrom("student")
        .select("idNumberHash")
        .where("id", "=", built.studentIds[0] as string)
        .executeTakeFirstOrThrow()
    ).idNumberHash;
    assert.equal((await of(app.as("student", { idNumberHash: hash }), calls.usedByPerson)).length, 10);
    assert.equal((await of(app.as("student", { idNumberHash: "x" }), calls.usedByPerson)).length, 0);
    assert.equal((await of((await aTrainingBase(app)).orgAdmin, calls.usedByOrg)).length, 0);
  });
});
