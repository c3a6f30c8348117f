import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { examPaperCalls as papers } from "@jipei/contract/exams/exam-paper.calls.ts";
import type { OpenPaper } from "@jipei/contract/exams/sitting.ts";
import { studentQuestionCalls as questions } from "@jipei/contract/exams/student-question.calls.ts";
import { sql } from "kysely";
import {
  answersTo,
  anExam,
  anOpenExam,
  aFormalExam,
  end,
  openPaper,
  rightAnswers,
  signed,
  sitExam,
} from "../../../test/factories/exam.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { epoch } from "../../core/foundation/clock.ts";
import { moveExams } from "../exam/exam-clock.ts";

/** A candidate sits an exam: the paper, its answers with and without a network, other devices, the deadline, handing in. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

const setParameter = (key: string, value: string) =>
  sql`update parameter set param_value = ${value} where param_key = ${key}`.execute(app.db);
const save = (by: TestUser, { paperId, sitting }: OpenPaper, answers: object[]) =>
  by.call(questions.submit, { paperId, sitting, answers } as never);
const paperOf = (id: string) => clerk.call(papers.detail, { id });
const answersOf = async ({ paperId }: OpenPaper) =>
  (
    await app.db
      .selectFrom("studentQuestion")
      .select("studentAnswer")
      .where("paperId", "=", paperId)
      .orderBy("orderNo")
      .execute()
  ).map(({ studentAnswer }) => studentAnswer);
/** The same person on another device: with a session of its own. */
const onAnotherDevice = ({ actor }: TestUser) => app.as("student", { ...actor, sessionId: "another" });

describe("StudentQuestion.getQuestion", () => {
  it("draws the paper once: a second call has the same questions, answers and deadline", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const paper = await openPaper(one, examId);
    assert.equal(paper.questions.length, 8);
    await save(one, paper, answersTo(paper).slice(0, 3));
    const again = await openPaper(one, examId);
    assert.deepEqual(
      again.questions.map(({ id }) => id),
      paper.questions.map(({ id }) => id),
    );
    assert.deepEqual(
      again.questions.slice(0, 3).map(({ studentAnswer }) => studentAnswer),
      ["B", "B", "B"],
    );
    assert.equal(again.state.deadline, paper.state.deadline);
    assert.ok(Math.abs(paper.state.deadline - epoch() - 3_600_000) < 10_000);
  });

  it("sends no key: neither answer, nor explanation, nor difficulty stands in the response", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const keys = Object.keys((await openPaper(one, examId)).questions[0] ?? {}).sort();
    assert.deepEqual(keys, ["attId", "id", "options", "orderNo", "points", "questionType", "stem", "studentAnswer"]);
    const [listed] = (await one.list<any>(questions.list)).records;
    assert.deepEqual([listed.isRight, listed.score, listed.answer], [null, null, undefined]);
  });

  it("draws one paper for two calls at once", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    await sql`with papers as (select id from exam_paper where exam_id = ${examId}), gone as (delete from student_question q using papers p where q.paper_id = p.id)
      update exam_paper set is_deleted = 1, times_no = 9 where exam_id = ${examId}`.execute(app.db);
    const both = await Promise.all([openPaper(one, examId), openPaper(one, examId)]);
    assert.equal(new Set(both.map(({ paperId }) => paperId)).size, 1);
  });

  it("shuffles questions and options where the parameters say so; true and false keep their order", async () => {
    await setParameter("exam.shuffle.options", "1");
    const { examId, candidates } = await anOpenExam(app, {}, 3);
    const drawn = await Promise.all(candidates.map((one) => openPaper(one, examId)));
    await setParameter("exam.shuffle.options", "0");
    const orders = drawn.flatMap(({ questions }) =>
      questions.map(({ questionType, options }) => [questionType, options.map(({ letter }) => letter).join("")]),
    );
    assert.ok(orders.filter(([kind]) => kind === "3").every(([, order]) => order === "AB"));
    assert.ok(new Set(orders.filter(([kind]) => kind !== "3").map(([, order]) => order)).size > 1);
  });

  it("refuses before the start, after the end and more often than allowed (EXAM_CLOSED, EXAM_TIMES)", async () => {
    const early = await anExam(app);
    await clerk.call(examCalls.submit, { id: early.examId, status: "1" } as never);
    const code = async (by: TestUser | undefined, examId: string) =>
      (await (by as TestUser).refused(questions.getQuestion, { examId })).errorCode;
    assert.equal(await code(early.candidates[0], early.examId), "EXAM_CLOSED");
    const { examId, candidates } = await anOpenExam(app, { maxTimes: 2 });
    const [one, two] = candidates as [TestUser, TestUser];
    await sitExam(one, examId);
    await sitExam(one, examId);
    assert.equal(await code(one, examId), "EXAM_TIMES");
    await end(app, examId);
    assert.equal(await code(two, examId), "EXAM_CLOSED");
  });

  it("knows an exam only for those who may sit it (NOT_FOUND)", async () => {
    const { examId } = await anOpenExam(app);
    const stranger = (await anOpenExam(app)).candidates[0] as TestUser;
    assert.equal((await stranger.refused(questions.getQuestion, { examId })).status, 404);
  });

  it("stays on the device that has it, until that is left by choice or released (PAPER_ELSEWHERE)", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const first = await openPaper(one, examId);
    const other = onAnotherDevice(one);
    assert.equal((await other.refused(questions.getQuestion, { examId })).errorCode, "PAPER_ELSEWHERE");
    const second = await openPaper(other, examId, { takeOver: "1" });
    assert.equal(second.paperId, first.paperId);
    const late = await save(one, first, answersTo(first).slice(0, 1));
    assert.deepEqual([late.fates[0]?.fate, late.state?.isCurrent], ["evidence", 0]);
    assert.deepEqual(
      await answersOf(second),
      Array.from({ length: 8 }, () => null),
    );
    await clerk.call(papers.release, { ids: first.paperId, reason: "换座位" } as never);
    const third = await openPaper(one, examId);
    assert.equal((await save(one, third, answersTo(third).slice(0, 1))).fates[0]?.fate, "counted");
    const { events } = await paperOf(first.paperId);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["start", "moved", "release", "moved"],
    );
  });
});

