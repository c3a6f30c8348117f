import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { sql } from "kysely";
import { addExaminees, anApprovedTest, moveGrades } from "../../../test/factories/assessment.ts";
import { anAssessor, assign } from "../../../test/factories/assessor.ts";
import { aTrainingBase } from "../../../test/factories/training-base.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

/** Whose scores count: those of the assessors of a part, who were there. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

let made = 10;
/** A panel of three who have signed in, a supervisor who has, and one who has not. */
async function aPanel() {
  const { applyId } = await anApprovedTest(app, {
    base: await aTrainingBase(app, { course: { certKind: "4" } }),
    students: 1,
    application: { testMode: "3", evalOrgName: "市评价中心" },
  });
  const seat = async (subjects: string[], duty: string) => {
    const assessorId = await anAssessor(app, ++made);
    for (const subject of subjects) await assign(app, applyId, assessorId, { duty, subject });
    return app.as("assessor", { assessorId });
  };
  const panel = {
    theory: await seat(["1"], "1"),
    practice: await seat(["2"], "2"),
    both: await seat(["1", "2"], "2"),
    supervisor: await seat(["1", "2"], "3"),
  };
  await sql`update assessor_assignment set sign_time = now() where test_apply_id = ${applyId}`.execute(app.db);
  const { id } = await app.db
    .selectFrom("grade")
    .select("id")
    .where("testApplyId", "=", applyId)
    .executeTakeFirstOrThrow();
  return {
    ...panel,
    away: await seat(["1", "2"], "2"),
    id,
    enter: (scores: object) => ({ scores: [{ id, ...scores }] }) as never,
    check: { testApplicationId: applyId, gradeStatus: "1" } as never,
  };
}

describe("Grade.submit of a sheet of many", () => {
  it("takes the scores of more people than a page of the list has", async () => {
    const built = await anApprovedTest(app, { students: 1 });
    await addExaminees(app, built, 200);
    const { base, applyId } = built;
    const { records } = await base.orgAdmin.list(gradeCalls.list, { testApplyId: applyId, isPaging: "0" });
    const scores = records.map(({ id }) => ({ id, theoryScore: "70", practiceScore: "70" }));
    await base.orgAdmin.call(gradeCalls.submit, { scores } as never);
    await moveGrades(app, applyId, "1", "2");
    assert.equal((await base.orgAdmin.list(gradeCalls.list, { testApplyId: applyId, result: "1" })).total, 201);
  });
});

describe("Grade.submit by an assessor", () => {
  it("takes scores of the parts that they assess, and refuses others (NOT_ASSIGNED)", async () => {
    const { theory, practice, both, id, enter, check } = await aPanel();
    await theory.call(gradeCalls.submit, enter({ theoryScore: "72" }));
    const refused = await theory.refused(gradeCalls.submit, enter({ practiceScore: "85" }));
    assert.deepEqual(
      [refused.errorCode, refused.failures.map((one) => one.id), refused.msg],
      ["NOT_ASSIGNED", [id], "您未被安排登记实操成绩"],
    );
    // A whole sheet may be sent, in which the other scores are as they were.
    await practice.call(gradeCalls.submit, enter({ theoryScore: "72", practiceScore: "85" }));
    await both.call(gradeCalls.submit, check);
  });

  it("refuses supervisors, and who has not signed in, scores and check (NOT_ASSIGNED)", async () => {
    const { theory, practice, supervisor, away, enter, check } = await aPanel();
    for (const user of [supervisor, away])
      assert.equal((await user.refused(gradeCalls.submit, enter({ theoryScore: "72" }))).errorCode, "NOT_ASSIGNED");
    await theory.call(gradeCalls.submit, enter({ theoryScore: "72" }));
    await practice.call(gradeCalls.submit, enter({ practiceScore: "85" }));
    for (const user of [supervisor, away])
      assert.equal((await user.refused(gradeCalls.submit, check)).errorCode, "NOT_ASSIGNED");
  });
});
