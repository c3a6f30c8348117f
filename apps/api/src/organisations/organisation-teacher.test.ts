import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { organisationTeacherCalls as calls } from "@jipei/contract/organisations/organisation-teacher.ts";
import { teacherHireCalls } from "@jipei/contract/teaching/teacher-hire.ts";
import { teacherCalls } from "@jipei/contract/teaching/teacher.ts";
import { addDays, today } from "../core/clock.ts";
import { anAttachment } from "../../test/factories/attachment.ts";
import { aHiredTeacher, anOrganisation } from "../../test/factories/organisation.ts";
import { aCourse, aStartupCourse, aTeacher, teacherValues } from "../../test/factories/teaching.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/test-app.ts";

/** Who may teach for whom: hires and filings. */
let app: TestApp;
let clerk: TestUser;
let one: { id: string; admin: TestUser };
let other: { id: string; admin: TestUser };
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
  one = await anOrganisation(app);
  other = await anOrganisation(app);
});
after(() => app.close());

const hire = (teacherId: string, orgId: string, values: Record<string, unknown> = {}) => ({
  teacherId,
  orgId,
  teacherKind: "1",
  startDate: "2026-01-01",
  endDate: "2027-12-31",
  ...values,
});

test("a hire: in order, three years at most, one at a time, full-time at one place", async () => {
  const { id } = await aTeacher(app);
  assert.equal((await clerk.refused(teacherHireCalls.submit, hire(id, one.id))).errorCode, "ROLE_DENIED");
  const hired = await aHiredTeacher(app, { orgId: one.id, startDate: "2026-01-01", endDate: "2027-12-31" });
  const again = (values: Record<string, unknown>) =>
    one.admin.refused(teacherHireCalls.submit, hire(hired.teacherId, one.id, values));
  assert.equal((await again({ startDate: "2027-12-31", endDate: "2028-12-31" })).errorCode, "HIRE_CONFLICT");
  assert.equal((await again({ startDate: "2028-01-01", endDate: "2028-01-01" })).failures[0]?.field, "endDate");
  assert.equal((await again({ startDate: "2028-01-01", endDate: "2031-01-02" })).failures[0]?.field, "endDate");
  await one.admin.call(
    teacherHireCalls.submit,
    hire(hired.teacherId, one.id, { startDate: "2028-01-01", endDate: "2031-01-01" }) as never,
  );
});

test("full-time at two institutions conflicts; part-time beside it does not; two at once: one gets in", async () => {
  const values = teacherValues();
  const save = (admin: TestUser, kind: string) => ({
    admin,
    input: {
      trainTeacherDTO: values,
      trainTeacherHireDTO: { teacherKind: kind, startDate: "2026-01-01", endDate: "2027-12-31" },
    },
  });
  const first = save(one.admin, "1");
  await first.admin.call(teacherCalls.orgTeacherSave, first.input as never);
  assert.equal(
    (await other.admin.refused(teacherCalls.orgTeacherSave, save(other.admin, "1").input)).errorCode,
    "HIRE_CONFLICT",
  );
  await other.admin.call(teacherCalls.orgTeacherSave, save(other.admin, "2").input as never);
  const racer = await aTeacher(app);
  const insert = (orgId: string) =>
    app.db
      .insertInto("teacherHire")
      .values({
        teacherId: racer.id,
        orgId,
        teacherKind: "1",
        startDate: "2026-01-01",
        endDate: "2026-12-31",
        createUser: "0",
        updateUser: "0",
      })
      .execute();
  const raced = await Promise.allSettled([insert(one.id), insert(other.id)]);
  assert.equal(raced.filter((answer) => answer.status === "fulfilled").length, 1);
});

