import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import { enterpriseHome } from "@jipei/contract/home/enterprise-home.ts";
import { enterpriseClassCalls as calls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import {
  type StaffEnterprise,
  aFiledEnterprise,
  aPendingStaffClass,
  aReadyStaffClass,
  aStaffClass,
  aStaffCourse,
  anApprovedStaffClass,
  lessonsFrom,
  staffClassInput,
} from "../../../test/factories/enterprise-class.ts";
import { aCommittedClass } from "../../../test/factories/class.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { aCourse } from "../../../test/factories/teaching.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, addMonths, addWorkdays, today } from "../../core/foundation/clock.ts";

/** Drafts of classes of enterprises, and who reads them. */
let app: TestApp;
let enterprise: StaffEnterprise;
let courseId: string;
before(async () => {
  app = await startTestApp();
  enterprise = await aFiledEnterprise(app);
  courseId = await aStaffCourse(app);
});
after(() => app.close());

const read = (id: string): Promise<any> => app.as("clerk").call(calls.detail, { id });
const refusedSave = (overrides: Record<string, unknown>) =>
  enterprise.admin.refused(calls.save, staffClassInput(courseId, overrides));

describe("EnterpriseClass.save", () => {
  it("13-1: takes the enterprise from the session and the course from the catalogue", async () => {
    const { id } = await enterprise.admin.call(calls.save, staffClassInput(courseId, { unitId: "1" }) as never);
    const row = await read(id);
    assert.deepEqual(
      [row.confirmStatus, row.runState, row.unitId, row.entId, row.entName, row.level, row.classNo, row.studentCount],
      ["unSubmit", "draft", enterprise.unitId, enterprise.entId, enterprise.name, "5", null, 0],
    );
  });

  it("13-1: needs the record of this year (ENT_TOTAL_REQUIRED), and hours enough for the kind of training (CLASS_HOURS_SHORT)", async () => {
    const nobody = app.as("entAdmin", { entId: "999999", deptId: "999999" });
    assert.equal((await nobody.refused(calls.save, staffClassInput(courseId))).errorCode, "ENT_TOTAL_REQUIRED");
    assert.equal((await refusedSave({ totalHours: "39.5" })).errorCode, "CLASS_HOURS_SHORT");
    // The usual course asks for at least 40 hours, that about the post for 8.
    for (const trainKind of ["03", "04"]) {
      const usual = { trainKind, courseId: await aStaffCourse(app, trainKind) };
      assert.equal((await refusedSave({ ...usual, totalHours: "39.5" })).errorCode, "CLASS_HOURS_SHORT");
      const { id } = await aCourse(app, { level: "5", trainKind, minHours: "8.0" });
      const about = { courseId: id, trainKind, className: `岗位${trainKind}` };
      assert.equal((await refusedSave({ ...about, totalHours: "23.5" })).errorCode, "CLASS_HOURS_SHORT");
      await enterprise.admin.call(calls.save, staffClassInput(id, { ...about, totalHours: "24" }) as never);
    }
    const apprentices = await aStaffCourse(app, "07");
    const startDate = addWorkdays(today(), 8, new Map());
    const years = (months: number) => ({
      trainKind: "07",
      courseId: apprentices,
      startDate,
      endDate: addDays(addMonths(startDate, months), -1),
    });
    assert.equal((await refusedSave({ ...years(18), totalHours: "389.5" })).errorCode, "CLASS_HOURS_SHORT");
    await enterprise.admin.call(
      calls.save,
      staffClassInput(courseId, { ...years(18), totalHours: "390", planCount: 200 }) as never,
    );
    const long = await aCourse(app, { level: "5", trainKind: "07", minHours: "400.0" });
    assert.equal(
      (await refusedSave({ ...years(18), courseId: long.id, totalHours: "399.5" })).errorCode,
      "CLASS_HOURS_SHORT",
    );
    assert.equal((await refusedSave({ ...years(11), totalHours: "390" })).failures[0]?.field, "endDate");
    assert.equal((await refusedSave({ ...years(37), totalHours: "900" })).failures[0]?.field, "endDate");
  });

  it("13-1: refuses kinds, sizes, courses and names that do not fit", async () => {
    assert.equal((await refusedSave({ trainKind: "01" })).failures[0]?.field, "trainKind");
    assert.equal((await refusedSave({ planCount: 51 })).failures[0]?.field, "planCount");
    assert.equal((await refusedSave({ orgId: enterprise.unitId })).failures[0]?.field, "orgId");
    const { orgId } = await aTrainingBase(app);
    assert.equal((await refusedSave({ orgId })).errorCode, "COURSE_NOT_APPROVED");
    const gone = await aCourse(app, { isValid: "unValid" });
    assert.equal((await refusedSave({ courseId: gone.id })).errorCode, "COURSE_NOT_VALID");
    assert.equal((await refusedSave({ trainKind: "08" })).failures[0]?.field, "courseId");
    await enterprise.admin.call(calls.save, staffClassInput(courseId, { className: "同名班" }) as never);
    assert.equal((await refusedSave({ className: "同名班" })).errorCode, "CLASS_DUP");
  });

  it("13-1: is changed by its own enterprise only (NOT_OWNER, ROLE_DENIED)", async () => {
    const { classId } = await aStaffClass(app, { enterprise });
    const stranger = await aFiledEnterprise(app);
    assert.equal((await stranger.admin.refused(calls.save, { id: classId, contact: "王五" })).errorCode, "NOT_OWNER");
    assert.equal((await stranger.admin.refused(calls.detail, { id: classId })).errorCode, "NOT_FOUND");
    assert.equal(
      (await app.as("clerk").refused(calls.save, { id: classId, contact: "王五" })).errorCode,
      "ROLE_DENIED",
    );
    await enterprise.admin.call(calls.save, { id: classId, contact: "王五" } as never);
    assert.equal((await read(classId)).contact, "王五");
  });

  it("keeps lessons that are sent again, adds new ones, and removes the rest", async () => {
    const { classId, startDate } = await aStaffClass(app, { enterprise });
    const lessons = lessonsFrom(startDate, 2, "吴师傅");
    const save = (schedules: unknown) => enterprise.admin.call(calls.save, { id: classId, schedules } as never);
    await save(lessons);
    const first = (await read(classId)).schedules;
    assert.deepEqual([first.length, first[0].hours, first[0].teacher], [4, "4.0", "吴师傅"]);
    await save([...first.slice(0, 3), { ...lessons[3], content: "复习" }]);
    const second = (await read(classId)).schedules;
    assert.deepEqual(
      second.slice(0, 3).map(({ scheduleId }: any) => scheduleId),
      first.slice(0, 3).map(({ scheduleId }: any) => scheduleId),
    );
    assert.equal(second[3].content, "复习");
    assert.equal((await read(classId)).scheduledHours, "16.0");
  });

  it("refuses lessons outside the class (SCHEDULE_RANGE), without a teacher, two at once (LESSON_CLASH), and a teacher in two places (TEACHER_CLASH)", async () => {
    const { classId, startDate, endDate } = await aStaffClass(app, { enterprise });
    const lesson = { date: startDate, start: "08:00", end: "11:00", content: "课", teacher: "郑师傅" };
    const refused = async (...schedules: object[]) =>
      (await enterprise.admin.refused(calls.save, { id: classId, schedules })).errorCode;
    assert.equal(await refused({ ...lesson, date: addDays(endDate, 1) }), "SCHEDULE_RANGE");
    assert.equal(await refused({ ...lesson, teacher: null }), "FIELD_INVALID");
    assert.equal(await refused(lesson, lesson), "LESSON_CLASH");
    assert.equal(await refused(lesson, { ...lesson, start: "10:00", end: "12:00", teacher: "陈师傅" }), "LESSON_CLASH");
    await enterprise.admin.call(calls.save, { id: classId, schedules: [lesson] } as never);
    const other = await aStaffClass(app, { enterprise });
    const clash = await enterprise.admin.refused(calls.save, {
      id: other.classId,
      schedules: [{ ...lesson, start: "10:30", end: "12:00" }],
    });
    assert.equal(clash.errorCode, "TEACHER_CLASH");
    // Somebody of the same name elsewhere is somebody else.
    const elsewhere = await aStaffClass(app);
    await elsewhere.enterprise.admin.call(calls.save, { id: elsewhere.classId, schedules: [lesson] } as never);
  });
});

