import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { teacherEngagementCalls } from "@jipei/contract/providers/teacher-engagement.ts";
import { teacherHireCalls } from "@jipei/contract/providers/teacher-hire.ts";
import { teacherCalls as calls } from "@jipei/contract/providers/teacher.ts";
import { today } from "../../core/foundation/clock.ts";
import { enterAnswer } from "../../external-data/local-registers.ts";
import { aHeldClass } from "../../../test/factories/class.ts";
import { recordEngagements } from "./engagements.ts";
import { aHiredTeacher, anOrganisation } from "../../../test/factories/organisation.ts";
import { aTeacher, teacherValues } from "../../../test/factories/teaching.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** The pool of teachers, their hires and what they taught. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const save = (values: Record<string, unknown>, more = {}) => ({ trainTeacherDTO: teacherValues(values), ...more });

describe("Teacher.submit", () => {
  it("takes number, sex and birthday from the ID number, which is encrypted and masked", async () => {
    const teacher = await aTeacher(app);
    const row = await clerk.call(calls.detail, { id: teacher.id });
    assert.match(row.teacherNo ?? "", /^JS\d{6}$/);
    assert.equal(row.birthday?.replaceAll("-", ""), teacher.idNumber.slice(6, 14));
    assert.equal(row.sex, Number(teacher.idNumber[16]) % 2 ? "1" : "2");
    const listed = (await clerk.list<any>(calls.list, { idNumber: teacher.idNumber })).records;
    assert.deepEqual(
      listed.map((found: any) => found.idNumber),
      [`${teacher.idNumber.slice(0, 6)}********${teacher.idNumber.slice(-4)}`],
    );
    const stored = await app.db
      .selectFrom("teacher")
      .selectAll()
      .where("id", "=", teacher.id)
      .executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(stored).includes(teacher.idNumber));
  });

  it("refuses a wrong check digit (ID_INVALID), neither title nor skill (FIELD_INVALID), and a duplicate (DUPLICATE)", async () => {
    const { idNumber } = teacherValues();
    const wrong = `${(idNumber as string).slice(0, 17)}${idNumber.endsWith("1") ? "2" : "1"}`;
    assert.equal((await clerk.refused(calls.submit, save({ idNumber: wrong }))).errorCode, "ID_INVALID");
    assert.equal(
      (await clerk.refused(calls.submit, save({ idNumber: "1234" }))).failures[0]?.msg,
      "证件号码：证件号码长度不为18位",
    );
    assert.equal(
      (await clerk.refused(calls.submit, save({ skillLevel: null, title: null }))).failures[0]?.field,
      "skillLevel",
    );
    const known = await aTeacher(app);
    assert.equal((await clerk.refused(calls.submit, save({ idNumber: known.idNumber }))).errorCode, "DUPLICATE");
    const passport = await aTeacher(app, { idType: "9", idNumber: "e1234567", sex: "2", birthday: "1990-05-05" });
    assert.deepEqual(
      [
        (await clerk.call(calls.detail, { id: passport.id })).idNumber,
        (await clerk.call(calls.detail, { id: passport.id })).birthday,
      ],
      ["E1234567", "1990-05-05"],
    );
  });

  it("saves a teacher and a hire in one go; what is wrong in the hire undoes both", async () => {
    const { id: orgId } = await anOrganisation(app);
    const values = save({});
    const hire = { orgId, teacherKind: "2", startDate: "2026-01-01", endDate: "2025-01-01" };
    assert.equal(
      (await app.as(["clerk", "orgAdmin"]).refused(calls.submit, { ...values, trainTeacherHireDTO: hire })).failures[0]
        ?.field,
      "endDate",
    );
    assert.equal((await clerk.list<any>(calls.list, { idNumber: values.trainTeacherDTO.idNumber })).total, 0);
    const admin = app.as("orgAdmin", { orgId });
    const saved = await admin.call(calls.orgTeacherSave, {
      ...values,
      trainTeacherHireDTO: { ...hire, endDate: "2026-12-31" },
    } as never);
    const [found] = (await admin.list<any>(teacherHireCalls.used, { teacherId: saved.id })).records;
    assert.deepEqual(
      [found.id, found.orgId, found.isCurrentUser, found.teacherName],
      [
        saved.hireId,
        orgId,
        today() >= "2026-01-01" && today() <= "2026-12-31" ? "isCurrentUser" : "unCurrentUser",
        values.trainTeacherDTO.name,
      ],
    );
    assert.equal((await admin.list<any>(teacherHireCalls.list, { isCurrentUser: found.isCurrentUser })).total, 1);
  });

  it("refuses to change what the provincial system says (FIELD_FROZEN)", async () => {
    const { id } = await aTeacher(app);
    await app.db.updateTable("teacher").set({ dataSource: "2" }).where("id", "=", id).execute();
    const refused = await clerk.refused(calls.submit, { trainTeacherDTO: { id, skillLevel: "1" } });
    assert.deepEqual([refused.errorCode, refused.msg], ["FIELD_FROZEN", "字段技能等级不允许更正"]);
    await clerk.call(calls.submit, { trainTeacherDTO: { id, workUnit: "某校" } } as never);
  });
});

