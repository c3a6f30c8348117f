import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { examCalls as exams } from "@jipei/contract/exams/exam.calls.ts";
import { examPaperCalls as papers } from "@jipei/contract/exams/exam-paper.calls.ts";
import { studentQuestionCalls as questions } from "@jipei/contract/exams/student-question.calls.ts";
import { type TestedClass, aPublishedTest, anApprovedMakeUp } from "../../../../test/factories/assessment.ts";
import {
  type SatExam,
  aFormalExamOf,
  aGradedExam,
  aSatExam,
  endExam,
  gradeAll,
  openPaper,
  setGrades,
  sitExam,
  theoryOf,
} from "../../../../test/factories/exam.ts";
import { sql } from "kysely";
import { type TestApp, type TestUser, startTestApp } from "../../../../test/support/test-app.ts";
import { countWaiting, waitUntil } from "../../../../test/support/wait-until.ts";
import { transition } from "../../../core/entity/transition.ts";
import { examLifecycle } from "../../exam/exam.lifecycle.ts";

/** A paper that is void when its exam is graded already, as long as the grade is not published (states.md 9.2-6). */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const voided = (id: string, more: object = {}) =>
  clerk.call(papers.submit, { id, status: "9", reason: "死机", ...more } as never);
const statusOf = async ({ examId }: SatExam) => (await clerk.call(exams.detail, { id: examId })).status;

const gradesOf = ({ applyId }: TestedClass) =>
  app.db.selectFrom("grade").selectAll().where("testApplyId", "=", applyId).orderBy("examineeNo").execute();

/** Everybody has the same questions, so that the bank has as many others. */
const fixed = { isFixed: "1" };

