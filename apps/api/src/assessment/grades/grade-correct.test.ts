import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { enterpriseClaimCalls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { claimCommit, claimReturn } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { aRunningApprenticeClass, fileApprentices } from "../../../test/factories/apprentices.ts";
import {
  aPublishedTest,
  anApprovedMakeUp,
  certify,
  fileClaim,
  firstGrade,
  moveGrades,
} from "../../../test/factories/assessment.ts";
import { aPublishedStaffTest } from "../../../test/factories/enterprise-assessment.ts";
import { aStandard } from "../../../test/factories/teaching.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { getAudit } from "../../core/entity/audit.ts";
import { addDays, addMonths, today } from "../../core/foundation/clock.ts";

/** A published grade that was wrong. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const findGrade = (applyId: string) => firstGrade(app, applyId);
const onRoster = async (studentId: string | undefined) =>
  (
    await app.db
      .selectFrom("student")
      .select("gradeResult")
      .where("id", "=", studentId as string)
      .executeTakeFirstOrThrow()
  ).gradeResult;
const correct = (id: string, change: object) =>
  app.as("clerk").call(gradeCalls.submit, { id, reason: "登错", ...change } as never);

const shown = (row: Record<string, any>) => [row.theoryScore, row.practiceScore, row.totalScore, row.result];

/** Theory of 85 kept, practice made up with 70. @param states that the grades of the make-up go through */
async function aMadeUp(...states: ("1" | "2")[]) {
  const built = await aPublishedTest(app, { students: 1, scores: [{ practiceScore: "40.00" }] });
  const secondId = await anApprovedMakeUp(app, built, ["2"]);
  const { id } = await findGrade(secondId);
  await built.base.orgAdmin.call(gradeCalls.submit, { scores: [{ id, practiceScore: "70" }] } as never);
  await moveGrades(app, secondId, ...states);
  return { ...built, first: await findGrade(built.applyId), secondId, studentId: built.studentIds[0] };
}

describe("Grade.submit of a published grade", () => {
  it("updates what the publication caused too: result on the roster, kept parts, a message", async () => {
    const { applyId, studentIds } = await aPublishedTest(app, { students: 1, scores: [{ practiceScore: "50.00" }] });
    const before = await findGrade(applyId);
    const until = addMonths(addDays(today(), 10), 24);
    assert.deepEqual([before.result, before.keepTheory, before.keepPractice], ["2", until, null]);
    await correct(before.id, { practiceScore: "61", version: before.version });
    const passed = await findGrade(applyId);
    assert.deepEqual(
      [passed.result, passed.keepTheory, passed.keepPractice, await onRoster(studentIds[0])],
      ["1", until, until, "1"],
    );
    const told = await sql<{
      message: string;
    }>`select message from sms_message where template = 'GRADE_CORRECTED' and biz_id = ${before.id}`.execute(app.db);
    assert.deepEqual(
      told.rows.map((row) => app.cipher.decrypt(row.message).slice(-9)),
      ["成绩已更正：合格。"],
    );
    await correct(before.id, { practiceScore: "59.99" });
    const failed = await findGrade(applyId);
    assert.deepEqual(
      [failed.result, failed.keepTheory, failed.keepPractice, await onRoster(studentIds[0])],
      ["2", until, null, "2"],
    );
  });

  it("refuses a stale version (VERSION_CONFLICT), a score taken away (GRADE_INCOMPLETE), another role (ROLE_DENIED)", async () => {
    const { applyId, base } = await aPublishedTest(app, { students: 1 });
    const { id, version } = await findGrade(applyId);
    const clerk = app.as("clerk");
    assert.equal(
      (await clerk.refused(gradeCalls.submit, { id, version: version - 1, theoryScore: "70", reason: "登错" } as never))
        .errorCode,
      "VERSION_CONFLICT",
    );
    assert.equal(
      (await clerk.refused(gradeCalls.submit, { id, theoryScore: null, reason: "登错" } as never)).errorCode,
      "GRADE_INCOMPLETE",
    );
    assert.equal(
      (await clerk.refused(gradeCalls.submit, { id, theoryScore: "70", reason: " " } as never)).errorCode,
      "REASON_REQUIRED",
    );
    assert.equal(
      (await base.orgAdmin.refused(gradeCalls.submit, { id, theoryScore: "70", reason: "登错" } as never)).errorCode,
      "ROLE_DENIED",
    );
  });

  it("leaves the result of the last attempt on the roster when an earlier one is corrected", async () => {
    const { first, studentId } = await aMadeUp("1", "2");
    assert.equal(await onRoster(studentId), "1");
    await correct(first.id, { practiceScore: "45" });
    assert.equal(await onRoster(studentId), "1");
  });

  it("takes the kept score of a make-up along, which then is not complete without it (GRADE_INCOMPLETE)", async () => {
    const { first, secondId } = await aMadeUp();
    await correct(first.id, { theoryScore: "90" });
    assert.deepEqual(shown(await findGrade(secondId)), ["90.00", "70.00", "78.00", "1"]);
    await correct(first.id, { theoryScore: "40" });
    const lost = await findGrade(secondId);
    assert.deepEqual([...shown(lost), lost.keepTheory], [null, "70.00", null, "0", null]);
    const check = { testApplicationId: secondId, gradeStatus: "1" } as never;
    assert.equal((await app.as("clerk").refused(gradeCalls.submit, check)).errorCode, "GRADE_INCOMPLETE");
    const history = await getAudit(app.db, app.as("clerk").actor, "Grade", lost.id);
    assert.deepEqual([history.at(-1)?.action, history.at(-1)?.opinion], ["scores", "登错"]);
  });

  it("is refused where a make-up that kept the score is checked (GRADE_CHECKED), published (GRADE_PUBLISHED), certified (GRADE_CERTIFIED)", async () => {
    const { first, secondId, ...built } = await aMadeUp("1");
    const clerk = app.as("clerk");
    const refused = async (change: object) =>
      (await clerk.refused(gradeCalls.submit, { id: first.id, reason: "登错", ...change } as never)).errorCode;
    assert.equal(await refused({ theoryScore: "40" }), "GRADE_CHECKED");
    await moveGrades(app, secondId, "2");
    assert.equal(await refused({ theoryScore: "40" }), "GRADE_PUBLISHED");
    await correct(first.id, { practiceScore: "45" });
    await certify(app, { ...built, applyId: secondId });
    assert.equal(await refused({ practiceScore: "50" }), "GRADE_CERTIFIED");
  });

  it("is refused while a claim without certificate counts on it (GRADE_CLAIMED), by the database too", async () => {
    const built = await aPublishedTest(app, { students: 1 });
    // Pre-job training, which is paid without a certificate.
    await sql`update course set train_kind = '03' where id = ${built.base.courseId}`.execute(app.db);
    await sql`update training_class set train_kind = '03' where id = ${built.classId}`.execute(app.db);
    await aStandard(app, {
      courseId: built.base.courseId,
      subsidyKind: "03",
      standardAmount: "500.00",
      payTarget: "1",
      effectDate: addDays(today(), -400),
    });
    const { claimId } = await fileClaim(app, built, "03");
    const grade = await findGrade(built.applyId);
    await correct(grade.id, { practiceScore: "70" });
    await built.base.orgAdmin.call(claimCommit, { ids: claimId });
    const refusal = await app
      .as("clerk")
      .refused(gradeCalls.submit, { id: grade.id, practiceScore: "90", reason: "登错" } as never);
    assert.equal(refusal.errorCode, "GRADE_CLAIMED");
    await assert.rejects(
      sql`update grade set practice_score = 90 where id = ${grade.id}`.execute(app.db),
      /a claim counts on the score/,
    );
    await app.as("firstReviewer").call(claimReturn, { ids: claimId, reason: "成绩有误" });
    await correct(grade.id, { practiceScore: "90" });
    assert.equal((await findGrade(built.applyId)).practiceScore, "90.00");
  });

  it("corrects the grade of an apprentice while an advance alone is claimed, which counts on no score", async () => {
    const running = await aRunningApprenticeClass(app, { months: 3, planned: 12 });
    const { claimId } = await fileApprentices(app, running, "1");
    await running.enterprise.admin.call(enterpriseClaimCalls.commit, { ids: claimId });
    await sql`update training_class set end_date = ${today()} where id = ${running.classId}`.execute(app.db);
    const { applyId } = await aPublishedStaffTest(app, { running });
    await correct((await findGrade(applyId)).id, { practiceScore: "70" });
    assert.equal((await findGrade(applyId)).practiceScore, "70.00");
  });
});