describe("EnterpriseClass.save of a class that an institution trains", () => {
  it("refuses teachers and rooms that a class of the institution has at that time (TEACHER_CLASH, CLASSROOM_CLASH), and those of others", async () => {
    const base = await aTrainingBase(app);
    const institution = await aCommittedClass(app, { base, sameTeacher: true });
    const { startDate } = institution;
    const { classId } = await aStaffClass(app, { enterprise, overrides: { startDate, orgId: base.orgId } });
    const lesson = { date: startDate, start: "09:00", end: "11:00", content: "课" };
    const refused = async (more: object) =>
      (await enterprise.admin.refused(calls.save, { id: classId, schedules: [{ ...lesson, ...more }] })).errorCode;
    assert.equal(await refused({ teacherId: base.teacherId }), "TEACHER_CLASH");
    assert.equal(await refused({ teacher: "周师傅", classroomId: base.classroomId }), "CLASSROOM_CLASH");
    assert.equal(await refused({ teacherId: (await aTrainingBase(app)).teacherId }), "TEACHER_NOT_HIRED");
    const free = { ...lesson, start: "18:00", end: "20:00", teacherId: base.teacherId };
    await enterprise.admin.call(calls.save, { id: classId, schedules: [free] } as never);
    // The database itself has the last word.
    await sql`update training_class set status = 'unConfirm' where id = ${classId}`.execute(app.db);
    await assert.rejects(
      sql`update lesson set start_time = '09:00', end_time = '10:00' where class_id = ${classId}`.execute(app.db),
      /teacher_taken/,
    );
  });
});