test("a person in the pool is hired by name and number, never shown or guessed", async () => {
  const known = await aTeacher(app, { name: "陈晓燕" });
  const hireOf = { teacherKind: "2", startDate: "2026-01-01", endDate: "2027-12-31" };
  assert.equal(
    (await one.admin.refused(teacherHireCalls.submit, { teacherId: known.id, ...hireOf })).errorCode,
    "NOT_OWNER",
  );
  assert.equal(
    (
      await one.admin.refused(teacherCalls.orgTeacherSave, {
        trainTeacherDTO: teacherValues({ idNumber: known.idNumber, name: "李四" }),
        trainTeacherHireDTO: hireOf,
      })
    ).errorCode,
    "ID_MISMATCH",
  );
  const saved = await one.admin.call(teacherCalls.orgTeacherSave, {
    trainTeacherDTO: teacherValues({ idNumber: known.idNumber, name: "陈晓燕", teachSubject: "别的" }),
    trainTeacherHireDTO: hireOf,
  } as never);
  assert.equal(saved.id, known.id);
  assert.equal((await clerk.call(teacherCalls.detail, { id: known.id })).teachSubject, "电工");
  assert.equal((await other.admin.refused(teacherCalls.detail, { id: known.id })).errorCode, "NOT_FOUND");
  assert.equal((await other.admin.list<any>(teacherCalls.choices, { name: "陈晓燕" })).total, 0);
});

test("19.2-3: a filing needs a current hire of its kind with its contract", async () => {
  const course = await aCourse(app);
  const expired = await aHiredTeacher(app, { orgId: one.id });
  await app.db
    .updateTable("teacherHire")
    .set({ endDate: addDays(today(), -1) })
    .where("id", "=", expired.hireId)
    .execute();
  await one.admin.call(calls.remove, { ids: expired.id });
  const filing = (values: Record<string, unknown>) => ({
    teacherId: expired.teacherId,
    hireId: expired.hireId,
    teacherKind: "1",
    courseIds: [course.id],
    isValid: "isValid",
    ...values,
  });
  const refused = await one.admin.refused(calls.submit, filing({}));
  assert.deepEqual([refused.errorCode, refused.msg.includes(expired.name)], ["TEACHER_NOT_HIRED", true]);
  await app.db
    .updateTable("teacherHire")
    .set({ endDate: addDays(today(), 9), contractAttId: null })
    .where("id", "=", expired.hireId)
    .execute();
  assert.equal((await one.admin.refused(calls.submit, filing({ teacherKind: "2" }))).failures[0]?.field, "teacherKind");
  assert.equal((await one.admin.refused(calls.submit, filing({}))).errorCode, "ATTACH_REQUIRED");
  await one.admin.call(teacherHireCalls.submit, {
    id: expired.hireId,
    contractAttId: await anAttachment(app, one.admin),
  } as never);
  await one.admin.call(calls.submit, filing({}) as never);
});

test("19.2-3: only courses up to the own level; start-up lecturers need the trainer certificate", async () => {
  const level = async (value: string) => (await aCourse(app, { level: value })).id;
  await assert.rejects(
    aHiredTeacher(app, { orgId: one.id, teacher: { skillLevel: "3" }, courseIds: [await level("2")] }),
    /高于教师本人资格/,
  );
  await aHiredTeacher(app, {
    orgId: one.id,
    teacher: { skillLevel: "3" },
    courseIds: [await level("3"), await level("5"), await level("0")],
  });
  await assert.rejects(
    aHiredTeacher(app, {
      orgId: one.id,
      teacher: { skillLevel: null, title: "助理讲师", titleLevel: "4" },
      courseIds: [await level("3")],
    }),
    /高于教师本人资格/,
  );
  const startup = (await aStartupCourse(app)).id;
  await assert.rejects(aHiredTeacher(app, { orgId: one.id, courseIds: [startup] }), /师资培训证/);
  await aHiredTeacher(app, { orgId: one.id, courseIds: [startup], teacher: { trainerCertNo: "SYB-2024-001" } });
  await assert.rejects(
    aHiredTeacher(app, { orgId: one.id, courseIds: [(await aCourse(app, { isValid: "unValid" })).id] }),
    /COURSE_NOT_VALID|有效目录/,
  );
});

