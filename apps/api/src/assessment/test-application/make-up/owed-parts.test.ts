import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseTestApplicationCalls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { type TestSubject, getOwedParts } from "@jipei/contract/assessment/parts.ts";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { sql } from "kysely";
import {
  aCandidateSource,
  aPublishedTest,
  aTestApplication,
  anApprovedTest,
  firstGrade,
} from "../../../../test/factories/assessment.ts";
import { aHeldClass } from "../../../../test/factories/class.ts";
import { aHeldStaffClass, staffApplication } from "../../../../test/factories/enterprise-assessment.ts";
import { aTrainingBase } from "../../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../../test/support/test-app.ts";
import { addDays, today } from "../../../core/foundation/clock.ts";

/** Nobody passes without a part that they owe (rules §3.1): what a first assessment has, what is kept on the day of a make-up, what counts as passed. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
  await aCandidateSource(app);
});
after(() => app.close());

const owed: [level: string, testMode: string, ofFirst: TestSubject[], owed: TestSubject[]][] = [
  ["5", "1", ["1"], ["1", "2"]],
  ["3", "1", ["2"], ["1", "2"]],
  ["0", "3", ["2"], ["1", "2"]],
  ["4", "1", ["1", "2", "3"], ["1", "2", "3"]],
  ["2", "1", ["1", "2"], ["1", "2", "3"]],
  ["1", "6", ["1", "2"], ["1", "2", "3"]],
  ["4", "4", ["2"], ["2"]],
  ["0", "5", ["1"], ["1"]],
  ["4", "4", ["1", "3"], ["1", "2", "3"]],
  ["2", "4", ["1", "2"], ["1", "2", "3"]],
];
describe("the parts that must be passed", () => {
  for (const [level, testMode, ofFirst, parts] of owed)
    it(`level ${level}, mode ${testMode}, first assessed in ${ofFirst}: ${parts}`, () =>
      assert.deepEqual(getOwedParts(level, testMode, ofFirst), parts));
});

const codes = (refused: { errorCode: string; failures: { field?: string }[] }) => [
  refused.errorCode,
  refused.failures.map(({ field }) => field),
];
const lacking = ["FIELD_INVALID", ["subjects"]];
const first = (classId: string, of: object) => ({
  testApplyDTO: {
    classId,
    testKind: "1",
    testMode: "1",
    evalOrgName: "市评价中心",
    wishTestDate: addDays(today(), 10),
    testPlace: "考核楼1号",
    ...of,
  },
});

describe("TestApplication.submit of a first assessment", () => {
  it("refuses one without a part of the level (FIELD_INVALID), but for one part alone in modes 4 and 5", async () => {
    const { base, classId } = await aHeldClass(app, { students: 1 });
    const refused = async (of: object) =>
      codes(await base.orgAdmin.refused(testApplicationCalls.submit, first(classId, of) as never));
    for (const testMode of ["1", "2", "3"])
      assert.deepEqual(await refused({ testMode, subjects: ["2"] }), lacking, `mode ${testMode}`);
    assert.deepEqual(await refused({ testMode: "4", subjects: ["1", "3"] }), lacking);
    const { id } = (await base.orgAdmin.call(
      testApplicationCalls.submit,
      first(classId, { testMode: "4", subjects: ["2"] }) as never,
    )) as { id: string };
    const changed = await base.orgAdmin.refused(testApplicationCalls.submit, {
      testApplyDTO: { id, testMode: "3" },
    } as never);
    assert.deepEqual(codes(changed), lacking, "of another mode");
  });

  it("refuses levels 2 and 1 without the review in every mode (FIELD_INVALID)", async () => {
    const base = await aTrainingBase(app, { course: { level: "2" } });
    const { classId } = await aHeldClass(app, { base, students: 1 });
    for (const testMode of ["1", "2", "3", "4"])
      assert.deepEqual(
        codes(
          await base.orgAdmin.refused(
            testApplicationCalls.submit,
            first(classId, { testMode, subjects: ["1", "2"] }) as never,
          ),
        ),
        lacking,
        `mode ${testMode}`,
      );
  });
});

describe("EnterpriseTestApplication.submit of a first assessment", () => {
  it("refuses one without a part of the level (FIELD_INVALID), by the enterprise itself (mode 6) too", async () => {
    const { classId, enterprise } = await aHeldStaffClass(app, { students: 1 });
    const refused = await enterprise.admin.refused(enterpriseTestApplicationCalls.submit, {
      enterpriseTestApplyDTO: staffApplication(classId, { testMode: "6", subjects: ["1"] }),
    } as never);
    assert.deepEqual(codes(refused), lacking);
  });
});

const findGrade = (applyId: string) => firstGrade(app, applyId);

describe("TestApplication.confirm", () => {
  it("neither submits nor approves a first assessment that lacks a part (FIELD_INVALID)", async () => {
    const { base, applyId } = await aTestApplication(app, { students: 1, application: { subjects: ["2"] } });
    const set = (testMode: string) =>
      sql`update test_application set test_mode = ${testMode}, eval_org_name = '市评价中心' where id = ${applyId}`.execute(
        app.db,
      );
    const submitted = { ids: applyId, confirmType: "unConfirm" } as never;
    await set("3");
    assert.deepEqual(codes(await base.orgAdmin.refused(testApplicationCalls.confirm, submitted)), lacking);
    await set("4");
    await base.orgAdmin.call(testApplicationCalls.confirm, submitted);
    await set("3");
    const approved = { ids: applyId, confirmType: "Confirm", testDate: addDays(today(), 10) } as never;
    assert.deepEqual(codes(await app.as("clerk").refused(testApplicationCalls.confirm, approved)), lacking);
  });

  it("refuses a day on which a part passed before is no longer kept (FIELD_INVALID), for those who are admitted", async () => {
    const { base, classId, applyId, studentIds } = await aPublishedTest(app, {
      students: 2,
      scores: [{ practiceScore: "40.00" }, { practiceScore: "40.00" }],
    });
    const lastDay = addDays(today(), 25);
    await sql`update grade set keep_theory = ${lastDay} where test_apply_id = ${applyId} and student_id = ${studentIds[0]}`.execute(
      app.db,
    );
    const wishTestDate = addDays(today(), 20);
    const { id, testList } = (await base.orgAdmin.call(
      testApplicationCalls.submit,
      first(classId, { testKind: "2", testMode: "4", wishTestDate, subjects: ["2"] }) as never,
    )) as any;
    await base.orgAdmin.call(testApplicationCalls.confirm, { ids: id, confirmType: "unConfirm" } as never);
    const approve = (testDate: string, ineligible: object[] = []) =>
      ({ ids: id, confirmType: "Confirm", testDate, ineligible }) as never;
    const clerk = app.as("clerk");
    const late = await clerk.refused(testApplicationCalls.confirm, approve(addDays(lastDay, 1)));
    assert.deepEqual(
      [late.errorCode, late.failures.map((one) => one.id)],
      ["FIELD_INVALID", [studentIds[0]]],
      "the theory of the first lapses the day before",
    );
    const lapsed = testList.find((one: any) => one.studentId === studentIds[0]);
    await clerk.call(
      testApplicationCalls.confirm,
      approve(addDays(lastDay, 1), [{ testId: lapsed.id, reason: "理论成绩已过期" }]),
    );
    assert.equal((await findGrade(id)).studentId, studentIds[1]);
  });
});

describe("Grade.submit", () => {
  it("passes nobody who lacks a part that is neither taken nor kept (GRADE_INCOMPLETE)", async () => {
    const { base, classId } = await aPublishedTest(app, { students: 1, scores: [{ practiceScore: "40.00" }] });
    const wishTestDate = addDays(today(), 20);
    const { id } = (await base.orgAdmin.call(
      testApplicationCalls.submit,
      first(classId, { testKind: "2", testMode: "4", wishTestDate, subjects: ["2"] }) as never,
    )) as { id: string };
    await base.orgAdmin.call(testApplicationCalls.confirm, { ids: id, confirmType: "unConfirm" } as never);
    await app.as("clerk").call(testApplicationCalls.confirm, { ids: id, confirmType: "Confirm" } as never);
    // As rows stand whose day was fixed when nobody asked for how long a part is kept.
    await sql`update grade set theory_score = null, keep_theory = null where test_apply_id = ${id}`.execute(app.db);
    const row = await findGrade(id);
    const enter = (scores: object) =>
      base.orgAdmin.call(gradeCalls.submit, { scores: [{ id: row.id, ...scores }] } as never);
    await enter({ practiceScore: "70", theoryScore: "85" });
    const { theoryScore, practiceScore, result } = await findGrade(id);
    assert.deepEqual([theoryScore, practiceScore, result], [null, "70.00", "0"]);
    const checked = { testApplicationId: id, gradeStatus: "1" } as never;
    const refused = async () => {
      const { errorCode, failures } = await app.as("clerk").refused(gradeCalls.submit, checked);
      return [errorCode, failures.map((one) => one.id)];
    };
    assert.deepEqual(await refused(), ["GRADE_INCOMPLETE", [row.id]]);
    // As a row stands that was scored by the parts of its application alone.
    await sql`update grade set result = '1', total_score = 70 where test_apply_id = ${id}`.execute(app.db);
    assert.deepEqual(await refused(), ["GRADE_INCOMPLETE", [row.id]]);
  });

  it("passes in one part alone where that is the whole final assessment", async () => {
    const { base, applyId } = await anApprovedTest(app, { students: 1, application: { subjects: ["2"] } });
    const { id } = await findGrade(applyId);
    await base.orgAdmin.call(gradeCalls.submit, { scores: [{ id, practiceScore: "90" }] } as never);
    const { totalScore, result } = await findGrade(applyId);
    assert.deepEqual([totalScore, result], ["90.00", "1"]);
  });
});

describe("Certificate.issue", () => {
  it("refuses somebody whose published pass lacks a part (GRADE_NOT_PASSED); their grade is corrected first", async () => {
    const { applyId, classId, studentIds } = await aPublishedTest(app, { students: 2 });
    const row = await findGrade(applyId);
    await sql`update grade set theory_score = null where id = ${row.id}`.execute(app.db);
    await sql`update student set photo_att_id = (select min(id) from attachment) where class_id = ${classId}`.execute(
      app.db,
    );
    const clerk = app.as("clerk");
    const refused = await clerk.refused(certificateCalls.issue, { classId, applyId });
    assert.deepEqual([refused.errorCode, refused.failures.map((one) => one.id)], ["GRADE_NOT_PASSED", [row.studentId]]);
    await clerk.call(gradeCalls.submit, {
      id: row.id,
      practiceScore: null,
      isAbsent: "1",
      reason: "未参加理论考核",
    } as never);
    assert.deepEqual(
      (await clerk.call(certificateCalls.issue, { classId, applyId })).map(({ studentId }) => studentId),
      studentIds.filter((id) => id !== row.studentId),
    );
  });
});