describe("EnterpriseClass.submit of a class that an institution trains", () => {
  it("asks for the institution again, at submission and at approval (ORG_NOT_ACTIVE, COURSE_NOT_APPROVED)", async () => {
    const base = await aTrainingBase(app);
    const built = await aReadyStaffClass(app, { enterprise, overrides: { orgId: base.orgId } });
    const grade = (value: string) =>
      sql`update organisation set credit_grade = ${value} where id = ${base.orgId}`.execute(app.db);
    const submit = { id: built.classId, confirmStatus: "unConfirm" };
    const approve = { id: built.classId, confirmStatus: "Confirm" };
    await grade("D");
    assert.equal((await enterprise.admin.refused(calls.submit, submit)).errorCode, "ORG_NOT_ACTIVE");
    await grade("B");
    await enterprise.admin.call(calls.submit, submit as never);
    await grade("D");
    assert.equal((await app.as("clerk").refused(calls.submit, approve)).errorCode, "ORG_NOT_ACTIVE");
    await grade("B");
    const offer = (state: string) =>
      sql`update organisation_course set confirm_status = ${state} where org_id = ${base.orgId}`.execute(app.db);
    await offer("unConfirm");
    assert.equal((await app.as("clerk").refused(calls.submit, approve)).errorCode, "COURSE_NOT_APPROVED");
    await offer("Confirm");
    await app.as("clerk").call(calls.submit, approve as never);
  });
});

