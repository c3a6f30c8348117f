import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseCourseCalls as calls } from "@jipei/contract/catalogue/enterprise-course.ts";
import { courseCalls } from "@jipei/contract/catalogue/course.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { aCourse, aStandard } from "../../test/factories/teaching.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";

/** Courses as enterprises see them. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("EnterpriseCourse.list", () => {
  it("shows the courses in force that an enterprise may run, with the standard paid to enterprises today", async () => {
    const enterprise = app.as("entAdmin", { entId: "77" });
    const upgrading = await aCourse(app, { trainKind: "02" });
    const bare = await aCourse(app, { trainKind: "06" });
    const ofInstitutions = await aCourse(app, { trainKind: "01" });
    const past = await aCourse(app, { trainKind: "02" });
    await app.as("clerk").call(courseCalls.submit, { trainCourseDTO: { id: past.id, isValid: "unValid" } } as never);
    const standard = { courseId: upgrading.id, subsidyKind: "02", payTarget: "2" };
    await aStandard(app, { ...standard, standardAmount: "1200.00", expireDate: addDays(today(), -1) });
    await aStandard(app, { ...standard, standardAmount: "1300.00", effectDate: today() });
    for (const call of [calls.list, calls.getClassCourse]) {
      const { records } = await enterprise.list<any>(call, { isPaging: "0" });
      const byId = new Map(records.map((row: any) => [row.id, row.standardAmount]));
      assert.deepEqual(
        [upgrading, bare, ofInstitutions, past].map(({ id }) => byId.get(id)),
        ["1300.00", null, undefined, undefined],
      );
    }
    assert.equal((await enterprise.call(calls.detail, { id: upgrading.id })).standardAmount, "1300.00");
    assert.equal((await enterprise.refused(calls.detail, { id: ofInstitutions.id })).errorCode, "NOT_FOUND");
  });
});

describe("EnterpriseCourse.submit", () => {
  it("and remove are refused to everybody (ROLE_DENIED), whatever right they were given", async () => {
    const { id } = await aCourse(app, { trainKind: "02" });
    const keys = ["enterprise_course_add", "enterprise_course_edit", "enterprise_course_delete"];
    const clerk = app.as("clerk");
    for (const user of [clerk, app.as("clerk", { permissions: new Set([...clerk.actor.permissions, ...keys]) })]) {
      assert.equal((await user.refused(calls.submit, { id })).errorCode, "ROLE_DENIED");
      assert.equal((await user.refused(calls.remove, { ids: id })).errorCode, "ROLE_DENIED");
    }
  });
});
