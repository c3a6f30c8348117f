import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { examCalls as exams } from "@jipei/contract/exams/exam.calls.ts";
import { examPaperCalls as papers } from "@jipei/contract/exams/exam-paper.calls.ts";
import { questionCalls } from "@jipei/contract/exams/question.ts";
import { studentQuestionCalls as questions } from "@jipei/contract/exams/student-question.calls.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { sql } from "kysely";
import * as build from "../../../test/factories/exam.ts";
import { anOpenExam, end, openPaper, setGrades, sitExam } from "../../../test/factories/exam.ts";
import { aClassification, aQuestion } from "../../../test/factories/question.ts";
import { anAttachment } from "../../../test/factories/attachment.ts";
import { anAssessor, assign } from "../../../test/factories/assessor.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { moveClock } from "../../core/foundation/clock.ts";
import { moveExams } from "../exam/exam-clock.ts";

/** What follows an exam: scores that become grades, keys that become readable, objections, rulings and figures. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const aSatExam = (overrides: object = {}) => build.aSatExam(app, overrides);
const aGradedExam = (overrides: object = {}) => build.aGradedExam(app, overrides);
const theoryOf = (built: build.SatExam) => build.theoryOf(app, built);
const gradesOf = async (applyId: string) =>
  (await clerk.list<any>(gradeCalls.list, { testApplyId: applyId })).records as {
    id: string;
    studentId: string;
    theoryScore: string | null;
    isCheat: string;
  }[];
const read = (by: TestUser, paperId: string | undefined) => by.call(questions.getSubmitQuestion, { paperId } as never);

describe("ExamPaper.submit: grading", () => {
  it("grades all papers that were handed in; another score than the server's is refused", async () => {
    const { examId, paperIds } = await aSatExam();
    const refused = await clerk.refused(papers.submit, { id: paperIds[0], status: "3", score: "99" });
    assert.equal(refused.failures[0]?.field, "score");
    await clerk.call(papers.submit, { id: paperIds[0], status: "3", score: "100" } as never);
    assert.equal((await clerk.call(papers.submit, { examId, status: "3" } as never)).graded, 1);
    const { records } = await clerk.list<any>(papers.list, { examId, status: "3" });
    assert.deepEqual(
      records.map(({ score, isPass }: any) => [score, isPass]),
      [
        ["100.00", "1"],
        ["80.00", "1"],
      ],
    );
  });

  it("grades by the score alone; another one is refused afterwards too", async () => {
    const { paperIds } = await aSatExam();
    const [id] = paperIds;
    assert.equal((await clerk.refused(papers.submit, { id, score: "99" })).failures[0]?.field, "score");
    assert.equal((await clerk.call(papers.submit, { id, score: "100" } as never)).graded, 1);
    assert.equal((await clerk.call(papers.detail, { id })).status, "3");
    assert.equal((await clerk.call(papers.submit, { id, score: "100" } as never)).graded, 0);
    assert.equal((await clerk.refused(papers.submit, { id, score: "99" })).errorCode, "STATE_ILLEGAL");
  });

  it("is the assessor's of an exam that they are assigned to, and no other's", async () => {
    const { examId, applyId, paperIds } = await aSatExam();
    const assessorId = await anAssessor(app, 1);
    const assessor = app.as("assessor", { assessorId });
    assert.equal((await assessor.refused(papers.submit, { id: paperIds[0], status: "3" })).status, 403);
    await assign(app, applyId, assessorId);
    assert.equal((await assessor.list<any>(papers.list, { examId })).total, 3);
    assert.equal((await assessor.list<any>(questions.list, { paperId: paperIds[0] ?? "" })).total, 0);
    await assessor.call(papers.submit, { id: paperIds[0], status: "3" } as never);
    assert.equal((await assessor.refused(papers.submit, { id: paperIds[1], status: "9", reason: "夹带" })).status, 403);
  });
});

describe("Exam.submit: grading", () => {
  it("waits for every paper (PAPERS_OPEN), then writes theory scores into the grades", async () => {
    const built = await aSatExam();
    const early = await clerk.refused(exams.submit, { id: built.examId, status: "4" });
    assert.deepEqual([early.errorCode, early.msg], ["PAPERS_OPEN", "尚有2份答卷未评分"]);
    await clerk.call(papers.submit, { examId: built.examId, status: "3" } as never);
    await clerk.call(exams.submit, { id: built.examId, status: "4" } as never);
    assert.deepEqual(await theoryOf(built), ["100.00", "80.00", null]);
  });

  it("locks them: a theory score of an exam is typed over by nobody, the other parts are entered as ever", async () => {
    const { applyId, studentIds } = await aGradedExam();
    const grade = (await gradesOf(applyId)).find(({ studentId }) => studentId === studentIds[0]);
    const enter = (theoryScore: string) => ({ scores: [{ id: grade?.id, theoryScore, practiceScore: "70" }] });
    assert.equal((await clerk.refused(gradeCalls.submit, enter("90"))).errorCode, "FIELD_FROZEN");
    await clerk.call(gradeCalls.submit, enter("100") as never);
    const [row] = (await clerk.list<any>(gradeCalls.list, { studentId: studentIds[0] ?? "" })).records;
    assert.deepEqual([row.theoryScore, row.practiceScore], ["100.00", "70.00"]);
  });

  it("scales a total that is no hundred", async () => {
    const built = await aGradedExam({
      totalScore: "70",
      passScore: "42",
      singleScore: "7",
      multiScore: "14",
      judgeScore: "7",
    });
    assert.deepEqual(await theoryOf(built), ["100.00", "80.00", null]);
  });

  it("passes over no grade that was checked with another score (GRADE_CHECKED)", async () => {
    const { examId, applyId } = await aSatExam();
    await sql`update grade set theory_score = 50 where test_apply_id = ${applyId}`.execute(app.db);
    await setGrades(app, applyId, "1");
    await clerk.call(papers.submit, { examId, status: "3" } as never);
    assert.equal((await clerk.refused(exams.submit, { id: examId, status: "4" })).errorCode, "GRADE_CHECKED");
    await sql`update grade g set theory_score = p.score from exam_paper p
      where g.test_apply_id = ${applyId} and p.exam_id = ${examId} and p.student_id = g.student_id and p.score is not null`.execute(
      app.db,
    );
    await clerk.call(exams.submit, { id: examId, status: "4" } as never);
  });

  it("marks a violation in the grade", async () => {
    const built = await aSatExam();
    await clerk.call(papers.submit, { id: built.paperIds[1], status: "9", isCheat: "1", reason: "夹带" } as never);
    await clerk.call(papers.submit, { examId: built.examId, status: "3" } as never);
    await clerk.call(exams.submit, { id: built.examId, status: "4" } as never);
    const row = (await gradesOf(built.applyId)).find(({ studentId }) => studentId === built.studentIds[1]);
    assert.deepEqual([row?.isCheat, row?.theoryScore], ["1", "0.00"]);
  });

  it("leaves papers of published grades as they are (GRADE_PUBLISHED)", async () => {
    const { examId, applyId, paperIds } = await aGradedExam();
    await setGrades(app, applyId, "2");
    const refused = await clerk.refused(papers.submit, { id: paperIds[0], status: "9", reason: "死机" });
    assert.equal(refused.errorCode, "GRADE_PUBLISHED");
    const { questionId } = await app.db
      .selectFrom("studentQuestion")
      .select("questionId")
      .where("paperId", "=", paperIds[0] ?? "")
      .executeTakeFirstOrThrow();
    const ruling = { examId, questionId, ruling: "struck", reason: "题干有误" };
    assert.equal((await clerk.refused(exams.rule, ruling)).errorCode, "GRADE_PUBLISHED");
  });
});

describe("StudentQuestion.getSubmitQuestion", () => {
  it("shows keys of a formal exam to its candidate once it is graded, and of practice at once", async () => {
    const built = await aSatExam();
    const [one, two] = built.candidates as [TestUser, TestUser];
    const refused = async (by: TestUser) =>
      (await by.refused(questions.getSubmitQuestion, { paperId: built.paperIds[0] })).errorCode;
    assert.equal(await refused(one), "PAPER_HIDDEN");
    assert.equal((await read(clerk, built.paperIds[0])).questions.length, 8);
    await clerk.call(papers.submit, { examId: built.examId, status: "3" } as never);
    await clerk.call(exams.submit, { id: built.examId, status: "4" } as never);
    const paper = await read(one, built.paperIds[0]);
    assert.deepEqual(
      paper.questions.map(({ answer, studentAnswer, isRight }) => [answer === studentAnswer, isRight]),
      Array.from({ length: 8 }, () => [true, "1"]),
    );
    assert.equal(await refused(two), "NOT_FOUND");
    assert.equal(await refused(built.base.orgAdmin), "PAPER_HIDDEN", "the bureau's keys are not an institution's");
    const practice = await anOpenExam(app);
    const own = await sitExam(practice.candidates[0] as TestUser, practice.examId, 1);
    assert.equal((await read(practice.candidates[0] as TestUser, own)).score, "90.00");
    const answering = await openPaper(practice.candidates[1] as TestUser, practice.examId);
    const hidden = await (practice.candidates[1] as TestUser).refused(questions.getSubmitQuestion, {
      paperId: answering.paperId,
    });
    assert.equal(hidden.errorCode, "PAPER_HIDDEN");
  });

  it("lets lists tell no more: an institution reads answers of its class once the exam is graded", async () => {
    const { base, paperIds } = await aGradedExam();
    const { records } = await base.orgAdmin.list<any>(questions.list, { paperId: paperIds[1] ?? "" });
    assert.equal(records.length, 8);
    assert.ok(records.every((row: object) => !("answer" in row)));
    assert.match(records[0].stemSnapshot, /焊接作业[\s\S]*\nB\. 作业环境/);
  });
});

describe("StudentQuestion.wrong", () => {
  it("collects what a person answered wrong in papers that they may read, and nobody else's", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one, two] = candidates as [TestUser, TestUser];
    await sitExam(one, examId, 3);
    await openPaper(two, examId);
    const wrong = await one.call(questions.wrong, undefined as never);
    assert.equal(wrong.length, 3);
    assert.ok(wrong.every(({ studentAnswer, answer }) => studentAnswer !== answer));
    assert.deepEqual(await two.call(questions.wrong, undefined as never), []);
    const formal = await aSatExam();
    assert.deepEqual(await (formal.candidates[1] as TestUser).call(questions.wrong, undefined as never), []);
  });
});

describe("StudentQuestion.practise", () => {
  it("gives questions of the own institution by knowledge point, and none of the bureau's or another's", async () => {
    const { base, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const { courseId } = base;
    const point = await aClassification(app, courseId, { name: "练习" });
    const below = await aClassification(app, courseId, { name: "练习二", parentId: point });
    const own = await aQuestion(base.orgAdmin, { courseId, classificationId: below });
    await aQuestion(clerk, { courseId, classificationId: point });
    const stranger = (await anOpenExam(app)).candidates[0] as TestUser;
    const points = await one.call(questions.practicePoints, undefined as never);
    assert.deepEqual(
      points.map(({ classificationId, questions: count }) => [classificationId, count]),
      [[below, 1]],
    );
    const round = await one.call(questions.practise, { classificationId: point });
    assert.deepEqual(
      round.map(({ questionId, answer }) => [questionId, answer]),
      [[own, "B"]],
    );
    const picture = ({ token }: TestUser, id: string) =>
      app.http.inject({ url: `${questions.practicePicture.path}?id=${id}`, headers: { token } });
    assert.equal((await picture(one, own)).statusCode, 404, "it has none");
    const attId = await anAttachment(app, base.orgAdmin, "接线图.jpg");
    const illustrated = await aQuestion(base.orgAdmin, { courseId, classificationId: below }, { attId });
    assert.deepEqual(
      [await picture(one, illustrated), await picture(stranger, illustrated)].map(({ statusCode }) => statusCode),
      [200, 404],
    );
    assert.deepEqual(await stranger.call(questions.practise, { classificationId: point }), []);
    assert.equal((await base.orgAdmin.refused(questions.practise, { classificationId: point })).status, 403);
  });
});

describe("objections", () => {
  it("are made once and within the period, and answered; the candidate hears of it", async () => {
    const { paperIds, candidates } = await aGradedExam();
    const [one, two] = candidates as [TestUser, TestUser];
    const [question] = (await read(one, paperIds[0])).questions;
    const objection = { id: question?.id ?? "", text: "B 也对" };
    assert.equal((await two.refused(questions.object, objection)).status, 403);
    await one.call(questions.object, objection);
    assert.equal((await one.refused(questions.object, objection)).errorCode, "DUPLICATE");
    const open = await clerk.list<any>(questions.list, { objectionTime_ge: "2000-01-01 00:00:00" });
    assert.ok(open.records.some(({ id }: any) => id === question?.id));
    await clerk.call(questions.reply, { id: question?.id ?? "", text: "不成立" });
    const [answered] = (await read(one, paperIds[0])).questions;
    assert.deepEqual([answered?.objection, answered?.objectionReply], ["B 也对", "不成立"]);
    const other = (await read(two, paperIds[1])).questions[0];
    assert.equal((await read(two, paperIds[1])).mayObject, true);
    moveClock(4);
    try {
      assert.equal((await read(two, paperIds[1])).mayObject, false);
      assert.equal((await two.refused(questions.object, { id: other?.id, text: "迟了" })).errorCode, "PAPER_CLOSED");
    } finally {
      moveClock(0);
    }
    assert.equal((await clerk.refused(questions.reply, { id: other?.id, text: "?" })).failures[0]?.field, "objection");
  });
});

describe("Exam.rule", () => {
  const wrongQuestion = async (paperId: string | undefined) =>
    (await read(clerk, paperId)).questions.find(({ isRight }) => isRight === "0");

  it("strikes a question: everybody who had it has its full points, and grades follow", async () => {
    const built = await aGradedExam({ isFixed: "1" });
    const { examId, paperIds } = built;
    const question = await wrongQuestion(paperIds[1]);
    const rule = { examId, questionId: question?.questionId ?? "", ruling: "struck", reason: "题干有误" } as const;
    const changed = await clerk.call(exams.rule, rule);
    assert.deepEqual(
      changed.map(({ paperId, before, after: now }) => [paperId, before, now]),
      [[paperIds[1], "80.00", "90.00"]],
    );
    assert.deepEqual(await theoryOf(built), ["100.00", "90.00", null]);
    assert.equal((await read(clerk, paperIds[1])).questions.find(({ id }) => id === question?.id)?.ruling, "struck");
  });

  it("reaches the grades also while the exam is open again for a new sitting", async () => {
    const built = await aGradedExam({ isFixed: "1" });
    const { examId, paperIds } = built;
    await clerk.call(papers.submit, { id: paperIds[0], status: "9", reason: "死机" } as never);
    const question = await wrongQuestion(paperIds[1]);
    await clerk.call(exams.rule, {
      examId,
      questionId: question?.questionId ?? "",
      ruling: "struck",
      reason: "题干有误",
    });
    assert.deepEqual(await theoryOf(built), [null, "90.00", null]);
  });

  it("waits until checked grades are back in entry (GRADE_CHECKED), so that each of them follows", async () => {
    const built = await aGradedExam({ isFixed: "1" });
    const { examId, applyId, paperIds } = built;
    const question = await wrongQuestion(paperIds[1]);
    const rule = { examId, questionId: question?.questionId ?? "", ruling: "struck", reason: "题干有误" } as const;
    await setGrades(app, applyId, "1");
    assert.equal((await clerk.refused(exams.rule, rule)).errorCode, "GRADE_CHECKED");
    assert.equal((await clerk.call(papers.detail, { id: paperIds[1] })).score, "80.00");
    await setGrades(app, applyId, "0");
    await clerk.call(exams.rule, rule);
    assert.deepEqual(await theoryOf(built), ["100.00", "90.00", null]);
  });

  it("corrects a key for all papers", async () => {
    const { examId, paperIds } = await aSatExam({ isFixed: "1" });
    const question = await wrongQuestion(paperIds[1]);
    const rule = { examId, questionId: question?.questionId ?? "", ruling: "key", reason: "答案有误" } as const;
    assert.equal((await clerk.refused(exams.rule, { ...rule, answer: "F" })).failures[0]?.field, "answer");
    assert.equal((await clerk.refused(exams.rule, rule)).failures[0]?.field, "answer");
    const changed = await clerk.call(exams.rule, { ...rule, answer: question?.studentAnswer });
    assert.deepEqual(changed.map(({ after: now }) => now).sort(), ["90.00", "90.00"]);
    assert.equal(
      (await clerk.refused(exams.rule, { ...rule, questionId: "1", answer: "A" })).failures[0]?.field,
      "questionId",
    );
  });

  it("waits for the end of the exam (STATE_ILLEGAL)", async () => {
    const { examId, candidates } = await anOpenExam(app);
    await sitExam(candidates[0] as TestUser, examId);
    const rule = { examId, questionId: "1", ruling: "struck", reason: "有误" };
    assert.equal((await clerk.refused(exams.rule, rule)).errorCode, "STATE_ILLEGAL");
  });
});

describe("Exam.analysis", () => {
  it("tells distribution, questions and reliability, and states how often questions were used", async () => {
    const { examId, base } = await aGradedExam({ isFixed: "1" });
    const figures = await clerk.call(exams.analysis, { examId });
    assert.deepEqual([figures.papers, figures.passed, figures.average, figures.deviation], [2, 2, "90.00", "10.00"]);
    assert.equal(figures.questions.length, 8);
    assert.deepEqual(
      figures.questions.map(({ used, rightRate }) => [used, rightRate]).filter(([, rate]) => rate === "50.00").length,
      2,
    );
    assert.ok(figures.reliability);
    const [bankQuestion] = (await clerk.list<any>(questionCalls.list, { courseId: base.courseId, useCount_gt: "0" }))
      .records;
    assert.equal(bankQuestion.useCount, 2);
    assert.equal((await base.orgAdmin.refused(exams.analysis, { examId })).errorCode, "ROLE_DENIED");
  });

  it("agrees with the bank on how well questions discriminate, from ten papers on", async () => {
    const { examId, base, candidates } = await anOpenExam(app, { isFixed: "1" }, 10);
    for (const [index, candidate] of candidates.entries()) await sitExam(candidate, examId, index % 4);
    await end(app, examId);
    await moveExams(app.services);
    await clerk.call(papers.submit, { examId, status: "3" } as never);
    await clerk.call(exams.submit, { id: examId, status: "4" } as never);
    const { questions: analysed } = await clerk.call(exams.analysis, { examId });
    const bank = await clerk.list(questionCalls.list, { courseId: base.courseId, useCount_gt: "0", size: "50" });
    const inBank = new Map(bank.records.map((row) => [row.id, row.discrimination]));
    assert.deepEqual(
      analysed.map(({ questionId }) => inBank.get(questionId)),
      analysed.map(({ discrimination }) => discrimination),
    );
    assert.ok([...inBank.values()].every((value) => value !== null));
    const bad = await clerk.list(questionCalls.list, { courseId: base.courseId, discrimination_lt: "0.20" });
    assert.equal(bad.total, analysed.filter(({ discrimination }) => Number(discrimination) < 0.2).length);
  });

  it("is had as a workbook, in the language of its reader", async () => {
    const { examId, base } = await aGradedExam({ isFixed: "1" });
    const fetched = ({ token }: TestUser) =>
      app.http.inject({
        url: `${exams.analysisSheet.path}?examId=${examId}`,
        headers: { token, "accept-language": "en" },
      });
    const rows = [];
    for await (const row of readWorkbook((await fetched(clerk)).rawPayload)) rows.push(row);
    assert.equal(rows.length, 9);
    assert.deepEqual(rows[0]?.values.slice(0, 3), ["Question", "Kind", "Difficulty"]);
    assert.equal((await fetched(base.orgAdmin)).statusCode, 403);
  });

  it("has nothing to tell of an exam that nobody sat", async () => {
    const { examId } = await anOpenExam(app);
    const figures = await clerk.call(exams.analysis, { examId });
    assert.deepEqual(
      [figures.papers, figures.average, figures.reliability, figures.questions.length],
      [0, null, null, 0],
    );
  });
});

describe("Exam.getTrainExam", () => {
  it("shows candidates their own papers and what is left", async () => {
    const { examId, candidates } = await anOpenExam(app, { maxTimes: 2 });
    const [one, two] = candidates as [TestUser, TestUser];
    await sitExam(one, examId);
    const left = async (by: TestUser) => {
      const { papers: own, timesLeft } = await by.call(exams.getTrainExam, { id: examId });
      return [own.filter(({ status }) => status !== "0").length, timesLeft];
    };
    assert.deepEqual(
      [await left(one), await left(two)],
      [
        [1, 1],
        [0, 2],
      ],
    );
  });
});