describe("EnterpriseClass.getClassByNo", () => {
  it("finds a class by its number (CLASS_NOT_FOUND), for the own enterprise and the bureau alone", async () => {
    const { classId } = await aPendingStaffClass(app, { enterprise });
    const { classNo } = await read(classId);
    assert.equal(((await enterprise.admin.call(calls.getClassByNo, { classNo })) as any).id, classId);
    const stranger = await aFiledEnterprise(app);
    assert.equal((await stranger.admin.refused(calls.getClassByNo, { classNo })).errorCode, "NOT_FOUND");
    assert.equal(
      (await enterprise.admin.refused(calls.getClassByNo, { classNo: "Q2026E9999902001" })).errorCode,
      "CLASS_NOT_FOUND",
    );
  });
});

describe("EnterpriseClass.list", () => {
  it("shows an enterprise its own classes, a person those they are in, the bureau all, and institutions' lists none of them", async () => {
    const built = await anApprovedStaffClass(app, { enterprise });
    const { className } = await read(built.classId);
    const clerk = app.as("clerk");
    assert.equal((await clerk.list<any>(calls.list, { className })).total, 1);
    assert.equal((await enterprise.admin.list<any>(calls.getClass, { className })).total, 1);
    assert.equal((await clerk.list<any>(classCalls.list, { className })).total, 0);
    const stranger = await aFiledEnterprise(app);
    assert.equal((await stranger.admin.list<any>(calls.list, { className })).total, 0);
    const { idNumberHash } = await app.db
      .selectFrom("student")
      .select("idNumberHash")
      .where("id", "=", built.studentIds[0] as string)
      .executeTakeFirstOrThrow();
    const [own] = (await app.as("student", { idNumberHash }).list<any>(calls.list, {})).records;
    assert.deepEqual([own.id, own.contactPhone.includes("*")], [built.classId, true]);
    assert.equal((await app.as("student", { idNumberHash: "nobody" }).list<any>(calls.list, {})).total, 0);
    const [found] = (await clerk.list<any>(calls.getClassAndInvestigate, { className })).records;
    assert.deepEqual([found.investigateCount, found.verifiedCount], [0, 0]);
  });
});

describe("enterpriseHome", () => {
  it("shows own classes that are not over, returned ones and drafts first", async () => {
    const own = await aFiledEnterprise(app);
    const pending = await aPendingStaffClass(app, { enterprise: own });
    const returned = await aPendingStaffClass(app, {
      enterprise: own,
      overrides: { startDate: addDays(today(), 60), teacherNames: "周师傅" },
    });
    await app
      .as("clerk")
      .call(calls.submit, { id: returned.classId, confirmStatus: "back", reason: "课程不符" } as never);
    const draft = await aStaffClass(app, { enterprise: own, overrides: { startDate: addDays(today(), 90) } });
    const shown = async ({ admin }: StaffEnterprise) => (await admin.call(enterpriseHome, undefined)).classes;
    assert.deepEqual(
      (await shown(own)).map(({ id, confirmStatus, backReason, people }) => [
        id,
        confirmStatus,
        backReason,
        people > 0,
      ]),
      [
        [returned.classId, "back", "课程不符", true],
        [draft.classId, "unSubmit", null, false],
        [pending.classId, "unConfirm", null, true],
      ],
    );
    await sql`update enterprise_class set confirm_status = 'Invalidate' where id = ${draft.classId}`.execute(app.db);
    assert.equal((await shown(own)).length, 2);
    assert.deepEqual(await shown(await aFiledEnterprise(app)), []);
  });
});

describe("EnterpriseTotal.remove", () => {
  it("keeps the record of a year in which a class begins (ENT_IN_USE)", async () => {
    const own = await aFiledEnterprise(app);
    const { startDate } = await aStaffClass(app, { enterprise: own });
    await sql`update enterprise_total set year = ${Number(startDate.slice(0, 4))} where ent_id = ${own.entId}`.execute(
      app.db,
    );
    const [record] = (await own.admin.list<any>(enterpriseTotalCalls.list, {})).records;
    const refused = await app.as("sysAdmin").refused(enterpriseTotalCalls.remove, { ids: record.id });
    assert.equal(refused.errorCode, "ENT_IN_USE");
  });
});
