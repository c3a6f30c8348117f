import { type ExamMove, examMachine } from "@jipei/contract/exams/exam.machine.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { columns } from "../../core/entity/columns.ts";
import { type Effect, type Guard, lifecycle } from "../../core/entity/transition.ts";
import { addMissingPapers, assertNobodyStarted } from "../paper/add-papers.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal, invalidValue } from "../../core/foundation/refusal.ts";
import { type ExamScore, enterExamScores } from "../../assessment/assessment.queries.ts";
import { notify } from "../../notices/notices.queries.ts";
import { assertApplication, assertMaker } from "./exam.ts";
import { assertGradesOpen } from "./open-grades.ts";
import { examScope } from "./exam.scope.ts";
import { assertEnough, compareWithBank, freezePool } from "./pool.ts";
import { restateQuestions } from "./question-statistics.ts";

type Row = StoredRow<typeof Exam>;

const byMaker: Guard<typeof Exam> = (_tx, actor, row) => assertMaker(actor, row);

/** @throws FIELD_INVALID for an exam that would have begun already */
const beginsLater: Guard<typeof Exam> = (_tx, _actor, row) => {
  if (row.startTime <= now()) throw invalidValue(Exam, "startTime", "须晚于当前时间", "has passed");
};

/** @throws EXAM_BANK_SHORT */
const bankIsEnough: Guard<typeof Exam> = async (tx, _actor, row) => assertEnough(await compareWithBank(tx, row));

/** The accounts of those who have a paper of an exam: from its publication on, whoever may sit it. */
async function getAccounts(tx: Tx, examId: string): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select distinct s.account_id from exam_paper p join trainee s on s.id = p.student_id
    where p.exam_id = ${examId} and p.is_deleted = 0 and s.account_id is not null`.execute(tx);
  return rows.map(({ accountId }) => accountId);
}

const tellCandidates =
  (zh: string, en: string): Effect<typeof Exam> =>
  async (tx, _actor, { id, examName, startTime, place }, { reason }) => {
    const where = reason ? `：${reason}` : `，${startTime.slice(0, 16)}${place ? `，${place}` : ""}`;
    const whereEn = reason ? `: ${reason}` : `, ${startTime.slice(0, 16)}${place ? `, ${place}` : ""}`;
    await notify(tx, {
      to: { accountIds: await getAccounts(tx, id) },
      title: { zh, en },
      text: { zh: `${examName}${where}`, en: `${examName}${whereEn}` },
      link: "/stu/exam",
    });
  };

const freeze: Effect<typeof Exam> = async (tx, actor, row, _input, app) => {
  await freezePool(tx, row.id, row, row.isFixed === "1");
  await addMissingPapers(tx, actor, app, row.id);
};

/**
 * The assessment may have been called off since the draft was saved, or its scores checked, which the exam would reach no more.
 * @throws FIELD_INVALID, GRADE_CHECKED, GRADE_PUBLISHED
 */
const applicationStands: Guard<typeof Exam> = async (tx, _actor, row) => {
  await assertApplication(tx, row);
  if (row.testApplyId) await assertGradesOpen(tx, row.testApplyId);
};

/** @throws EXAM_STARTED for a published exam whose time has come, or that somebody has started */
const hasNotBegun: Guard<typeof Exam> = async (tx, _actor, { id, status, startTime }) => {
  if (status === "1" && startTime <= now()) throw new Refusal("EXAM_STARTED");
  await assertNobodyStarted(tx, id);
};

/** @throws PAPERS_OPEN */
const allGraded: Guard<typeof Exam> = async (tx, _actor, { id }) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from exam_paper where exam_id = ${id} and status in ('1', '2') and is_deleted = 0`.execute(
    tx,
  );
  const n = rows[0]?.n ?? 0;
  if (n > 0) throw new Refusal("PAPERS_OPEN", { n });
};

/** What an exam found about each candidate: the score of their last paper out of a hundred, or their violation. */
export async function getExamScores(tx: Tx, { id, totalScore }: Pick<Row, "id" | "totalScore">): Promise<ExamScore[]> {
  const { rows } = await sql<{ studentId: string; score: string | null; isCheat: "1" | "0" }>`
    select distinct on (student_id) student_id, score, is_cheat from exam_paper
    where exam_id = ${id} and is_deleted = 0 and (status = '3' or is_cheat = '1') order by student_id, times_no desc`.execute(
    tx,
  );
  return rows.map(({ studentId, score, isCheat }) =>
    isCheat === "1"
      ? { studentId, isCheat }
      : {
          studentId,
          theoryScore: new Decimal(score ?? 0).times(100).div(totalScore).toFixed(2, Decimal.ROUND_HALF_UP),
        },
  );
}

/** The scores of a formal exam become theory scores of its assessment (states.md 9.1-5). */
const writeGrades: Effect<typeof Exam> = async (tx, actor, row) => {
  if (row.testApplyId) await enterExamScores(tx, actor, row.testApplyId, row.id, await getExamScores(tx, row));
};

const countQuestions: Effect<typeof Exam> = (tx, _actor, { id }) => restateQuestions(tx, id);

export const examLifecycle = lifecycle<ExamMove, typeof Exam>({
  machine: examMachine,
  entity: Exam,
  scope: examScope,
  moves: {
    publish: {
      guards: [byMaker, beginsLater, applicationStands, bankIsEnough],
      effects: [freeze, tellCandidates("考试安排", "An exam is announced")],
    },
    open: {},
    end: { effects: [countQuestions] },
    grade: {
      guards: [allGraded],
      set: () => columns(Exam, { gradeTime: now() }),
      effects: [writeGrades, countQuestions],
    },
    reopen: {},
    void: {
      guards: [byMaker, hasNotBegun],
      set: (_tx, _actor, _row, { reason }) => columns(Exam, { voidReason: reason?.trim() }),
      effects: [tellCandidates("考试取消", "An exam is cancelled")],
    },
  },
});