describe("StudentQuestion.submit", () => {
  it("counts each answer once and in its order, however often it is sent", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const paper = await openPaper(one, examId);
    const [question] = paper.questions;
    const answer = (seq: number, studentAnswer: string | null) =>
      signed(paper, { seq, id: question?.id ?? "", studentAnswer, at: epoch() });
    const sent = [answer(1, "A"), answer(2, "C"), answer(3, "B")];
    await save(one, paper, [sent[2], sent[0], sent[1]] as object[]);
    assert.equal((await answersOf(paper))[0], "B");
    const replayed = await save(one, paper, sent.slice(0, 2));
    assert.deepEqual(
      replayed.fates.map(({ fate }) => fate),
      ["known", "known"],
    );
    assert.equal((await answersOf(paper))[0], "B");
    await save(one, paper, [answer(4, null)]);
    assert.equal((await answersOf(paper))[0], null, "taken back");
    const kept = await sql<{
      n: number;
    }>`select count(*)::int as n from paper_event where paper_id = ${paper.paperId} and kind = 'answer'`.execute(
      app.db,
    );
    assert.equal(kept.rows[0]?.n, 4);
  });

  it("knows an answer again that a later sitting signs anew, since its response was lost", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const first = await openPaper(one, examId);
    const [question] = first.questions;
    const sign = (paper: OpenPaper, seq: number, studentAnswer: string, at: number) =>
      signed(paper, { seq, id: question?.id ?? "", studentAnswer, at });
    const [early, late] = [epoch() - 2000, epoch() - 1000];
    await save(one, first, [sign(first, 1, "A", early)]);
    const second = await openPaper(one, examId);
    const { fates } = await save(one, second, [sign(second, 1, "A", early), sign(second, 2, "C", late)]);
    assert.deepEqual(
      fates.map(({ fate }) => fate),
      ["known", "counted"],
    );
    const again = await save(one, second, [sign(second, 1, "A", early)]);
    assert.equal(again.fates[0]?.fate, "known");
    assert.equal((await answersOf(second))[0], "C");
  });

  it("keeps an altered answer as evidence alone", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const paper = await openPaper(one, examId);
    const [first] = answersTo(paper);
    const altered = [
      { ...first, studentAnswer: "C" },
      { ...first, at: 5 },
      { ...first, mac: "00" },
      { ...first, seq: 9 },
    ];
    const { fates } = await save(one, paper, altered);
    assert.deepEqual(new Set(fates.map(({ fate }) => fate)), new Set(["evidence"]));
    assert.equal((await answersOf(paper))[0], null);
  });

  it("refuses what is in no paper of one's own, and letters that are no options", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one, two] = candidates as [TestUser, TestUser];
    const paper = await openPaper(one, examId);
    const foreign = await openPaper(two, examId);
    const refusal = async (by: TestUser, input: object) => (await by.refused(questions.submit, input)) as any;
    const sign = (of: OpenPaper, id: string, studentAnswer: string) => ({
      paperId: of.paperId,
      sitting: of.sitting,
      answers: [signed(of, { seq: 1, id, studentAnswer, at: epoch() })],
    });
    const [single, , , , multiple, , judge] = paper.questions;
    assert.equal((await refusal(two, sign(paper, single?.id ?? "", "A"))).errorCode, "NOT_OWNER");
    assert.equal((await refusal(one, sign(paper, foreign.questions[0]?.id ?? "", "A"))).failures[0].field, "id");
    for (const [question, wrong] of [
      [single, "E"],
      [single, "AB"],
      [single, "?"],
      [multiple, "ABF"],
      [judge, "C"],
    ] as const)
      assert.equal((await refusal(one, sign(paper, question?.id ?? "", wrong))).failures[0].field, "studentAnswer");
    assert.equal((await refusal(one, sign(paper, single?.id ?? "", "A".repeat(3000)))).status, 400);
    await save(one, paper, [signed(paper, { seq: 1, id: multiple?.id ?? "", studentAnswer: "c,a", at: epoch() })]);
    assert.equal((await answersOf(paper))[4], "AC");
  });

  it("takes a plain answer in time, in the session that has the paper", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const paper = await openPaper(one, examId);
    const [question] = paper.questions;
    const plain = () => one.call(questions.submit, { id: question?.id, studentAnswer: "b" } as never);
    await Promise.all([plain(), plain(), plain()]);
    assert.equal((await answersOf(paper))[0], "B");
    const { rows } = await sql`select from paper_event where paper_id = ${paper.paperId} and kind = 'answer'`.execute(
      app.db,
    );
    assert.equal(rows.length, 1, "the same answer at once is recorded again");
    const other = await onAnotherDevice(one).refused(questions.submit, { id: question?.id, studentAnswer: "A" });
    assert.equal(other.errorCode, "PAPER_ELSEWHERE");
    await end(app, examId);
    const late = await one.refused(questions.submit, { id: question?.id, studentAnswer: "A" });
    assert.equal(late.errorCode, "PAPER_CLOSED");
    await one.call(questions.submit, { id: question?.id, studentAnswer: "B" } as never);
  });

  it("counts within the grace what was signed before the deadline, and marks the paper again", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one, two] = candidates as [TestUser, TestUser];
    const paper = await openPaper(one, examId);
    const unsent = answersTo(paper, 0, epoch() - 5 * 60_000);
    const second = await openPaper(two, examId);
    await end(app, examId, 2);
    await moveExams(app.services);
    assert.deepEqual([(await paperOf(paper.paperId)).score, (await paperOf(paper.paperId)).isAuto], ["0.00", "1"]);
    const { fates, state } = await save(one, paper, unsent);
    assert.ok(fates.every(({ fate }) => fate === "counted"));
    assert.equal(state?.status, "2");
    const marked = await paperOf(paper.paperId);
    assert.deepEqual([marked.score, marked.isPass], ["100.00", "1"]);
    assert.ok(
      (await save(two, second, answersTo(second))).fates.every(({ fate }) => fate === "evidence"),
      "given too late",
    );
    assert.equal((await paperOf(second.paperId)).score, "0.00");
  });

  it("tells nobody the score of a formal paper while late answers may still change it", async () => {
    const { examId, candidates } = await aFormalExam(app);
    const [one] = candidates as [TestUser];
    const paper = await openPaper(one, examId);
    const unsent = answersTo(paper, 0, epoch() - 5 * 60_000);
    await end(app, examId, 2);
    await moveExams(app.services);
    const seen = async () => {
      const { objectiveScore, isPass } = await one.call(papers.submitExam, { id: paper.paperId });
      const detail = await one.call(papers.detail, { id: paper.paperId });
      const [own] = (await one.call(examCalls.getTrainExam, { id: examId })).papers;
      const passed = await Promise.all(
        ["0", "1"].map(async (value) => (await one.list<any>(papers.list, { isPass: value })).total),
      );
      return [objectiveScore, isPass, detail.score, detail.isPass, own?.score, own?.isPass, ...passed];
    };
    const nothing = [null, null, null, null, null, null, 0, 0];
    assert.deepEqual(await seen(), nothing);
    for (const answer of unsent.slice(0, 4)) assert.equal((await save(one, paper, [answer])).fates[0]?.fate, "counted");
    await moveExams(app.services);
    assert.deepEqual(await seen(), nothing);
    await sql`update exam_paper set deadline = deadline - interval '9 minutes' where id = ${paper.paperId}`.execute(
      app.db,
    );
    await Promise.all([moveExams(app.services), moveExams(app.services)]);
    assert.deepEqual(await seen(), ["40.00", "0", "40.00", "0", "40.00", "0", 1, 0]);
    assert.equal((await save(one, paper, unsent.slice(4, 5))).fates[0]?.fate, "evidence");
  });

  it("counts nothing any more of a formal paper that is graded within the grace", async () => {
    const { examId, candidates } = await aFormalExam(app);
    const [one, two] = candidates as [TestUser, TestUser];
    const paper = await openPaper(one, examId);
    const other = await openPaper(two, examId);
    const unsent = answersTo(paper, 0, epoch() - 5 * 60_000);
    await save(one, paper, unsent.slice(0, 4));
    await end(app, examId, 2);
    await moveExams(app.services);
    const refused = await clerk.refused(papers.submit, { id: paper.paperId, score: "50" });
    assert.equal(refused.failures[0]?.field, "score");
    await clerk.call(papers.submit, { id: paper.paperId, score: "40" } as never);
    assert.equal((await clerk.call(papers.submit, { examId, status: "3" } as never)).graded, 1);
    assert.equal((await save(one, paper, unsent.slice(4))).fates[0]?.fate, "evidence");
    assert.deepEqual([(await paperOf(paper.paperId)).score, (await paperOf(other.paperId)).score], ["40.00", "0.00"]);
  });

  it("counts nothing after the grace, nor an answer dated before the one before it", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one, two] = candidates as [TestUser, TestUser];
    const paper = await openPaper(one, examId);
    const second = await openPaper(two, examId);
    await save(two, second, answersTo(second).slice(0, 1));
    const unsent = answersTo(paper, 0, epoch() - 20 * 60_000);
    await end(app, examId, 11);
    await moveExams(app.services);
    assert.ok((await save(one, paper, unsent)).fates.every(({ fate }) => fate === "evidence"));
    await end(app, examId, 2);
    await sql`update exam_paper set deadline = now() - interval '2 minutes' where id = ${second.paperId}`.execute(
      app.db,
    );
    const back = signed(second, {
      seq: 5,
      id: second.questions[1]?.id ?? "",
      studentAnswer: "B",
      at: epoch() - 60 * 60_000,
    });
    assert.equal((await save(two, second, [back])).fates[0]?.fate, "evidence");
  });

  it("dates an answer of a clock that runs ahead, or was set back, as it came", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const paper = await openPaper(one, examId);
    const [first, second] = paper.questions;
    const at = (seq: number, id: string | undefined, time: number) =>
      signed(paper, { seq, id: id ?? "", studentAnswer: "B", at: time });
    await save(one, paper, [at(1, first?.id, epoch() + 3_600_000), at(2, second?.id, 0)]);
    const { rows } = await sql<{ off: number }>`
      select abs(extract(epoch from now() - at))::int as off from paper_event where paper_id = ${paper.paperId} and kind = 'answer'`.execute(
      app.db,
    );
    assert.ok(rows.length === 2 && rows.every(({ off }) => off < 10));
  });
});

