import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { organisationPlanCalls } from "@jipei/contract/training/organisation-plan.ts";
import { lineExperience } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { courseCalls } from "@jipei/contract/catalogue/course.ts";
import { aHeldClass, anOrgPlan } from "../../../test/factories/class.ts";
import { aStandard } from "../../../test/factories/teaching.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** A clerk who sees only their own rows of one entity. */
const ownOnly = (entity: string) =>
  app.as("clerk", { dataScopes: [{ entity, kind: "2", column: null, expression: null, fields: null }] });

describe("readChildRows", () => {
  it("and countShown apply data scopes, as lists do", async () => {
    const base = await aTrainingBase(app);
    await aStandard(app, { courseId: base.courseId });
    const standards = async (user = app.as("clerk")) =>
      (await user.call(courseCalls.detail, { id: base.courseId })).subsidyList?.length;
    assert.deepEqual([await standards(), await standards(ownOnly("SubsidyStandard"))], [1, 0]);

    const id = await anOrgPlan(app, base);
    await base.orgAdmin.call(organisationPlanCalls.commit, { ids: id } as never);
    const pending = async (user = app.as("clerk")) =>
      (await user.call(organisationPlanCalls.pendingNumber, undefined)).number;
    assert.deepEqual([await pending(), await pending(ownOnly("OrganisationPlan"))], [1, 0]);
  });
});

describe("Lesson.attendanceSheet", () => {
  it("and lineExperience apply data scopes", async () => {
    const built = await aHeldClass(app, { students: 2 });
    const sheet = async (user = app.as("clerk")) => {
      const { lessons, students, entries } = await user.call(lessonCalls.attendanceSheet, { classId: built.classId });
      return [(lessons as unknown[]).length > 0, (students as unknown[]).length, (entries as unknown[]).length > 0];
    };
    assert.deepEqual(await sheet(), [true, 2, true]);
    assert.deepEqual(await sheet(ownOnly("Student")), [true, 0, false]);
    assert.deepEqual(await sheet(ownOnly("Lesson")), [false, 0, false]);
    assert.deepEqual(await sheet(ownOnly("Attendance")), [true, 2, false]);

    const experience = async (user = app.as("clerk")) =>
      (await user.call(lineExperience, { studentId: built.studentIds[0] as string })).length;
    const stranger = (await aTrainingBase(app)).orgAdmin;
    assert.deepEqual(
      [
        await experience(),
        await experience(built.base.orgAdmin),
        await experience(stranger),
        await experience(ownOnly("Student")),
      ],
      [1, 1, 0, 0],
    );
  });
});
