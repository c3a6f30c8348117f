import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { sql } from "kysely";
import { anApprovedTest } from "../../../test/factories/assessment.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { hasEnteredScores } from "./grade.recorders.ts";

/** Scores are entered by some and checked by somebody else, however many enter them (roles §5-5). */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const findGrades = (applyId: string) =>
  app.db.selectFrom("grade").selectAll().where("testApplyId", "=", applyId).orderBy("examineeNo").execute();
const enter = (user: TestUser, scores: object[]) => user.call(gradeCalls.submit, { scores } as never);
const move = (applyId: string, gradeStatus: string, reason?: string) =>
  ({ testApplicationId: applyId, gradeStatus, reason }) as never;
const getEntries = async (id: string | undefined) =>
  (
    await app.db
      .selectFrom("auditRecord")
      .select(["operatorId", "before", "after"])
      .where("bizType", "=", "Grade")
      .where("bizId", "=", id as string)
      .where("action", "=", "scores")
      .orderBy("id")
      .execute()
  ).map(({ operatorId, before, after }) => [operatorId, (before as any).theory, (after as any).theory]);

describe("Grade.submit with gradeStatus 1", () => {
  it("refuses everybody who entered a score, also where another person entered the last one (SELF_REVIEW)", async () => {
    const { base, applyId, classId } = await anApprovedTest(app, { students: 1 });
    const [row] = await findGrades(applyId);
    const first = app.as("clerk");
    await enter(first, [{ id: row?.id, theoryScore: "72" }]);
    await enter(base.orgAdmin, [{ id: row?.id, practiceScore: "85" }]);
    const { records } = await first.list<any>(gradeCalls.list, { testApplyId: applyId });
    assert.deepEqual(
      records[0].scorerIds,
      [first.actor.userId, base.orgAdmin.actor.userId],
      "who may not check sees it",
    );
    assert.equal((await findGrades(applyId))[0]?.scorerId, base.orgAdmin.actor.userId);
    assert.equal((await first.refused(gradeCalls.submit, move(applyId, "1"))).errorCode, "SELF_REVIEW");
    await assert.rejects(
      sql`update grade set checker_id = ${first.actor.userId} where id = ${row?.id}`.execute(app.db),
      /grade_two_persons/,
    );
    const checker = app.as("clerk");
    await checker.call(gradeCalls.submit, move(applyId, "1"));
    await checker.call(gradeCalls.submit, move(applyId, "2"));
    const correction = { id: row?.id, theoryScore: "80", reason: "登错" } as never;
    assert.equal((await first.refused(gradeCalls.submit, correction)).errorCode, "SELF_REVIEW");
    assert.equal(await hasEnteredScores(app.db, classId, first.actor.userId), true, "who records does not review");
  });

  it("takes nobody for a scorer who sends a sheet as it stands", async () => {
    const { base, applyId, classId } = await anApprovedTest(app, { students: 2 });
    const rows = await findGrades(applyId);
    const sheet = rows.map(({ id }) => ({ id, theoryScore: "72.00", practiceScore: "85", isAbsent: "0" }));
    await enter(base.orgAdmin, sheet);
    const before = await findGrades(applyId);
    const checker = app.as("clerk");
    await enter(checker, sheet);
    assert.deepEqual(await findGrades(applyId), before);
    assert.equal(await hasEnteredScores(app.db, classId, checker.actor.userId), false);
    await enter(checker, [{ ...sheet[0], theoryScore: "73" }, sheet[1] as object]);
    assert.deepEqual(
      (await findGrades(applyId)).map((row) => row.scorerId),
      [checker.actor.userId, base.orgAdmin.actor.userId],
      "one row alone was changed",
    );
  });
});

describe("Grade.submit", () => {
  it("writes each entry that changes a row into its history", async () => {
    const { base, applyId } = await anApprovedTest(app, { students: 1 });
    const id = (await findGrades(applyId))[0]?.id;
    const clerk = app.as("clerk");
    await enter(base.orgAdmin, [{ id, theoryScore: "72" }]);
    await enter(base.orgAdmin, [{ id, theoryScore: "72" }]);
    await enter(clerk, [{ id, theoryScore: "75" }]);
    assert.deepEqual(await getEntries(id), [
      [base.orgAdmin.actor.userId, null, "72.00"],
      [clerk.actor.userId, "72.00", "75.00"],
    ]);
  });
});

describe("who recorded scores of a class", () => {
  it("is also who checked them before they went back to entry", async () => {
    const { base, applyId, classId } = await anApprovedTest(app, { students: 1 });
    const id = (await findGrades(applyId))[0]?.id;
    await enter(base.orgAdmin, [{ id, theoryScore: "72", practiceScore: "85" }]);
    const checker = app.as("clerk");
    await checker.call(gradeCalls.submit, move(applyId, "1"));
    await app.as("clerk").call(gradeCalls.submit, move(applyId, "0", "漏登一人"));
    assert.equal(await hasEnteredScores(app.db, classId, checker.actor.userId), true);
  });
});
