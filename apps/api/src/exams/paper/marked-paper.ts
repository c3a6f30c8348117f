import type { InputOf } from "@jipei/contract/core/call.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import type {
  MarkedPaper,
  MarkedQuestion,
  studentQuestionCalls,
} from "@jipei/contract/exams/student-question.calls.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { readRow } from "../../core/database/rows.ts";
import type { Condition } from "../../core/database/sql.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { type Scores, getPoints } from "../exam/blueprint.ts";
import { isDisclosed, paperScope } from "../exam/exam.scope.ts";
import { inOrder, readEditions } from "./editions.ts";

interface Head {
  examName: string;
  examKind: "1" | "2" | "3";
  examStatus: string;
  name: string;
  /** When the exam was graded; of practice, when the paper was handed in. */
  shownSince: string | null;
}

async function readHead(db: Db, paperId: string): Promise<Head> {
  const { rows } = await sql<Head>`
    select e.exam_name, e.exam_kind, e.status as exam_status, s.name,
      case when e.exam_kind = '3' then p.submit_time else e.grade_time end as shown_since
    from exam_paper p join exam e on e.id = p.exam_id join trainee s on s.id = p.student_id where p.id = ${paperId}`.execute(
    db,
  );
  const head = rows[0];
  if (!head) throw new Refusal("NOT_FOUND");
  return head;
}

type Stored = Omit<MarkedQuestion, "options" | "stem" | "questionType" | "attId" | "points"> &
  Scores & {
    edition: number;
    optionOrder: string | null;
  };

/**
 * A paper that was handed in, with keys and explanations (states.md 9.2-7). Others than the bureau read that of a formal exam only when the
 * exam is graded; institutions read keys of practice that they made alone.
 * @throws NOT_FOUND, PAPER_HIDDEN
 */
export async function readMarkedPaper(
  db: Db,
  actor: Actor,
  input: InputOf<typeof studentQuestionCalls.getSubmitQuestion>,
  app: Services,
): Promise<MarkedPaper> {
  const paperId = input.paperId ?? input.id;
  if (!paperId) throw invalidField("paperId", ExamPaper.zh, ExamPaper.en, "不能为空", "is missing");
  const paper = await readRow(db, ExamPaper, paperScope, actor, paperId);
  const head = await readHead(db, paperId);
  const isOut = head.examKind === "3" || head.examStatus === "4";
  if (!isHandedIn(paper.status) || (actor.audience !== "bureau" && !isOut)) throw new Refusal("PAPER_HIDDEN");
  if (actor.audience === "institution" && !(await isOwnBank(db, actor, paperId))) throw new Refusal("PAPER_HIDDEN");
  const questions = await readMarked(db, app, sql`a.paper_id = ${paperId}`, sql`a.order_no`, 1000);
  return {
    paperId,
    examName: head.examName,
    name: head.name,
    status: paper.status ?? "2",
    score: paper.score,
    isPass: paper.isPass,
    mayObject: actor.audience === "person" && (await isObjectionTime(db, head)),
    questions,
  };
}

/** Answered questions (`a`) of papers (`p`) of exams (`e`), each as its paper showed it, with the key that counts. */
async function readMarked(
  db: Db,
  app: Services,
  which: Condition,
  order: RawBuilder<unknown>,
  most: number,
): Promise<MarkedQuestion[]> {
  const { rows } = await sql<Stored>`
    select a.id, a.question_id, a.edition, a.order_no, a.option_order, a.student_answer, coalesce(r.answer, q.answer) as answer, q.analysis, a.is_right, a.score, r.ruling,
      a.objection, a.objection_reply, e.single_score, e.multi_score, e.judge_score
    from student_question a join exam_paper p on p.id = a.paper_id join exam e on e.id = p.exam_id
      join question_edition q on q.question_id = a.question_id and q.edition = a.edition
      left join exam_ruling r on r.exam_id = e.id and r.question_id = a.question_id
    where a.is_deleted = 0 and p.is_deleted = 0 and ${which} order by ${order} limit ${most}`.execute(db);
  const editions = await readEditions(db, app, rows);
  return rows.flatMap(
    ({ edition: _edition, optionOrder, singleScore, multiScore, judgeScore, ...row }, index): MarkedQuestion[] => {
      const edition = editions[index];
      if (!edition) return [];
      const { questionType, stem, attId } = edition;
      const points = getPoints({ singleScore, multiScore, judgeScore })[questionType];
      return [{ ...row, questionType, points, stem, attId, options: inOrder(edition, optionOrder) }];
    },
  );
}

/** What a person answered wrong in papers that they may read, the last first. */
export const readWrong = (db: Db, actor: Actor, _input: void, app: Services): Promise<MarkedQuestion[]> =>
  readMarked(
    db,
    app,
    sql`p.id_number_hash = ${actor.idNumberHash} and ${isDisclosed} and a.is_right = '0'`,
    sql`p.submit_time desc, a.order_no`,
    200,
  );

const isHandedIn = (status: string | null): boolean => status === "2" || status === "3";

/** Whether the questions of a paper are those of the actor's institution. */
async function isOwnBank(db: Db, actor: Actor, paperId: string): Promise<boolean> {
  const { rows } = await sql`
    select from exam_paper p join exam e on e.id = p.exam_id where p.id = ${paperId} and e.bank_org_id = ${actor.orgId}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether candidates may still object: some days after they could read their papers first. */
async function isObjectionTime(db: Db, { shownSince }: Head): Promise<boolean> {
  if (!shownSince) return false;
  return today() <= addDays(shownSince.slice(0, 10), await parameter(db, "exam.objection.days"));
}

/** Whether the candidate of a paper may object to its questions now. @throws NOT_FOUND */
export async function mayObject(db: Db, paperId: string): Promise<boolean> {
  const head = await readHead(db, paperId);
  return (head.examKind === "3" || head.examStatus === "4") && isObjectionTime(db, head);
}
