import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { organisationTeacherCalls as calls } from "@jipei/contract/providers/organisation-teacher.ts";
import { teacherHireCalls } from "@jipei/contract/providers/teacher-hire.ts";
import { teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { aStaffClass } from "../../../test/factories/enterprise-class.ts";
import { aHiredTeacher, anOrganisation } from "../../../test/factories/organisation.ts";
import { aCourse, aStartupCourse, aTeacher, teacherValues } from "../../../test/factories/teaching.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

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

describe("TeacherHire.submit", () => {
  it("refuses days out of order, more than three years (FIELD_INVALID), and a second hire of the pair at a time (HIRE_CONFLICT)", async () => {
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

  it("refuses full-time at two institutions (HIRE_CONFLICT), also of two writers at once, and takes part-time beside it", async () => {
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
});

describe("Teacher.orgTeacherSave", () => {
  it("hires a person of the pool by name and number, and neither shows nor lets guess anybody (NOT_OWNER, ID_MISMATCH)", async () => {
    const known = await aTeacher(app, { name: "欧阳晓燕" });
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
      trainTeacherDTO: teacherValues({ idNumber: known.idNumber, name: "欧阳晓燕", teachSubject: "别的" }),
      trainTeacherHireDTO: hireOf,
    } as never);
    assert.equal(saved.id, known.id);
    assert.equal((await clerk.call(teacherCalls.detail, { id: known.id })).teachSubject, "电工");
    assert.equal((await other.admin.refused(teacherCalls.detail, { id: known.id })).errorCode, "NOT_FOUND");
    assert.equal((await other.admin.list<any>(teacherCalls.choices, { name: "欧阳晓燕" })).total, 0);
  });
});

describe("OrganisationTeacher.submit", () => {
  it("19.2-3: needs a current hire (TEACHER_NOT_HIRED) of its kind (FIELD_INVALID) with its contract (ATTACH_REQUIRED)", async () => {
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
    assert.equal(
      (await one.admin.refused(calls.submit, filing({ teacherKind: "2" }))).failures[0]?.field,
      "teacherKind",
    );
    assert.equal((await one.admin.refused(calls.submit, filing({}))).errorCode, "ATTACH_REQUIRED");
    await one.admin.call(teacherHireCalls.submit, {
      id: expired.hireId,
      contractAttId: await anAttachment(app, one.admin),
    } as never);
    await one.admin.call(calls.submit, filing({}) as never);
  });

  it("19.2-3: takes courses up to the teacher's own level (FIELD_INVALID), for start-up lecturers with the trainer certificate", async () => {
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

  it("19.2-4: is decided by the bureau; going off duty needs no new decision, any other change does (STATE_ILLEGAL)", async () => {
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

  it("takes whoever's hire has ended off duty, and lets the next institution file them full-time (HIRE_CONFLICT)", async () => {
    const hired = await aHiredTeacher(app, { orgId: one.id });
    const endHire = (endDate: string) =>
      app.db.updateTable("teacherHire").set({ endDate }).where("id", "=", hired.hireId).execute();
    await endHire(addDays(today(), -1));
    const { id: hireId } = await app.db
      .insertInto("teacherHire")
      .values({
        teacherId: hired.teacherId,
        orgId: other.id,
        teacherKind: "1",
        startDate: today(),
        endDate: addDays(today(), 300),
        contractAttId: await anAttachment(app, other.admin, "聘用合同.pdf"),
        createUser: "1",
        updateUser: "1",
      } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id } = await other.admin.call(calls.submit, {
      teacherId: hired.teacherId,
      hireId,
      teacherKind: "1",
      courseIds: [(await aCourse(app)).id],
      isValid: "isValid",
    } as never);
    await one.admin.call(calls.submit, { id: hired.id, isValid: "unValid" } as never);
    assert.equal((await clerk.call(calls.detail, { id: hired.id })).isValid, "unValid");
    assert.equal(
      (await one.admin.refused(calls.submit, { id: hired.id, isValid: "isValid" })).errorCode,
      "TEACHER_NOT_HIRED",
    );
    assert.equal((await clerk.call(calls.detail, { id })).isValid, "isValid");
    await assert.rejects(endHire(addDays(today(), 30)), /teacher_hire_full_time/);
  });

  it("refuses a filing that no institution makes (NOT_OWNER)", async () => {
    const hired = await aHiredTeacher(app, { orgId: one.id });
    const bureau = app.as("clerk", { permissions: new Set(["train_org_teacher_add"]) });
    const { teacherId, hireId } = hired;
    const courseIds = [(await aCourse(app)).id];
    const filing = { teacherId, hireId, teacherKind: "1", courseIds, isValid: "isValid" };
    const without = app.as("orgAdmin");
    for (const user of [bureau, without])
      assert.equal((await user.refused(calls.submit, filing)).errorCode, "NOT_OWNER");
  });
});

const idNumberOf = async (id: string) => (await clerk.call(teacherCalls.detail, { id })).idNumber;

describe("Teacher.orgTeacherSave of an approved teacher", () => {
  it("refuses an institution another person in their place (FIELD_FROZEN), also once the approval is open again", async () => {
    const hired = await aHiredTeacher(app, { orgId: one.id });
    const save = (values: object) => ({ trainTeacherDTO: { id: hired.teacherId, ...values } });
    const { idNumber } = teacherValues();
    for (const values of [{ name: "别人" }, { idNumber }])
      assert.equal((await one.admin.refused(teacherCalls.orgTeacherSave, save(values))).errorCode, "FIELD_FROZEN");
    await one.admin.call(teacherCalls.orgTeacherSave, save({ certNo: "S-NEW" }) as never);
    assert.equal((await one.admin.refused(teacherCalls.orgTeacherSave, save({ idNumber }))).errorCode, "FIELD_FROZEN");
    const history = await app.db
      .selectFrom("auditRecord")
      .select("action")
      .where("bizType", "=", "Teacher")
      .where("bizId", "=", hired.teacherId)
      .execute();
    assert.ok(history.some(({ action }) => action === "edit"));
  });

  it("has the bureau approve again once qualification or contract changed, and keeps the contract (ATTACH_REQUIRED)", async () => {
    const changes = [
      (id: { teacherId: string }) =>
        one.admin.call(teacherCalls.orgTeacherSave, {
          trainTeacherDTO: { id: id.teacherId, skillLevel: "2" },
        } as never),
      (id: { hireId: string }) =>
        one.admin.call(teacherHireCalls.submit, { id: id.hireId, endDate: addDays(today(), 40) } as never),
      async (id: { hireId: string }) =>
        one.admin.call(teacherHireCalls.submit, {
          id: id.hireId,
          contractAttId: await anAttachment(app, one.admin),
        } as never),
    ];
    for (const change of changes) {
      const hired = await aHiredTeacher(app, { orgId: one.id });
      const state = async () => (await clerk.call(calls.detail, { id: hired.id })).confirmStatus;
      await one.admin.call(teacherHireCalls.submit, { id: hired.hireId, remark: "备注" } as never);
      assert.equal(await state(), "Confirm");
      await change(hired);
      assert.equal(await state(), "unConfirm");
      assert.equal(
        (await one.admin.refused(teacherHireCalls.submit, { id: hired.hireId, contractAttId: null })).errorCode,
        "ATTACH_REQUIRED",
      );
    }
  });

  it("keeps from an institution what others rely on as well (FIELD_FROZEN)", async () => {
    const hired = await aHiredTeacher(app, { orgId: one.id, teacherKind: "2" });
    const { name } = hired;
    const idNumber = await idNumberOf(hired.teacherId);
    await other.admin.call(teacherCalls.orgTeacherSave, {
      trainTeacherDTO: teacherValues({ name, idNumber }),
      trainTeacherHireDTO: { teacherKind: "2", startDate: "2026-01-01", endDate: "2027-12-31" },
    } as never);
    for (const values of [{ isValid: "unValid" }, { skillLevel: "5" }, { certNo: "S-9" }, { trainerCertNo: "T-9" }])
      assert.equal(
        (
          await other.admin.refused(teacherCalls.orgTeacherSave, {
            trainTeacherDTO: { id: hired.teacherId, ...values },
          })
        ).errorCode,
        "FIELD_FROZEN",
      );
  });
});

describe("OrganisationTeacher.remove", () => {
  it("keeps whoever teaches the staff of an enterprise for the institution (TEACHER_IN_USE)", async () => {
    const hired = await aHiredTeacher(app, { orgId: one.id });
    const { classId, startDate, enterprise } = await aStaffClass(app, { overrides: { orgId: one.id } });
    const lesson = { date: startDate, start: "09:00", end: "11:00", content: "课", teacherId: hired.teacherId };
    await enterprise.admin.call(enterpriseClassCalls.save, { id: classId, schedules: [lesson] } as never);
    assert.equal((await one.admin.refused(calls.remove, { ids: hired.id })).errorCode, "TEACHER_IN_USE");
    await enterprise.admin.call(enterpriseClassCalls.save, { id: classId, schedules: [] } as never);
    await one.admin.call(calls.remove, { ids: hired.id });
  });
});

describe("OrganisationTeacher.list", () => {
  it("shows teachers themselves, and an institution its own teachers", async () => {
    const hired = await aHiredTeacher(app, { orgId: one.id });
    const row = await app.db
      .selectFrom("teacher")
      .select("idNumberHash")
      .where("id", "=", hired.teacherId)
      .executeTakeFirstOrThrow();
    const self = app.as("orgTeacher", { orgId: one.id, idNumberHash: row.idNumberHash });
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
});

describe("Teacher.submit", () => {
  it("lets an institution change its teacher, but not their name once others hire them (FIELD_FROZEN)", async () => {
    const values = teacherValues();
    const hire = { teacherKind: "2", startDate: "2026-01-01", endDate: "2027-12-31" };
    const { id } = await one.admin.call(teacherCalls.orgTeacherSave, {
      trainTeacherDTO: values,
      trainTeacherHireDTO: hire,
    } as never);
    await one.admin.call(teacherCalls.submit, { trainTeacherDTO: { id, name: "改名" } } as never);
    await other.admin.call(teacherCalls.orgTeacherSave, {
      trainTeacherDTO: { ...values, name: "改名" },
      trainTeacherHireDTO: hire,
    } as never);
    await one.admin.call(teacherCalls.submit, { trainTeacherDTO: { id, workUnit: "第一学校" } } as never);
    assert.equal(
      (await one.admin.refused(teacherCalls.submit, { trainTeacherDTO: { id, name: "又改名" } })).errorCode,
      "FIELD_FROZEN",
    );
  });
});
