import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { examCalls as calls } from "@jipei/contract/exams/exam.calls.ts";
import { questionCalls } from "@jipei/contract/exams/question.ts";
import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { sql } from "kysely";
import { aStudentAccount } from "../../../test/factories/enrolment.ts";
import { anApprovedTest } from "../../../test/factories/assessment.ts";
import { aHeldClass } from "../../../test/factories/class.ts";
import {
  aBank,
  anExam,
  anOpenExam,
  begin,
  candidatesOf,
  end,
  examInput,
  openPaper,
} from "../../../test/factories/exam.ts";
import { aClassification, aQuestion } from "../../../test/factories/question.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { countWaiting, waitUntil } from "../../../test/support/wait-until.ts";
import { epoch, fromEpoch } from "../../core/foundation/clock.ts";
import { assertNobodyStarted } from "../paper/add-papers.ts";
import { drawQuestions } from "../paper/draw.ts";
import { moveExams } from "./exam-clock.ts";
import { readPool } from "./pool.ts";

/** Exams: what a draft must say, what the bank must have, and how an exam is published, opened, ended and voided. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const statusOf = async (id: string) => (await clerk.call(calls.detail, { id })).status;
const publish = { status: "1" } as const;

describe("Exam.submit: a draft", () => {
  it("numbers the exam, and takes course and institution from the class", async () => {
    const { examId, base } = await anExam(app);
    const row = await clerk.call(calls.detail, { id: examId });
    assert.match(row.examNo ?? "", /^KS\d{12}$/);
    assert.deepEqual(
      [row.courseId, row.orgId, row.status, row.totalScore, row.passScore, row.easyRate],
      [base.courseId, base.orgId, "0", "100.00", "60.00", 30],
    );
  });

  it("refuses sums, shares, times and attempts that do not fit", async () => {
    const { classId } = await aHeldClass(app);
    const refused = async (overrides: object) => {
      const { errorCode, failures } = await clerk.refused(calls.submit, examInput(classId, overrides));
      return failures[0]?.field ?? errorCode;
    };
    assert.equal(await refused({ singleCount: 5 }), "EXAM_SCORE_SUM");
    assert.equal(await refused({ hardRate: 30 }), "easyRate");
    assert.equal(await refused({ duration: 180 }), "duration");
    assert.equal(await refused({ endTime: fromEpoch(epoch()) }), "endTime");
    assert.equal(await refused({ passScore: "101" }), "passScore");
    assert.equal(await refused({ passScore: "100", totalScore: "90" }), "passScore");
    assert.equal(await refused({ examKind: "1" }), "testApplyId");
    assert.equal(
      await refused({ classificationId: await aClassification(app, (await anExam(app)).base.courseId) }),
      "classificationId",
    );
  });

  it("ties formal exams to an approved application of the class, and to one attempt", async () => {
    const { classId, applyId } = await anApprovedTest(app);
    const other = await aHeldClass(app);
    const formal = { examKind: "1", testApplyId: applyId };
    const field = async (id: string, overrides: object) =>
      (await clerk.refused(calls.submit, examInput(id, overrides))).failures[0]?.field;
    assert.equal(await field(classId, { ...formal, maxTimes: 2 }), "maxTimes");
    assert.equal(await field(other.classId, { ...formal, maxTimes: 1 }), "testApplyId");
    assert.equal(await field(classId, { testApplyId: applyId }), "testApplyId");
    await clerk.call(calls.submit, examInput(classId, { ...formal, maxTimes: 1 }));
  });

  it("lets institutions hold practice of their own classes only (ROLE_DENIED)", async () => {
    const { classId, applyId, base } = await anApprovedTest(app);
    const formal = examInput(classId, { examKind: "1", testApplyId: applyId, maxTimes: 1 });
    assert.equal((await base.orgAdmin.refused(calls.submit, formal)).errorCode, "ROLE_DENIED");
    const { id } = await clerk.call(calls.submit, formal);
    for (const input of [
      { id, examName: "改名" },
      { id, ...publish },
      { id, status: "9", reason: "停" },
    ])
      assert.equal((await base.orgAdmin.refused(calls.submit, input)).errorCode, "ROLE_DENIED");
    const own = await base.orgAdmin.call(calls.submit, examInput(classId));
    assert.equal((await base.orgAdmin.call(calls.list, {} as never)).total, 2);
    const stranger = (await aHeldClass(app)).base.orgAdmin;
    assert.equal((await stranger.refused(calls.submit, examInput(classId))).failures[0]?.field, "classId");
    assert.equal((await stranger.refused(calls.detail, { id: own.id })).status, 404);
    assert.equal((await stranger.refused(calls.remove, { ids: own.id })).status, 403);
  });

  it("keeps what an institution drafted practice, whoever saves it (FIELD_FROZEN)", async () => {
    const { classId, applyId, base } = await anApprovedTest(app);
    const formal = { examKind: "1", testApplyId: applyId, maxTimes: 1 };
    const drafts = [base.orgAdmin, clerk].map((by) => by.call(calls.submit, examInput(classId)));
    const [own, ofBureau] = await Promise.all(drafts);
    assert.equal((await clerk.refused(calls.submit, { id: own?.id, ...formal })).errorCode, "FIELD_FROZEN");
    await clerk.call(calls.submit, { id: ofBureau?.id, ...formal } as never);
  });

  it("lets teachers hold practice of the classes that they teach", async () => {
    const { classId, base } = await aHeldClass(app);
    const { idNumberHash } = await app.db
      .selectFrom("teacher")
      .select("idNumberHash")
      .where("id", "=", base.teacherId)
      .executeTakeFirstOrThrow();
    const teacher = (who: object) => app.as("orgTeacher", { orgId: base.orgId, ...who });
    await teacher({ idNumberHash }).call(calls.submit, examInput(classId));
    const other = await teacher({ idNumberHash: "nobody" }).refused(calls.submit, examInput(classId));
    assert.equal(other.failures[0]?.field, "classId");
  });

  it("is removed as a draft, and not after it was published", async () => {
    const { examId } = await anExam(app);
    await clerk.call(calls.submit, { id: examId, ...publish } as never);
    assert.equal((await clerk.refused(calls.remove, { ids: examId })).errorCode, "STATE_ILLEGAL");
    assert.equal((await clerk.refused(calls.submit, { id: examId, examName: "改名" })).errorCode, "STATE_ILLEGAL");
    const { id } = await clerk.call(calls.submit, examInput((await aHeldClass(app)).classId));
    await clerk.call(calls.remove, { ids: id });
    assert.equal((await clerk.refused(calls.detail, { id })).status, 404);
  });
});

describe("Exam.bank", () => {
  it("shows what is needed beside what there is, and the sum of the points", async () => {
    const { classId, base } = await aHeldClass(app);
    await aBank(clerk, app, base.courseId, 1);
    const { total, cells } = await clerk.call(
      calls.bank,
      examInput(classId, { singleCount: 10, multiCount: 0, judgeCount: 0 }),
    );
    assert.equal(total, "100.00");
    assert.deepEqual(
      cells.map(({ questionType, difficulty, needed, found }) => [questionType, difficulty, needed, found]),
      [
        ["1", "1", 3, 1],
        ["1", "2", 5, 1],
        ["1", "3", 2, 1],
      ],
    );
  });

  it("shares out by the weights of the knowledge points, with what lies below them", async () => {
    const { classId, base } = await aHeldClass(app);
    const { courseId } = base;
    const safety = await aClassification(app, courseId, { name: "安全", weight: "60" });
    const tools = await aClassification(app, courseId, { name: "工具", weight: "40" });
    const below = await aClassification(app, courseId, { name: "用电", parentId: safety });
    for (const classificationId of [safety, below, tools]) await aQuestion(clerk, { courseId, classificationId });
    const plan = {
      byWeight: "1",
      singleCount: 10,
      multiCount: 0,
      judgeCount: 0,
      easyRate: 0,
      mediumRate: 100,
      hardRate: 0,
    };
    const { cells } = await clerk.call(calls.bank, examInput(classId, plan));
    assert.deepEqual(
      cells.map(({ classificationName, needed, found }) => [classificationName, needed, found]),
      [
        ["安全", 6, 2],
        ["工具", 4, 1],
      ],
    );
    const within = await clerk.call(
      calls.bank,
      examInput(classId, { ...plan, byWeight: "0", classificationId: safety }),
    );
    assert.deepEqual(
      within.cells.map(({ needed, found }) => [needed, found]),
      [[10, 2]],
    );
    const weightless = examInput(classId, { ...plan, classificationId: tools });
    assert.equal((await clerk.refused(calls.bank, weightless)).failures[0]?.field, "byWeight");
  });

  it("counts the questions of the bureau for the bureau, and an institution's own for it", async () => {
    const { classId, base } = await aHeldClass(app);
    const classificationId = await aBank(clerk, app, base.courseId);
    await aQuestion(base.orgAdmin, { courseId: base.courseId, classificationId });
    const found = async (by: TestUser) =>
      (await by.call(calls.bank, examInput(classId))).cells.reduce((sum, cell) => sum + cell.found, 0);
    assert.equal(await found(base.orgAdmin), 1);
    assert.ok((await found(clerk)) > 20);
  });
});

describe("Exam.submit: moves", () => {
  it("refuses to publish what the bank cannot fill (EXAM_BANK_SHORT), and what has begun", async () => {
    const { classId, base } = await aHeldClass(app);
    const { id } = await clerk.call(calls.submit, examInput(classId));
    const short = await clerk.refused(calls.submit, { id, ...publish });
    assert.equal(short.errorCode, "EXAM_BANK_SHORT");
    assert.match(short.msg, /单选题易缺1题/);
    await aBank(clerk, app, base.courseId);
    await begin(app, id);
    assert.equal((await clerk.refused(calls.submit, { id, ...publish })).failures[0]?.field, "startTime");
  });

  it("freezes the questions and gives everybody a paper who may sit it; changes of the bank change no paper", async () => {
    const { examId, base, studentIds } = await anExam(app);
    const account = await aStudentAccount(app);
    await sql`update student set account_id = ${account.id} where id = ${studentIds[0]}`.execute(app.db);
    await clerk.call(calls.submit, { id: examId, ...publish } as never);
    const papers = await app.db.selectFrom("examPaper").select("status").where("examId", "=", examId).execute();
    assert.deepEqual(
      papers.map(({ status }) => status),
      ["0", "0", "0"],
    );
    const count = async () =>
      (await readPool(app.db, app.services, examId)).flatMap(({ questionIds }) => questionIds).length;
    const before = await count();
    await aBank(clerk, app, base.courseId, 1);
    assert.equal(await count(), before);
    const told = await app.db
      .selectFrom("message")
      .select("titleEn")
      .where("targetKind", "=", "account")
      .where("target", "=", account.id)
      .execute();
    assert.deepEqual(told, [{ titleEn: "An exam is announced" }]);
    const [cell] = await readPool(app.db, app.services, examId);
    const used = await clerk.refused(questionCalls.remove, { ids: cell?.questionIds[0] });
    assert.equal(used.errorCode, "QUESTION_IN_USE");
  });

  it("leaves out of a formal exam whoever the application found not eligible", async () => {
    const { classId, applyId, base, studentIds } = await anApprovedTest(app, { students: 3 });
    await aBank(clerk, app, base.courseId);
    await sql`update test_candidate set is_eligible = '0' where test_apply_id = ${applyId} and student_id = ${studentIds[0]}`.execute(
      app.db,
    );
    const { id } = await clerk.call(
      calls.submit,
      examInput(classId, { examKind: "1", testApplyId: applyId, maxTimes: 1 }),
    );
    await clerk.call(calls.submit, { id, ...publish } as never);
    const papers = await app.db.selectFrom("examPaper").select("studentId").where("examId", "=", id).execute();
    assert.deepEqual(papers.map(({ studentId }) => studentId).sort(), studentIds.slice(1).sort());
    const seen = await Promise.all(
      (await candidatesOf(app, classId)).map(
        async (one) => (await one.call(calls.getExamByClassId, { classId })).length,
      ),
    );
    assert.deepEqual(seen, [0, 1, 1]);
  });

  it("opens and ends by the clock, each once", async () => {
    const { examId } = await anExam(app);
    await clerk.call(calls.submit, { id: examId, ...publish } as never);
    await moveExams(app.services);
    assert.equal(await statusOf(examId), "1");
    await begin(app, examId);
    await Promise.all([moveExams(app.services), moveExams(app.services)]);
    assert.equal(await statusOf(examId), "2");
    await end(app, examId);
    await moveExams(app.services);
    await moveExams(app.services);
    assert.equal(await statusOf(examId), "3");
    const history = (await clerk.call(calls.detail, { id: examId })).auditList.map(({ action }) => action);
    assert.deepEqual(history, ["add", "publish", "open", "end"]);
  });

  it("opens for nobody but the clock", async () => {
    const { examId } = await anExam(app);
    await clerk.call(calls.submit, { id: examId, ...publish } as never);
    assert.equal((await clerk.refused(calls.submit, { id: examId, status: "2" })).errorCode, "STATE_ILLEGAL");
    assert.equal((await clerk.refused(calls.submit, { id: examId, status: "4" })).errorCode, "STATE_ILLEGAL");
  });

  it("is void with a reason before anybody started, and final then", async () => {
    const { examId } = await anExam(app);
    await clerk.call(calls.submit, { id: examId, ...publish } as never);
    assert.equal((await clerk.refused(calls.submit, { id: examId, status: "9" })).errorCode, "REASON_REQUIRED");
    await clerk.call(calls.submit, { id: examId, status: "9", reason: "停电" } as never);
    const row = await clerk.call(calls.detail, { id: examId });
    assert.deepEqual([row.status, row.voidReason], ["9", "停电"]);
    assert.equal((await clerk.refused(calls.submit, { id: examId, ...publish })).errorCode, "STATE_ILLEGAL");
  });
});

describe("Exam.submit: void at the start", () => {
  it("is refused from the start on, whether anybody answers or not (EXAM_STARTED)", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const refused = async () =>
      (await clerk.refused(calls.submit, { id: examId, status: "9", reason: "停电" })).errorCode;
    assert.equal(await refused(), "EXAM_STARTED");
    await openPaper(candidates[0] as TestUser, examId);
    assert.equal(await refused(), "EXAM_STARTED");
  });

  it("lets nobody start meanwhile: who waits for it finds the exam void", async () => {
    const { examId, candidates } = await anOpenExam(app);
    let starting: Promise<{ status: number }> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await assertNobodyStarted(tx, examId);
      await sql`update exam set status = '9' where id = ${examId}`.execute(tx);
      starting = (candidates[0] as TestUser).refused(studentQuestionCalls.getQuestion, { examId });
      await waitUntil(async () => (await countWaiting(app.db)) > 0);
    });
    assert.equal((await starting)?.status, 404);
  });
});

describe("drawing a paper", () => {
  it("takes of each cell what is needed, none twice, kinds one after another", async () => {
    const { examId } = await anExam(app);
    await clerk.call(calls.submit, { id: examId, ...publish } as never);
    const pool = await readPool(app.db, app.services, examId);
    const drawn = drawQuestions(pool, true);
    assert.deepEqual(
      drawn.map(({ questionType }) => questionType),
      ["1", "1", "1", "1", "2", "2", "3", "3"],
    );
    assert.equal(new Set(drawn.map(({ questionId }) => questionId)).size, 8);
    const papers = new Set(
      Array.from({ length: 20 }, () =>
        drawQuestions(pool, false)
          .map(({ questionId }) => questionId)
          .join(),
      ),
    );
    assert.ok(papers.size > 5, "papers differ");
  });

  it("gives everybody the same questions where the paper is one for all", async () => {
    const { examId } = await anExam(app, { isFixed: "1" });
    await clerk.call(calls.submit, { id: examId, ...publish } as never);
    const pool = await readPool(app.db, app.services, examId);
    const papers = new Set(
      Array.from({ length: 10 }, () =>
        drawQuestions(pool, true)
          .map(({ questionId }) => questionId)
          .sort()
          .join(),
      ),
    );
    assert.equal(papers.size, 1);
  });
});
