import { createHmac } from "node:crypto";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import { type OpenPaper, type SignedAnswer, signedText } from "@jipei/contract/exams/sitting.ts";
import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { sql } from "kysely";
import { fromEpoch, epoch } from "../../src/core/foundation/clock.ts";
import { moveExams } from "../../src/exams/exam/exam-clock.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";
import { type TestedClass, anApprovedTest } from "./assessment.ts";
import { type BuiltClass, aHeldClass } from "./class.ts";
import { aRoster } from "./enrolment.ts";
import { aClassification, aQuestion } from "./question.ts";

/** Exams in every stage, with a bank that is large enough for them and candidates who can sign in. */

let count = 0;
const minute = 60_000;

/** Questions of each kind and difficulty for a small exam; the answers are B, ABC and 对 (A). */
export async function aBank(by: TestUser, app: TestApp, courseId: string, each = 4): Promise<string> {
  const classificationId = await aClassification(app, courseId);
  const place = { courseId, classificationId };
  for (const difficulty of ["1", "2", "3"])
    for (let n = 0; n < each; n++) {
      await aQuestion(by, place, { difficulty });
      await aQuestion(by, place, { difficulty, questionType: "2", answer: "ABC" });
      await aQuestion(by, place, { difficulty, questionType: "3", answer: "对", optionC: null, optionD: null });
    }
  return classificationId;
}

/** A practice exam with four single choices (10), two multiple ones (20) and two true or false (10). */
export const examInput = (classId: string, overrides: object = {}) =>
  ({
    examName: `理论考试${++count}`,
    classId,
    examKind: "3",
    startTime: fromEpoch(epoch() + 60 * minute + count * 1000),
    endTime: fromEpoch(epoch() + 180 * minute),
    duration: 60,
    singleCount: 4,
    singleScore: "10",
    multiCount: 2,
    multiScore: "20",
    judgeCount: 2,
    judgeScore: "10",
    maxTimes: 3,
    ...overrides,
  }) as never;

export interface BuiltExam extends BuiltClass {
  examId: string;
  /** The students of the class, signed in. */
  candidates: TestUser[];
}

/** The students of a class, signed in as persons. */
export async function candidatesOf(app: TestApp, classId: string): Promise<TestUser[]> {
  const rows = await app.db
    .selectFrom("student")
    .select(["accountId", "idNumberHash", "name"])
    .where("classId", "=", classId)
    .orderBy("id")
    .execute();
  return rows.map(({ accountId, idNumberHash, name }) =>
    app.as("student", { accountId, idNumberHash, name, sessionId: `session ${++count}` }),
  );
}

/** A draft of the bureau, for practice. */
export async function anExam(app: TestApp, overrides: object = {}, students = 3): Promise<BuiltExam> {
  // A class has a size; who joins it later is inserted directly.
  const built = await aHeldClass(app, { students: Math.min(students, 10) });
  await aRoster(app, built.classId, Math.max(0, students - 10));
  await aBank(app.as("clerk"), app, built.base.courseId);
  const { id } = await app.as("clerk").call(examCalls.submit, examInput(built.classId, overrides));
  return { ...built, examId: id, candidates: await candidatesOf(app, built.classId) };
}

/** A published one that began a minute ago. */
export async function anOpenExam(app: TestApp, overrides: object = {}, students = 3): Promise<BuiltExam> {
  const built = await anExam(app, overrides, students);
  await app.as("clerk").call(examCalls.submit, { id: built.examId, status: "1" } as never);
  await begin(app, built.examId);
  return built;
}

/** A formal exam of an approved assessment that began a minute ago. */
export const aFormalExam = async (app: TestApp, overrides: object = {}): Promise<BuiltExam & TestedClass> =>
  aFormalExamOf(app, await anApprovedTest(app, { students: 3 }), overrides);

/** The same of an assessment that is there. */
export async function aFormalExamOf(
  app: TestApp,
  built: TestedClass,
  overrides: object = {},
): Promise<BuiltExam & TestedClass> {
  await aBank(app.as("clerk"), app, built.base.courseId);
  const { id } = await app
    .as("clerk")
    .call(
      examCalls.submit,
      examInput(built.classId, { examKind: "1", testApplyId: built.applyId, maxTimes: 1, ...overrides }),
    );
  await app.as("clerk").call(examCalls.submit, { id, status: "1" } as never);
  await begin(app, id);
  return { ...built, examId: id, candidates: await candidatesOf(app, built.classId) };
}