test("19.2-4: decided by the bureau; going off duty needs no new decision, anything else does", async () => {
  const hired = await aHiredTeacher(app, { orgId: one.id });
  assert.equal(
    (await one.admin.refused(calls.submit, { id: hired.id, courseIds: [(await aCourse(app)).id] })).errorCode,
    "STATE_ILLEGAL",
  );
  await one.admin.call(calls.submit, { id: hired.id, isValid: "unValid" } as never);
  assert.deepEqual(
    [
      (await clerk.call(calls.detail, { id: hired.id })).confirmStatus,
      (await clerk.call(calls.detail, { id: hired.id })).isValid,
    ],
    ["Confirm", "unValid"],
  );
  const pending = await aHiredTeacher(app, { orgId: one.id });
  await app.db
    .updateTable("organisationTeacher")
    .set({ confirmStatus: "unConfirm" })
    .where("id", "=", pending.id)
    .execute();
  assert.equal(
    (await clerk.refused(calls.submit, { id: pending.id, confirmStatus: "back" })).errorCode,
    "REASON_REQUIRED",
  );
  await clerk.call(calls.back, { ids: pending.id, reason: "证书模糊" });
  await one.admin.call(calls.submit, { id: pending.id } as never);
  assert.equal((await clerk.call(calls.detail, { id: pending.id })).confirmStatus, "unConfirm");
  await clerk.call(calls.submit, { id: pending.id, confirmStatus: "Confirm" } as never);
  assert.equal((await clerk.call(calls.detail, { id: pending.id })).confirmStatus, "Confirm");
});

test("a teacher sees himself, an institution its own teachers", async () => {
  const hired = await aHiredTeacher(app, { orgId: one.id });
  const row = await app.db
    .selectFrom("teacher")
    .select("idNumberHash")
    .where("id", "=", hired.teacherId)
    .executeTakeFirstOrThrow();
  const self = app.as("orgTeacher", { orgId: one.id, idNumberHash: row["idNumberHash"] });
  assert.deepEqual(
    (await self.list<any>(teacherCalls.usedByOrg, {})).records.map((found: any) => found.id),
    [hired.teacherId],
  );
  assert.equal((await self.list<any>(calls.list, {})).total, 1);
  assert.equal((await other.admin.list<any>(calls.list, { teacherId: hired.teacherId })).total, 0);
  assert.ok(
    (await clerk.list<any>(teacherCalls.usedByManage, { orgId: one.id, isPaging: "0" })).records.some(
      (found: any) => found.id === hired.teacherId,
    ),
  );
  assert.equal(
    (await self.refused(teacherCalls.orgTeacherSave, { trainTeacherDTO: teacherValues() })).errorCode,
    "ROLE_DENIED",
  );
});

test("an institution changes its teacher, but not who he is once others hire him", async () => {
  const hired = await aHiredTeacher(app, { orgId: one.id, teacherKind: "2" });
  await one.admin.call(teacherCalls.submit, {
    trainTeacherDTO: { id: hired.teacherId, workUnit: "第一学校" },
  } as never);
  const detail = await one.admin.call(teacherCalls.detail, { id: hired.teacherId });
  await one.admin.call(teacherCalls.submit, { trainTeacherDTO: { id: hired.teacherId, name: "改名" } } as never);
  await other.admin.call(teacherCalls.orgTeacherSave, {
    trainTeacherDTO: teacherValues({ name: "改名", idNumber: detail.idNumber }),
    trainTeacherHireDTO: { teacherKind: "2", startDate: "2026-01-01", endDate: "2027-12-31" },
  } as never);
  assert.equal(
    (await one.admin.refused(teacherCalls.submit, { trainTeacherDTO: { id: hired.teacherId, name: "又改名" } }))
      .errorCode,
    "FIELD_FROZEN",
  );
});
