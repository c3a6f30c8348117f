import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import { type Actor, system } from "../../core/foundation/actor.ts";
import { epoch, toEpoch } from "../../core/foundation/clock.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { scorePaper } from "./score-paper.ts";

type Paper = Pick<StoredRow<typeof ExamPaper>, "id" | "examId">;

/** The exam of a paper, as far as its sitting needs it. */
export const getExamOf = (tx: Tx, examId: string) =>
  tx
    .selectFrom("exam")
    .select([
      "status",
      "examKind",
      "startTime",
      "endTime",
      "duration",
      "passScore",
      "testApplyId",
      "identityCheck",
      "gradeTime",
    ])
    .where("id", "=", examId)
    .executeTakeFirstOrThrow();

/** Locks the exam of a paper. */
export const lockExamOf = async (tx: Tx, paperId: string): Promise<void> =>
  void (await sql`select from exam where id = (select exam_id from exam_paper where id = ${paperId}) for update`.execute(
    tx,
  ));

/** Until when answers count that were given before a deadline and come after it, in milliseconds of the epoch. */
export const getGraceEnd = async (db: Db, deadline: string): Promise<number> =>
  toEpoch(deadline) + (await parameter(db, "exam.grace.minutes")) * 60_000;

/** Marks a paper. @returns its columns, the score in points */
export async function getMarks(tx: Tx, { id, examId }: Paper) {
  const score = await scorePaper(tx, id);
  const { passScore } = await getExamOf(tx, examId);
  return { objectiveScore: score, score, isPass: new Decimal(score).gte(passScore) ? "1" : "0" } as const;
}

/** Marks a paper that was handed in, again or for the first time. @returns its score, in points */
export async function rescorePaper(tx: Tx, actor: Actor, paper: Paper): Promise<string> {
  const marks = await getMarks(tx, paper);
  await updateRow(tx, actor, ExamPaper, paper.id, marks);
  return marks.score;
}

/**
 * The marks of a paper that the server hands in. One of a formal exam has none while late answers may still change it: whoever has the key of
 * the sitting could try one answer after another, and read from the score which is right.
 */
export async function getMarksAtDeadline(tx: Tx, paper: Paper & { deadline: string | null }) {
  const { examKind } = await getExamOf(tx, paper.examId);
  const isOpen = examKind !== "3" && paper.deadline !== null && epoch() < (await getGraceEnd(tx, paper.deadline));
  return isOpen ? {} : getMarks(tx, paper);
}

/** Marks a paper whose grace has ended, unless somebody else has done so. */
export async function markAfterGrace(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<Paper & { deadline: string }>`
    select id, exam_id, deadline from exam_paper where id = ${id} and status = '2' and score is null for no key update`.execute(
    tx,
  );
  const [paper] = rows;
  if (paper && (await getGraceEnd(tx, paper.deadline)) <= epoch()) await rescorePaper(tx, system, paper);
}