/** A formal exam that is over. @property paperIds those of the two of three who sat it, the second with the last two answers wrong */
export type SatExam = Awaited<ReturnType<typeof aSatExam>>;

export async function aSatExam(app: TestApp, overrides: object = {}) {
  const built = await aFormalExam(app, overrides);
  const [one, two] = built.candidates as [TestUser, TestUser];
  const paperIds = [await sitExam(one, built.examId), await sitExam(two, built.examId, 2)] as const;
  await endExam(app, built.examId);
  return { ...built, paperIds };
}

/** Lets an exam end, by the clock. */
export async function endExam(app: TestApp, examId: string): Promise<void> {
  await end(app, examId);
  await moveExams(app.services);
}

/** One whose papers are graded, and which is graded itself. */
export async function aGradedExam(app: TestApp, overrides: object = {}): Promise<SatExam> {
  const built = await aSatExam(app, overrides);
  await gradeAll(app, built.examId);
  return built;
}

/** Grades the papers of an exam that were handed in, and the exam. */
export async function gradeAll(app: TestApp, examId: string): Promise<void> {
  await app.as("clerk").call(examPaperCalls.submit, { examId, status: "3" } as never);
  await app.as("clerk").call(examCalls.submit, { id: examId, status: "4" } as never);
}

/** Theory scores of the students of an exam's class, in the order of the class. */
export async function theoryOf(app: TestApp, { applyId, studentIds }: TestedClass): Promise<(string | null)[]> {
  const rows = await app.db
    .selectFrom("grade")
    .select(["studentId", "theoryScore"])
    .where("testApplyId", "=", applyId)
    .where("isDeleted", "=", 0)
    .execute();
  return studentIds.map((id) => rows.find(({ studentId }) => studentId === id)?.theoryScore ?? null);
}

/** Brings the grades of an application into a state: 0 in entry, 1 checked, 2 published. */
export const setGrades = (app: TestApp, applyId: string, status: "0" | "1" | "2") =>
  sql`update grade set grade_status = ${status} where test_apply_id = ${applyId}`.execute(app.db);

/** Lets the start of a published exam pass. */
export const begin = (app: TestApp, examId: string) =>
  sql`update exam set start_time = ${fromEpoch(epoch() - minute)} where id = ${examId}`.execute(app.db);

/** Lets the end of an exam pass, with the deadlines of its papers. @param minutes ago */
export const end = async (app: TestApp, examId: string, minutes = 1): Promise<void> => {
  const time = fromEpoch(epoch() - minutes * minute);
  await sql`update exam set start_time = ${time}::timestamptz - interval '3 hours', end_time = ${time} where id = ${examId}`.execute(
    app.db,
  );
  await sql`update exam_paper set deadline = ${time} where exam_id = ${examId} and status = '1'`.execute(app.db);
};

export const openPaper = (by: TestUser, examId: string, overrides: object = {}): Promise<OpenPaper> =>
  by.call(studentQuestionCalls.getQuestion, { examId, ...overrides } as never);

/** The right answers of the questions of a paper, as `aBank` made them. */
export const rightAnswers = { "1": "B", "2": "ABC", "3": "A" } as const;

/** An answer as the browser signs it. */
export function signed(
  { paperId, sitting, key }: Pick<OpenPaper, "paperId" | "sitting" | "key">,
  answer: Omit<SignedAnswer, "mac">,
): SignedAnswer {
  return {
    ...answer,
    mac: createHmac("sha256", key)
      .update(signedText(paperId, sitting, answer))
      .digest("hex"),
  };
}

/** Answers all questions of a paper, the last `wrong` of them not right. @param at milliseconds of the epoch */
export function answersTo(paper: OpenPaper, wrong = 0, at = epoch()): SignedAnswer[] {
  return paper.questions.map(({ id, questionType }, index) =>
    signed(paper, {
      seq: paper.lastSeq + index + 1,
      id,
      studentAnswer:
        index < paper.questions.length - wrong
          ? rightAnswers[questionType]
          : { "1": "A", "2": "CD", "3": "B" }[questionType],
      at,
    }),
  );
}

/** Sits an exam from the start to handing in. @returns the paper's id */
export async function sitExam(by: TestUser, examId: string, wrong = 0): Promise<string> {
  const paper = await openPaper(by, examId);
  const { paperId, sitting } = paper;
  await by.call(studentQuestionCalls.submit, { paperId, sitting, answers: answersTo(paper, wrong) } as never);
  await by.call(examPaperCalls.submitExam, { id: paperId });
  return paperId;
}