describe("ExamPaper.submitExam", () => {
  it("marks at once, and answers a second call as the first one", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const paper = await openPaper(one, examId);
    await save(one, paper, answersTo(paper, 2));
    const first = await one.call(papers.submitExam, { id: paper.paperId });
    assert.deepEqual([first.status, first.objectiveScore, first.isPass], ["2", "80.00", "1"]);
    assert.deepEqual(await one.call(papers.submitExam, { id: paper.paperId }), first);
    const { rows } = await sql`select call from remembered_answer where user_id = ${one.actor.userId}`.execute(app.db);
    assert.deepEqual(rows, [], "what is answered anew is stored as well");
    const closed = await save(one, paper, answersTo(paper));
    assert.equal(closed.state?.isCurrent, 0);
    assert.equal((await paperOf(paper.paperId)).score, "80.00");
  });

  it("gives an incomplete multiple choice the share of the parameter", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const paper = await openPaper(one, examId);
    await setParameter("exam.multi.partial", "0.5");
    await save(
      one,
      paper,
      paper.questions.map(({ id, questionType }, index) =>
        signed(paper, {
          seq: index + 1,
          id,
          studentAnswer: questionType === "2" ? "AB" : rightAnswers[questionType],
          at: epoch(),
        }),
      ),
    );
    assert.equal((await one.call(papers.submitExam, { id: paper.paperId })).objectiveScore, "80.00");
    await setParameter("exam.multi.partial", "0");
  });

  it("refuses another's paper, and one that was not started", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one, two] = candidates as [TestUser, TestUser];
    const { paperId } = await openPaper(one, examId);
    assert.equal((await two.refused(papers.submitExam, { id: paperId })).errorCode, "NOT_OWNER");
    const waiting = await app.db
      .selectFrom("examPaper")
      .select("id")
      .where("examId", "=", examId)
      .where("status", "=", "0")
      .executeTakeFirstOrThrow();
    assert.ok(
      ["NOT_OWNER", "STATE_ILLEGAL"].includes((await two.refused(papers.submitExam, { id: waiting.id })).errorCode),
    );
  });

  it("is done by the clock at the deadline, once for two nodes, with what there is", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const paper = await openPaper(one, examId);
    await save(one, paper, answersTo(paper).slice(0, 4));
    await end(app, examId);
    await Promise.all([moveExams(app.services), moveExams(app.services)]);
    const row = await paperOf(paper.paperId);
    assert.deepEqual([row.status, row.isAuto, row.score, row.submitTime], ["2", "1", "40.00", row.deadline]);
    assert.equal(row.auditList.filter(({ action }) => action === "close").length, 1);
    assert.equal((await one.call(papers.submitExam, { id: paper.paperId })).objectiveScore, "40.00");
  });
});

