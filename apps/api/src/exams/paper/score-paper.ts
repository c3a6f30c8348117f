import type { QuestionType } from "@jipei/contract/exams/question.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { type Scores, getPoints } from "../exam/blueprint.ts";
import { scoreAnswer } from "./scoring.ts";

interface AnsweredQuestion extends Scores {
  id: string;
  studentAnswer: string | null;
  questionType: QuestionType;
  key: string;
  isStruck: boolean;
}

/** The questions of a paper with what they are marked by; a ruling of the exam goes before the key of the edition. */
async function readAnswers(db: Db, paperId: string): Promise<AnsweredQuestion[]> {
  const { rows } = await sql<AnsweredQuestion>`
    select a.id, a.student_answer, q.question_type, coalesce(r.answer, q.answer) as key, coalesce(r.ruling = 'struck', false) as is_struck,
      e.single_score, e.multi_score, e.judge_score
    from student_question a join exam_paper p on p.id = a.paper_id join exam e on e.id = p.exam_id
      join question_edition q on q.question_id = a.question_id and q.edition = a.edition
      left join exam_ruling r on r.exam_id = e.id and r.question_id = a.question_id
    where a.paper_id = ${paperId} and a.is_deleted = 0 order by a.id`.execute(db);
  return rows;
}

/**
 * Marks every question of a paper by the server.
 * @returns the sum, in points with two decimals
 */
export async function scorePaper(tx: Tx, paperId: string): Promise<string> {
  const partial = await parameter(tx, "exam.multi.partial");
  const marked = (await readAnswers(tx, paperId)).map(({ id, studentAnswer, ...question }) => ({
    id,
    ...scoreAnswer({ ...question, points: getPoints(question)[question.questionType] }, studentAnswer, partial),
  }));
  await sql`
    update student_question a set is_right = m.is_right, score = m.score
    from unnest(${marked.map(({ id }) => id)}::bigint[], ${marked.map(({ isRight }) => (isRight ? "1" : "0"))}::text[], ${marked.map(({ score }) => score)}::numeric[]) as m (id, is_right, score)
    where a.id = m.id`.execute(tx);
  return marked.reduce((sum, { score }) => sum.plus(score), new Decimal(0)).toFixed(2);
}
