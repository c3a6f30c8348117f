import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { examCalls as calls } from "@jipei/contract/exams/exam.calls.ts";
import { studentQuestionCalls as questions } from "@jipei/contract/exams/student-question.calls.ts";
import { sql } from "kysely";
import { anApprovedTest } from "../../../test/factories/assessment.ts";
import { aStudentAccount } from "../../../test/factories/enrolment.ts";
import { aBank, aFormalExam, aGradedExam, end, examInput, openPaper } from "../../../test/factories/exam.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { moveExams } from "./exam-clock.ts";

/** What becomes of an exam when its assessment is called off. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const revocation = (applyId: string) => ({ ids: applyId, confirmType: "Invalidate", reason: "考场停电" });
const revoke = (applyId: string) => clerk.call(testApplicationCalls.confirmSubmit, revocation(applyId) as never);
const read = (id: string) => clerk.call(calls.detail, { id });

/** A formal exam of an approved assessment that begins later. */
async function aFormalDraft(isPublished: boolean) {
  const built = await anApprovedTest(app);
  await aBank(clerk, app, built.base.courseId);
  const formal = { examKind: "1", testApplyId: built.applyId, maxTimes: 1 };
  const { id } = await clerk.call(calls.submit, examInput(built.classId, formal));
  if (isPublished) await clerk.call(calls.submit, { id, status: "1" } as never);
  return { ...built, examId: id };
}

describe("TestApplication.confirmSubmit to Invalidate, with an exam", () => {
  it("takes exams along that have not begun, and tells their candidates", async () => {
    const published = await aFormalDraft(true);
    const account = await aStudentAccount(app);
    await sql`update student set account_id = ${account.id} where id = ${published.studentIds[0]}`.execute(app.db);
    const draft = await aFormalDraft(false);
    for (const { applyId, examId } of [published, draft]) {
      await revoke(applyId);
      const { status, voidReason } = await read(examId);
      assert.deepEqual([status, voidReason], ["9", "考场停电"]);
    }
    const told = await app.db
      .selectFrom("message")
      .select("titleEn")
      .where("targetKind", "=", "account")
      .where("target", "=", account.id)
      .execute();
    assert.deepEqual(told, [{ titleEn: "An exam is cancelled" }]);
  });

  it("waits while candidates are answering (EXAM_STARTED), and leaves an exam that is over as evidence", async () => {
    const { applyId, examId, candidates } = await aFormalExam(app);
    await openPaper(candidates[0] as TestUser, examId);
    const refused = await clerk.refused(testApplicationCalls.confirmSubmit, revocation(applyId));
    assert.equal(refused.errorCode, "EXAM_STARTED");
    await end(app, examId);
    await moveExams(app.services);
    await revoke(applyId);
    assert.equal((await read(examId)).status, "3");
    const graded = await aGradedExam(app);
    await revoke(graded.applyId);
    assert.equal((await read(graded.examId)).status, "4");
  });

  it("lets nobody start an exam any more that had begun", async () => {
    const { applyId, examId, candidates } = await aFormalExam(app);
    await revoke(applyId);
    const refused = await (candidates[0] as TestUser).refused(questions.getQuestion, { examId });
    assert.equal(refused.errorCode, "EXAM_CLOSED");
  });
});

describe("Exam.submit: publishing", () => {
  it("refuses an exam whose assessment is no longer approved", async () => {
    const { applyId, examId } = await aFormalDraft(false);
    await sql`update test_application set confirm_type = 'Invalidate' where id = ${applyId}`.execute(app.db);
    const refused = await clerk.refused(calls.submit, { id: examId, status: "1" });
    assert.equal(refused.failures[0]?.field, "testApplyId");
  });
});