describe("ExamPaper.submit: void after the exam is graded", () => {
  it("writes a violation into the grade at once, and the exam stays graded", async () => {
    const built = await aGradedExam(app);
    await voided(built.paperIds[1], { isCheat: "1", reason: "夹带" });
    const { records } = await clerk.list<any>(gradeCalls.list, { studentId: built.studentIds[1] ?? "" });
    assert.deepEqual([records[0].isCheat, records[0].theoryScore, records[0].result], ["1", "0.00", "2"]);
    assert.equal(records[0].isExamCheat, "1");
    assert.equal(await statusOf(built), "4");
  });

  it("writes a violation that no scorer takes back (FIELD_FROZEN); one of theirs they do, and the score of the exam is there again", async () => {
    const built = await aGradedExam(app);
    await voided(built.paperIds[1], { isCheat: "1", reason: "夹带" });
    const rows = await gradesOf(built);
    const { orgAdmin } = built.base;
    const enter = (place: number, entry: object) => ({ scores: [{ id: rows[place]?.id, ...entry }] }) as never;
    const lifted = await orgAdmin.refused(gradeCalls.submit, enter(1, { isCheat: "0", practiceScore: "85" }));
    assert.deepEqual(
      [lifted.errorCode, lifted.msg, lifted.failures.map(({ id }) => id)],
      ["FIELD_FROZEN", "字段是否违纪不允许更正", [rows[1]?.id]],
    );
    await orgAdmin.call(gradeCalls.submit, enter(1, { isCheat: "1", practiceScore: "85" }));
    await orgAdmin.call(gradeCalls.submit, enter(0, { isCheat: "1", practiceScore: "85" }));
    const { records } = await orgAdmin.list<any>(gradeCalls.list, { testApplyId: built.applyId });
    assert.deepEqual(
      records.map(({ isCheat, isExamCheat }: any) => [isCheat, isExamCheat]),
      [
        ["1", "0"],
        ["1", "1"],
        ["0", "0"],
      ],
    );
    const other = await orgAdmin.refused(gradeCalls.submit, enter(0, { isCheat: "0", theoryScore: "60" }));
    assert.deepEqual([other.errorCode, other.msg], ["FIELD_FROZEN", "字段理论成绩不允许更正"]);
    await orgAdmin.call(gradeCalls.submit, enter(0, { isCheat: "0", practiceScore: "85" }));
    assert.deepEqual(
      (await gradesOf(built)).map(({ theoryScore, practiceScore, isCheat }) => [theoryScore, practiceScore, isCheat]),
      [
        ["100.00", "85.00", "0"],
        ["0.00", "0.00", "1"],
        [null, null, "0"],
      ],
    );
  });

  it("writes a violation also where the exam is graded at the same moment", async () => {
    const built = await aSatExam(app);
    await clerk.call(papers.submit, { examId: built.examId, status: "3" } as never);
    let voiding: Promise<unknown> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await transition(tx, clerk.actor, examLifecycle, "grade", [built.examId], {}, app.services);
      voiding = voided(built.paperIds[1], { isCheat: "1", reason: "夹带" });
      await waitUntil(async () => (await countWaiting(app.db)) === 1);
    });
    await voiding;
    const [, grade] = await gradesOf(built);
    assert.deepEqual([grade?.isCheat, grade?.theoryScore], ["1", "0.00"]);
  });

  it("takes the score of a faulty paper back, and the candidate sits again and is graded", async () => {
    const built = await aGradedExam(app, fixed);
    const [, two] = built.candidates as [TestUser, TestUser];
    await voided(built.paperIds[1]);
    assert.deepEqual([await statusOf(built), await theoryOf(app, built)], ["3", ["100.00", null, null]]);
    const history = (await clerk.call(exams.detail, { id: built.examId })).auditList;
    assert.deepEqual([history.at(-1)?.action, history.at(-1)?.opinion], ["reopen", "死机"]);
    const shown = await two.call(exams.getTrainExam, { id: built.examId });
    assert.deepEqual(
      shown.papers.map(({ status }) => status),
      ["9", "0"],
    );
    await openPaper(two, built.examId);
    assert.equal((await clerk.refused(exams.submit, { id: built.examId, status: "4" })).errorCode, "PAPERS_OPEN");
    await sitExam(two, built.examId, 1);
    await gradeAll(app, built.examId);
    assert.deepEqual(await theoryOf(app, built), ["100.00", "90.00", null]);
  });

  it("replaces it by other questions than were handed in, whose keys everybody could read", async () => {
    const built = await aGradedExam(app, fixed);
    await voided(built.paperIds[1]);
    const replacement = await openPaper(built.candidates[1] as TestUser, built.examId);
    const rows = await app.db
      .selectFrom("studentQuestion")
      .select(["paperId", "questionId"])
      .where("paperId", "in", [...built.paperIds, replacement.paperId])
      .execute();
    const read = new Set(rows.filter((row) => row.paperId !== replacement.paperId).map((row) => row.questionId));
    const drawn = rows.filter((row) => row.paperId === replacement.paperId).map((row) => row.questionId);
    assert.deepEqual([read.size, drawn.length, drawn.filter((id) => read.has(id))], [8, 8, []]);
  });

  it("is refused where the bank has too few that nobody read (EXAM_BANK_SHORT); a make-up remains", async () => {
    const built = await aGradedExam(app, fixed);
    await sql`update question set is_valid = 'unValid' where course_id = ${built.base.courseId} and question_type = '3'`.execute(
      app.db,
    );
    const refused = await clerk.refused(papers.submit, { id: built.paperIds[1], status: "9", reason: "死机" });
    assert.equal(refused.errorCode, "EXAM_BANK_SHORT");
    assert.deepEqual(await theoryOf(app, built), ["100.00", "80.00", null]);
  });

  it("takes back the score of a second one too, which is void while the exam is open again", async () => {
    const built = await aGradedExam(app, fixed);
    for (const id of built.paperIds) await voided(id);
    assert.deepEqual(await theoryOf(app, built), [null, null, null]);
    await gradeAll(app, built.examId);
    assert.deepEqual(await theoryOf(app, built), [null, null, null], "nobody sat again");
  });

  it("closes the papers of the others until the exam is graded again (PAPER_HIDDEN)", async () => {
    const built = await aGradedExam(app, fixed);
    const [one] = built.candidates as [TestUser];
    const paperId = built.paperIds[0];
    await one.call(questions.getSubmitQuestion, { paperId } as never);
    await voided(built.paperIds[1]);
    assert.equal((await one.refused(questions.getSubmitQuestion, { paperId })).errorCode, "PAPER_HIDDEN");
  });

  it("writes the violation also where theory is kept from before, which the exam leaves alone otherwise", async () => {
    const first = await aPublishedTest(app, {
      students: 2,
      scores: [{ practiceScore: "40.00" }, { practiceScore: "40.00" }],
    });
    const applyId = await anApprovedMakeUp(app, first, ["1", "2"]);
    const built = await aFormalExamOf(app, { ...first, applyId }, { examKind: "2" });
    const [one, two] = built.candidates as [TestUser, TestUser];
    await sitExam(one, built.examId, 2);
    await voided(await sitExam(two, built.examId, 2), { isCheat: "1", reason: "夹带" });
    await endExam(app, built.examId);
    await gradeAll(app, built.examId);
    assert.deepEqual(
      (await gradesOf(built)).map(({ theoryScore, isCheat }) => [theoryScore, isCheat]),
      [
        ["85.00", "0"],
        ["0.00", "1"],
      ],
    );
  });

  it("waits until a checked grade is back in entry (GRADE_CHECKED)", async () => {
    const built = await aGradedExam(app);
    await setGrades(app, built.applyId, "1");
    for (const isCheat of ["0", "1"]) {
      const refused = await clerk.refused(papers.submit, {
        id: built.paperIds[1],
        status: "9",
        isCheat,
        reason: "死机",
      });
      assert.equal(refused.errorCode, "GRADE_CHECKED");
    }
    assert.equal(await statusOf(built), "4");
  });
});