describe("the room", () => {
  it("lasts longer for whoever got more time, beyond the end of the exam too", async () => {
    const { examId, candidates } = await anOpenExam(app);
    const [one, two] = candidates as [TestUser, TestUser];
    const paper = await openPaper(one, examId);
    const other = await openPaper(two, examId);
    await end(app, examId);
    assert.equal(
      (await clerk.refused(papers.extend, { ids: paper.paperId, minutes: 30, reason: " " })).errorCode,
      "FIELD_INVALID",
    );
    await clerk.call(papers.extend, { ids: paper.paperId, minutes: 30, reason: "停电" } as never);
    await moveExams(app.services);
    assert.deepEqual([(await paperOf(paper.paperId)).status, (await paperOf(other.paperId)).status], ["1", "2"]);
    assert.equal((await openPaper(one, examId)).paperId, paper.paperId);
    assert.equal(
      (await clerk.refused(papers.extend, { ids: other.paperId, minutes: 5, reason: "迟到" })).errorCode,
      "STATE_ILLEGAL",
    );
  });

  it("counts how often the page was left, and shows it with progress and silence to those who invigilate", async () => {
    const { examId, candidates, base } = await anOpenExam(app);
    const [one] = candidates as [TestUser];
    const paper = await openPaper(one, examId);
    await save(one, paper, answersTo(paper).slice(0, 3));
    const at = epoch();
    const events = [
      { kind: "leave", at },
      { kind: "paste", at },
      { kind: "leave", at: at - 900 },
    ];
    for (let sent = 0; sent < 2; sent++)
      await one.call(papers.beat, { id: paper.paperId, sitting: paper.sitting, events } as never);
    await clerk.call(examCalls.announce, { examId, text: "还有十分钟" });
    const { state } = await save(one, paper, []);
    assert.deepEqual(
      state?.announcements.map(({ text }) => text),
      ["还有十分钟"],
    );
    const { candidates: seen } = await clerk.call(examCalls.room, { examId });
    const mine = seen.find(({ paperId }) => paperId === paper.paperId);
    assert.deepEqual([mine?.answered, mine?.questions, mine?.switchCount, mine?.status], [3, 8, 2, "1"]);
    assert.ok((mine?.silence ?? 99) < 10);
    assert.equal(seen.filter(({ status }) => status === "0").length, 2);
    assert.equal((await base.orgAdmin.refused(examCalls.room, { examId })).errorCode, "ROLE_DENIED");
    assert.equal((await one.refused(examCalls.room, { examId })).status, 403);
  });

  it("replaces a void paper by one new sitting, open until the exam is graded; none after a violation", async () => {
    const { examId, candidates } = await anOpenExam(app, { maxTimes: 1 });
    const [one, two] = candidates as [TestUser, TestUser];
    const paper = await openPaper(one, examId);
    const cheat = await openPaper(two, examId);
    await end(app, examId);
    const out = (id: string, more: object = {}) =>
      clerk.call(papers.submit, { id, status: "9", reason: "死机", ...more } as never);
    assert.equal((await clerk.refused(papers.submit, { id: paper.paperId, status: "9" })).errorCode, "REASON_REQUIRED");
    await out(paper.paperId);
    await out(cheat.paperId, { isCheat: "1" });
    const again = await openPaper(one, examId);
    assert.deepEqual([again.timesNo, again.paperId === paper.paperId], [2, false]);
    assert.ok(again.state.deadline > epoch() + 3_000_000, "its whole time");
    assert.equal((await two.refused(questions.getQuestion, { examId })).errorCode, "EXAM_CLOSED");
    assert.equal((await two.refused(papers.submitExam, { id: cheat.paperId })).errorCode, "PAPER_CLOSED");
  });

  it("belongs to its own candidates and office: another institution, another class, an enterprise see nothing", async () => {
    const { examId, candidates, base } = await aFormalExam(app);
    const [one] = candidates as [TestUser];
    const paperId = await sitExam(one, examId);
    const stranger = (await anOpenExam(app)).base.orgAdmin;
    assert.equal((await stranger.list<any>(papers.list, { examId })).total, 0);
    assert.equal((await stranger.refused(papers.detail, { id: paperId })).status, 404);
    assert.equal((await base.orgAdmin.list<any>(papers.list, { examId })).total, 3);
    assert.equal(
      (await base.orgAdmin.list<any>(questions.list, { paperId })).total,
      0,
      "not before the exam is graded",
    );
    assert.equal((await one.list<any>(questions.list, { paperId })).total, 0);
    for (const call of [papers.remove, questions.remove])
      assert.ok([403, 409].includes((await clerk.refused(call, { ids: paperId })).status));
  });
});
