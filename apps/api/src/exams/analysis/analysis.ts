import type { AnalysedQuestion, ExamAnalysis } from "@jipei/contract/exams/exam.calls.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { readConductedExam } from "../exam/exam.ts";
import { countBands, describeScores, discriminate, findAlike, getReliability } from "./statistics.ts";

interface PaperFigures {
  id: string;
  name: string;
  score: string;
  isPass: "1" | "0";
}
interface Given {
  paperId: string;
  questionId: string;
  studentAnswer: string | null;
  isRight: "1" | "0" | null;
}

/**
 * Distribution, questions, reliability and suspiciously alike papers of an exam, of the papers that were handed in and are not void.
 * @throws NOT_FOUND, ROLE_DENIED for an institution and an exam that it did not make
 */
export async function analyse(db: Db, actor: Actor, { examId }: { examId: string }): Promise<ExamAnalysis> {
  const exam = await readConductedExam(db, actor, examId);
  const papers = await readPapers(db, examId);
  const given = await readAnswers(db, examId);
  const scores = papers.map(({ score }) => score);
  const byPaper = Map.groupBy(given, ({ paperId }) => paperId);
  const ofPaper = (id: string): Given[] => byPaper.get(id) ?? [];
  return {
    papers: papers.length,
    passed: papers.filter(({ isPass }) => isPass === "1").length,
    ...describeScores(scores),
    reliability:
      exam.isFixed === "1"
        ? getReliability(papers.map(({ id }) => ofPaper(id).map(({ isRight }) => isRight === "1")))
        : null,
    bands: countBands(scores, exam.totalScore),
    questions: await describeQuestions(db, examId, papers, given),
    alike: findAlike(
      papers.map(({ id, name }) => ({
        name,
        questions: new Set(ofPaper(id).map(({ questionId }) => questionId)),
        wrong: new Map(
          ofPaper(id).flatMap(({ questionId, studentAnswer, isRight }): [string, string][] =>
            isRight === "0" && studentAnswer ? [[questionId, studentAnswer]] : [],
          ),
        ),
      })),
    ).map(({ probability, ...pair }) => ({ ...pair, probability: probability.toExponential(1) })),
  };
}

/** Papers that are marked, the best one first. */
async function readPapers(db: Db, examId: string): Promise<PaperFigures[]> {
  const { rows } = await sql<PaperFigures>`
    select p.id, s.name, p.score, p.is_pass from exam_paper p join trainee s on s.id = p.student_id
    where p.exam_id = ${examId} and p.status in ('2', '3') and p.score is not null and p.is_deleted = 0 order by p.score desc, p.id limit 5000`.execute(
    db,
  );
  return rows;
}

async function readAnswers(db: Db, examId: string): Promise<Given[]> {
  const { rows } = await sql<Given>`
    select a.paper_id, a.question_id, a.student_answer, a.is_right from student_question a join exam_paper p on p.id = a.paper_id
    where p.exam_id = ${examId} and p.status in ('2', '3') and p.score is not null and p.is_deleted = 0 order by a.question_id`.execute(
    db,
  );
  return rows;
}

type Described = Omit<AnalysedQuestion, "used" | "right" | "rightRate" | "discrimination">;

async function describeQuestions(
  db: Db,
  examId: string,
  papers: readonly PaperFigures[],
  given: readonly Given[],
): Promise<AnalysedQuestion[]> {
  const { rows } = await sql<Described>`
    select u.question_id, u.edition, q.stem, q.question_type, q.difficulty, coalesce(r.answer, q.answer) as key, r.ruling, u.objections
    from (select a.question_id, max(a.edition) as edition, count(a.objection)::integer as objections from student_question a join exam_paper p on p.id = a.paper_id
        where p.exam_id = ${examId} and p.status in ('2', '3') and p.is_deleted = 0 group by a.question_id) u
      join question_edition q on q.question_id = u.question_id and q.edition = u.edition
      left join exam_ruling r on r.exam_id = ${examId} and r.question_id = u.question_id
    order by q.question_type, u.question_id`.execute(db);
  const places = new Map(papers.map(({ id }, index) => [id, index]));
  const byQuestion = Map.groupBy(given, ({ questionId }) => questionId);
  return rows.map((question) => {
    const answers = [...(byQuestion.get(question.questionId) ?? [])].sort(
      (a, b) => (places.get(a.paperId) ?? 0) - (places.get(b.paperId) ?? 0),
    );
    const right = answers.map(({ isRight }) => isRight === "1");
    const used = right.length;
    const count = right.filter(Boolean).length;
    return {
      ...question,
      used,
      right: count,
      rightRate: used === 0 ? null : new Decimal(count).times(100).div(used).toFixed(2, Decimal.ROUND_HALF_UP),
      discrimination: discriminate(right),
    };
  });
}
