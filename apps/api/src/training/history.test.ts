import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { courseCalls } from "@jipei/contract/catalogue/course.ts";
import { organisationCourseCalls } from "@jipei/contract/providers/organisation-course.ts";
import { organisationTeacherCalls } from "@jipei/contract/providers/organisation-teacher.ts";
import { teacherHireCalls } from "@jipei/contract/providers/teacher-hire.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { organisationPlanCalls } from "@jipei/contract/training/organisation-plan.ts";
import { planCalls } from "@jipei/contract/training/plan.ts";
import { signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { studentFeeCalls } from "@jipei/contract/training/student-fee.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import { aClass, aReleasedPlan, anOrgPlan } from "../../test/factories/class.ts";
import { aRosterRow, aStudentAccount, rosterInput } from "../../test/factories/enrolment.ts";
import { aStaffClass } from "../../test/factories/enterprise-class.ts";
import { anOpenClass } from "../../test/factories/open-class.ts";
import { aHiredTeacher, anOrgCourse, anOrganisation } from "../../test/factories/organisation.ts";
import { aCourse } from "../../test/factories/teaching.ts";
import { aTrainingBase } from "../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";
import { addDays, today } from "../core/foundation/clock.ts";

/** Saves and removals that the state tables list as transitions leave their record, as every move does (states §1). */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

interface Entry {
  action: string;
  before: unknown;
  after: unknown;
}
const historyOf = async (bizType: string, bizId: string): Promise<Entry[]> =>
  (
    await sql<Entry>`select action, before, after from audit_record where biz_type = ${bizType} and biz_id = ${bizId} order by id`.execute(
      app.db,
    )
  ).rows;
const actionsOf = async (bizType: string, bizId: string) =>
  (await historyOf(bizType, bizId)).map(({ action }) => action);

describe("the history of plans", () => {
  it("4.1-1, -3, -4: names whoever saved, extended or removed a plan, with what changed", async () => {
    const clerk = app.as("clerk");
    const id = await aReleasedPlan(app);
    await clerk.call(planCalls.submit, { id, totalHeadcount: 1200 } as never);
    const history = await historyOf("Plan", id);
    assert.deepEqual(
      history.map(({ action }) => action),
      ["add", "release", "edit"],
    );
    assert.deepEqual([history[2]?.before, history[2]?.after], [{ totalHeadcount: 1000 }, { totalHeadcount: 1200 }]);
    const draft = await clerk.call(planCalls.submit, {
      planName: "未下达计划",
      planYear: 2026,
      trainKind: "01",
      startDate: today(),
      endDate: addDays(today(), 30),
      totalHeadcount: 10,
    } as never);
    await clerk.call(planCalls.remove, { ids: draft.id });
    assert.deepEqual(await actionsOf("Plan", draft.id), ["add", "remove"]);
  });

  it("4.2-1, -7: of an institution's plan", async () => {
    const base = await aTrainingBase(app);
    const id = await anOrgPlan(app, base);
    await base.orgAdmin.call(organisationPlanCalls.submit, { id, headcount: 90 } as never);
    await base.orgAdmin.call(organisationPlanCalls.remove, { ids: id });
    assert.deepEqual(await actionsOf("OrganisationPlan", id), ["add", "edit", "remove"]);
  });
});

describe("the history of classes and their people", () => {
  it("5.1-1, -2, -11: of a class", async () => {
    const { base, classId } = await aClass(app);
    await base.orgAdmin.call(classCalls.save, { id: classId, contact: "赵六" } as never);
    await base.orgAdmin.call(classCalls.remove, { ids: classId });
    assert.deepEqual(await actionsOf("TrainingClass", classId), ["add", "edit", "remove"]);
  });

  it("13-1, -7: of a class of an enterprise", async () => {
    const { enterprise, classId } = await aStaffClass(app);
    await enterprise.admin.call(enterpriseClassCalls.save, { id: classId, contact: "赵六" } as never);
    await enterprise.admin.call(enterpriseClassCalls.remove, { ids: classId });
    assert.deepEqual(await actionsOf("EnterpriseClass", classId), ["add", "edit", "remove"]);
  });

  it("6.1-6, 7-9: of a sign-up and a roster row that are removed", async () => {
    const { classId, admin } = await anOpenClass(app);
    const person = await aStudentAccount(app);
    const sign = await person.user.call(signUpCalls.submit, { classId, personCategory: "03" } as never);
    await person.user.call(signUpCalls.remove, { ids: sign.id });
    assert.deepEqual(await actionsOf("SignUp", sign.id), ["remove"]);
    const student = await admin.call(studentCalls.submit, rosterInput(classId));
    await admin.call(studentCalls.remove, { ids: student.id });
    assert.deepEqual(await actionsOf("Student", student.id), ["add", "remove"]);
  });

  it("of a fee", async () => {
    const { classId, admin } = await anOpenClass(app);
    const { id: studentId } = await aRosterRow(app, classId);
    const fee = { studentId, feeKind: "1", amount: "900.00", payDate: today(), payMethod: "2" };
    const { id } = await admin.call(studentFeeCalls.submit, fee as never);
    await admin.call(studentFeeCalls.submit, { id, amount: "800.00" } as never);
    await admin.call(studentFeeCalls.remove, { ids: id });
    assert.deepEqual(await actionsOf("StudentFee", id), ["add", "edit", "remove"]);
  });
});

describe("the history of what is taught, and who teaches", () => {
  it("19.2-1, -3: of courses, teachers and hires of an institution", async () => {
    const { id: orgId, admin } = await anOrganisation(app);
    const offered = await anOrgCourse(app, { orgId });
    assert.deepEqual(await actionsOf("OrganisationCourse", offered.id), ["add", "confirm"]);
    await admin.call(organisationCourseCalls.remove, { ids: offered.id });
    assert.deepEqual((await actionsOf("OrganisationCourse", offered.id)).at(-1), "remove");
    const hired = await aHiredTeacher(app, { orgId });
    await admin.call(organisationTeacherCalls.submit, { id: hired.id, isValid: "unValid" } as never);
    await admin.call(teacherHireCalls.submit, { id: hired.hireId, endDate: addDays(today(), 90) } as never);
    assert.deepEqual(
      [await actionsOf("OrganisationTeacher", hired.id), await actionsOf("TeacherHire", hired.hireId)],
      [
        // On duty no more, and to be approved again by the changed contract.
        ["add", "confirm", "edit", "edit"],
        ["add", "edit"],
      ],
    );
  });

  it("of a course of the catalogue: who made an occupation a shortage, which raises what is paid for it", async () => {
    const { id } = await aCourse(app);
    const clerk = app.as("clerk");
    await clerk.call(courseCalls.submit, { trainCourseDTO: { id, isShortage: "1" } } as never);
    const [, edit] = await historyOf("Course", id);
    assert.deepEqual([edit?.action, edit?.before, edit?.after], ["edit", { isShortage: "0" }, { isShortage: "1" }]);
    const { auditList } = await clerk.call(courseCalls.detail, { id });
    assert.deepEqual(
      auditList.map(({ action }) => action),
      ["add", "edit"],
    );
    const { admin } = await anOrganisation(app);
    assert.deepEqual((await admin.call(courseCalls.detail, { id })).auditList, []);
  });
});
