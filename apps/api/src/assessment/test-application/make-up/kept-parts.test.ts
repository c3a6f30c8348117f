import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import {
  aPublishedTest,
  anApprovedMakeUp,
  anApprovedTest,
  firstGrade,
  moveGrades,
} from "../../../../test/factories/assessment.ts";
import { type TestApp, startTestApp } from "../../../../test/support/test-app.ts";
import { addDays, addMonths, today } from "../../../core/foundation/clock.ts";

/** What may be typed into a score sheet: parts kept from before, and people who did not come. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const findGrade = (applyId: string) => firstGrade(app, applyId);
const shown = (row: Record<string, any>) => [row.theoryScore, row.practiceScore, row.totalScore, row.result];

/** A make-up of somebody who passed theory with 85 and failed practice, approved. */
async function aMakeUp(subjects: string[], first: Parameters<typeof aPublishedTest>[1] = {}) {
  const built = await aPublishedTest(app, { students: 1, scores: [{ practiceScore: "40.00" }], ...first });
  const { orgAdmin } = built.base;
  const applyId = await anApprovedMakeUp(app, built, subjects);
  const row = await findGrade(applyId);
  return {
    applyId,
    row,
    enter: (entry: object) => orgAdmin.call(gradeCalls.submit, { scores: [{ id: row.id, ...entry }] } as never),
    refused: (entry: object) => orgAdmin.refused(gradeCalls.submit, { scores: [{ id: row.id, ...entry }] } as never),
  };
}

describe("Grade.submit of a make-up", () => {
  it("refuses another score for a part passed before (FIELD_FROZEN); a violation does not lose it", async () => {
    const { applyId, row, enter, refused } = await aMakeUp(["1", "2"]);
    assert.deepEqual(
      [row.theoryScore, row.keepTheory, row.practiceScore, row.keepPractice],
      ["85.00", addMonths(addDays(today(), 10), 24), null, null],
    );
    const changed = await refused({ theoryScore: "95.00", practiceScore: "70.00" });
    assert.deepEqual(
      [changed.errorCode, changed.msg, changed.failures.map((one) => one.id)],
      ["FIELD_FROZEN", "字段理论成绩不允许更正", [row.id]],
    );
    assert.equal((await refused({ theoryScore: null })).errorCode, "FIELD_FROZEN");
    await enter({ theoryScore: "85", practiceScore: "70" });
    assert.deepEqual(shown(await findGrade(applyId)), ["85.00", "70.00", "76.00", "1"]);
    await enter({ isCheat: "1" });
    assert.deepEqual(shown(await findGrade(applyId)), ["0.00", "0.00", "0.00", "2"]);
    await enter({ isCheat: "0", practiceScore: "70" });
    assert.deepEqual(shown(await findGrade(applyId)), ["85.00", "70.00", "76.00", "1"]);
  });

  it("counts the kept score where the make-up is of the other part alone", async () => {
    const { applyId, enter } = await aMakeUp(["2"]);
    await enter({ practiceScore: "70" });
    assert.deepEqual(shown(await findGrade(applyId)), ["85.00", "70.00", "76.00", "1"]);
    await enter({ practiceScore: null, isAbsent: "1" });
    assert.deepEqual(shown(await findGrade(applyId)), ["85.00", null, null, "3"]);
  });

  it("keeps a passed review, which the make-up does not repeat", async () => {
    const first = {
      application: { subjects: ["1", "2", "3"] },
      scores: [{ practiceScore: "40.00", reviewScore: "80.00" }],
    };
    const { applyId, row, enter, refused } = await aMakeUp(["2"], first);
    const until = addMonths(addDays(today(), 10), 24);
    assert.deepEqual([row.reviewScore, row.keepReview, row.keepTheory], ["80.00", until, until]);
    assert.equal((await refused({ practiceScore: "70", reviewScore: "90" })).errorCode, "FIELD_FROZEN");
    await enter({ practiceScore: "70" });
    const made = await findGrade(applyId);
    assert.deepEqual([made.practiceScore, made.reviewScore, made.result], ["70.00", "80.00", "1"]);
  });

  it("neither loses nor changes a kept part by a correction", async () => {
    const { applyId, row, enter } = await aMakeUp(["2"]);
    await enter({ practiceScore: "50" });
    await moveGrades(app, applyId, "1", "2");
    const clerk = app.as("clerk");
    assert.equal(
      (await clerk.refused(gradeCalls.submit, { id: row.id, theoryScore: "95", reason: "登错" })).errorCode,
      "FIELD_FROZEN",
    );
    await clerk.call(gradeCalls.submit, { id: row.id, practiceScore: "70", reason: "登错" } as never);
    assert.deepEqual(shown(await findGrade(applyId)), ["85.00", "70.00", "76.00", "1"]);
  });

  it("refuses an absence with a score in every part (FIELD_INVALID), and accepts one with a part missing", async () => {
    const { base, applyId } = await anApprovedTest(app, { students: 1 });
    const { id } = await findGrade(applyId);
    const refused = await base.orgAdmin.refused(gradeCalls.submit, {
      scores: [{ id, theoryScore: "72", practiceScore: "85", isAbsent: "1" }],
    } as never);
    assert.deepEqual(
      [refused.errorCode, refused.failures.map((one) => [one.id, one.field])],
      ["FIELD_INVALID", [[id, "isAbsent"]]],
    );
    await base.orgAdmin.call(gradeCalls.submit, { scores: [{ id, practiceScore: "80", isAbsent: "1" }] } as never);
    assert.deepEqual(shown(await findGrade(applyId)), [null, "80.00", null, "3"]);
    assert.equal(
      (await base.orgAdmin.refused(gradeCalls.submit, { scores: [{ id, theoryScore: "72" }] } as never)).errorCode,
      "FIELD_INVALID",
    );
  });
});

describe("Grade.submit of a violation", () => {
  it("that is lifted again leaves no zeros: what is not entered anew is missing", async () => {
    const { base, applyId } = await anApprovedTest(app, { students: 1 });
    const { id } = await findGrade(applyId);
    const enter = (entry: object) => base.orgAdmin.call(gradeCalls.submit, { scores: [{ id, ...entry }] } as never);
    await enter({ theoryScore: "72", practiceScore: "85" });
    await enter({ isCheat: "1" });
    assert.deepEqual(shown(await findGrade(applyId)), ["0.00", "0.00", "0.00", "2"]);
    await enter({ isCheat: "0", theoryScore: "72" });
    assert.deepEqual(shown(await findGrade(applyId)), ["72.00", null, null, "0"]);
  });
});
