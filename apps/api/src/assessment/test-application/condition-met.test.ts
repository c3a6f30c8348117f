import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { declareConditionCalls } from "@jipei/contract/catalogue/declare-condition.ts";
import { sql } from "kysely";
import { aTestApplication } from "../../../test/factories/assessment.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";

/** CONDITION_UNMET: modes 1 and 2 admit only those who meet a condition of the occupational standard. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("TestApplication.submit", () => {
  it("sets for each candidate the first condition they meet; refuses to submit or approve candidates who meet none, or not the one named (CONDITION_UNMET)", async () => {
    const base = await aTrainingBase(app, { course: { certKind: "4", level: "4" } });
    const course = await app.db
      .selectFrom("course")
      .select(["occupationCode", "occupationName"])
      .where("id", "=", base.courseId)
      .executeTakeFirstOrThrow();
    await sql`update declare_condition set is_deleted = 1 where occupation_code = ${course.occupationCode} and level = '4'`.execute(
      app.db,
    );
    const conditions: string[] = [];
    for (const [index, asked] of [{ minWorkYears: 5 }, { minEducation: "40" }].entries())
      conditions.push(
        (
          await app.as("clerk").call(declareConditionCalls.submit, {
            ...course,
            level: "4",
            conditionNo: index + 1,
            conditionText: `条件${index + 1}`,
            minAge: 16,
            ...asked,
          } as never)
        ).id,
      );
    const { applyId, studentIds } = await aTestApplication(app, {
      base,
      application: { testMode: "1", evalOrgName: "市职业技能评价中心" },
    });
    const facts = async (place: number, workYears: number | null, education: string) =>
      sql`update student set work_years = ${workYears}, education = ${education} where id = ${studentIds[place]}`.execute(
        app.db,
      );
    await facts(0, 6, "70");
    await facts(1, null, "30");
    await facts(2, 1, "70");
    const read = async () => (await base.orgAdmin.call(testApplicationCalls.detail, { id: applyId })) as any;
    const save = (testDTOs: object[]) =>
      base.orgAdmin.call(testApplicationCalls.submit, { testApplyDTO: { id: applyId }, testDTOs } as never);
    const ids = new Map((await read()).testList.map((one: any) => [one.studentId, one.id]));
    await base.orgAdmin.call(testApplicationCalls.submit, {
      testApplyDTO: { id: applyId },
      delTestDTOs: [...ids.values()].map((testId) => ({ testId })),
    } as never);
    await save(studentIds.map((studentId) => ({ studentId })));
    const found = await read();
    assert.deepEqual(
      found.conditionList.map((one: any) => [one.id, one.conditionNo, one.conditionText]),
      [
        [conditions[0], 1, "条件1"],
        [conditions[1], 2, "条件2"],
      ],
    );
    assert.deepEqual(
      studentIds
        .map((id) => found.testList.find((one: any) => one.studentId === id))
        .map((one) => [one.conditionId, one.metConditions]),
      [
        [conditions[0], [conditions[0]]],
        [conditions[1], [conditions[1]]],
        [null, []],
      ],
    );

    const commit = { ids: applyId, confirmType: "unConfirm" } as never;
    const nobody = await base.orgAdmin.refused(testApplicationCalls.confirm, commit);
    assert.deepEqual([nobody.errorCode, nobody.failures.map((one) => one.id)], ["CONDITION_UNMET", [studentIds[2]]]);
    await save([{ studentId: studentIds[2], conditionId: conditions[1] }]);
    assert.equal(
      (await base.orgAdmin.refused(testApplicationCalls.confirm, commit)).errorCode,
      "CONDITION_UNMET",
      "named, but not met",
    );
    await facts(2, 1, "40");
    await save([{ studentId: studentIds[2] }]);
    assert.equal(
      (await read()).testList.find((one: any) => one.studentId === studentIds[2]).conditionId,
      conditions[1],
      "what was chosen stays",
    );
    await base.orgAdmin.call(testApplicationCalls.confirm, commit);

    // The roster has changed since: the bureau can no longer approve this candidate, only the others.
    await facts(2, 1, "70");
    const approve = { ids: applyId, confirmType: "Confirm", testDate: addDays(today(), 10) };
    assert.equal(
      (await app.as("clerk").refused(testApplicationCalls.confirm, approve as never)).errorCode,
      "CONDITION_UNMET",
    );
    const testId = (await read()).testList.find((one: any) => one.studentId === studentIds[2]).id;
    await app
      .as("clerk")
      .call(testApplicationCalls.confirm, { ...approve, ineligible: [{ testId, reason: "不符合申报条件" }] } as never);
  });
});