describe("Teacher.remove", () => {
  it("refuses teachers who are hired, and hires that a filing names (TEACHER_IN_USE)", async () => {
    const hired = await aHiredTeacher(app);
    assert.equal((await clerk.refused(calls.remove, { ids: hired.teacherId })).errorCode, "TEACHER_IN_USE");
    assert.equal(
      (await app.as("orgAdmin", { orgId: hired.orgId }).refused(teacherHireCalls.remove, { ids: hired.hireId }))
        .errorCode,
      "TEACHER_IN_USE",
    );
    await clerk.call(calls.remove, { ids: (await aTeacher(app)).id });
  });
});

describe("TeacherEngagement.submit", () => {
  it("takes engagements of own teachers (NOT_OWNER) once each (DUPLICATE); those from the timetable are fixed (STATE_ILLEGAL)", async () => {
    const hired = await aHiredTeacher(app);
    const admin = app.as("orgAdmin", { orgId: hired.orgId });
    const row = {
      teacherId: hired.teacherId,
      orgName: "旧学校",
      courseName: "电工",
      startDate: "2020-03-01",
      endDate: "2021-03-01",
    };
    const { id } = await admin.call(teacherEngagementCalls.submit, row as never);
    assert.equal((await admin.refused(teacherEngagementCalls.submit, row)).errorCode, "DUPLICATE");
    assert.equal(
      (await admin.refused(teacherEngagementCalls.submit, { ...row, startDate: "2022-01-01" })).failures[0]?.field,
      "endDate",
    );
    assert.equal(
      (await admin.refused(teacherEngagementCalls.submit, { ...row, teacherId: (await aTeacher(app)).id })).errorCode,
      "NOT_OWNER",
    );
    await app.db.updateTable("teacherEngagement").set({ sourceKind: "2" }).where("id", "=", id).execute();
    assert.equal(
      (await clerk.refused(teacherEngagementCalls.submit, { id, courseName: "x" })).errorCode,
      "STATE_ILLEGAL",
    );
    assert.equal((await clerk.refused(teacherEngagementCalls.remove, { ids: id })).errorCode, "STATE_ILLEGAL");
    assert.equal((await admin.call(teacherEngagementCalls.byTeacher, { teacherId: hired.teacherId })).length, 1);
  });
});

describe("recordEngagements", () => {
  it("makes an engagement of what was taught, counted anew each time", async () => {
    const { base } = await aHeldClass(app);
    for (let run = 0; run < 2; run++) await app.db.transaction().execute(recordEngagements);
    const rows = await clerk.call(teacherEngagementCalls.byTeacher, { teacherId: base.teacherId });
    assert.deepEqual(
      rows.map((row) => [row.sourceKind, row.teachHours]),
      [["2", "40.0"]],
    );
  });
});

describe("Teacher.syncOrgTeachers", () => {
  it("takes over new teachers, corrects known ones, leaves nonsense out, and says when the register is silent (EXT_UNAVAILABLE)", async () => {
    const organisation = await anOrganisation(app);
    const known = await aTeacher(app, { skillLevel: "4" });
    const fresh = teacherValues({ teachSubject: "焊接" });
    const report = {
      teachers: [
        { ...fresh, hire: { teacherKind: "2", startDate: "2026-01-01", endDate: "2027-12-31" } },
        { ...teacherValues(), name: known.name, idNumber: known.idNumber, skillLevel: "1" },
        { ...teacherValues(), idNumber: "123" },
      ],
    };
    await enterAnswer(app.db, app.cipher, "getTrainTeacher", organisation.creditCode, report);
    assert.deepEqual(await organisation.admin.call(calls.syncOrgTeachers, undefined as never), {
      added: 1,
      changed: 1,
      skipped: 1,
    });
    const [row] = (await organisation.admin.list<any>(calls.usedByOrg, {})).records;
    assert.deepEqual([row.name, row.dataSource, row.teachSubject], [fresh.name, "2", "焊接"]);
    assert.equal((await clerk.call(calls.detail, { id: known.id })).skillLevel, "1");
    assert.deepEqual(await clerk.call(calls.syncTeachers, undefined as never), { added: 0, changed: 2, skipped: 1 });
    await enterAnswer(app.db, app.cipher, "getTrainTeacher", organisation.creditCode, { unavailable: true });
    assert.equal((await organisation.admin.refused(calls.syncOrgTeachers, {})).errorCode, "EXT_UNAVAILABLE");
  });

  it("refuses a user who belongs to no institution (NOT_OWNER)", async () => {
    assert.equal((await app.as("orgAdmin").refused(calls.syncOrgTeachers, {})).errorCode, "NOT_OWNER");
  });
});
