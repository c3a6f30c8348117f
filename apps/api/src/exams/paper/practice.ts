import {
  type PracticePoint,
  type PracticeQuestion,
  practiceRound,
  studentQuestionCalls,
} from "@jipei/contract/exams/student-question.calls.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { Condition } from "../../core/database/sql.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { type Route, raw } from "../../core/http/implement.ts";
import { attachmentById, sendAttachment } from "../../files/files.queries.ts";
import { optionsJson } from "../bank/options-json.ts";

/**
 * Questions (`q`) that a person practises with: those in use of the institutions whose confirmed classes they attend, of the courses of these
 * classes. The bureau's bank is none of it, since its questions are those of formal exams.
 */
const ownPractice = (actor: Actor): Condition => sql`
  q.is_valid = 'isValid' and q.is_deleted = 0 and exists (select from trainee s join training c on c.id = s.class_id
    where s.id_number_hash = ${actor.idNumberHash} and s.is_deleted = 0 and s.confirm_status = 'Confirm' and c.org_id = q.org_id and c.course_id = q.course_id)`;

/** The knowledge points that have such questions themselves. */
export async function readPracticePoints(db: Db, actor: Actor): Promise<PracticePoint[]> {
  const { rows } = await sql<PracticePoint>`
    select p.id as classification_id, c.course_name, p.name, count(*)::int as questions
    from question q join question_classification p on p.id = q.classification_id join programme c on c.id = q.course_id
    where ${ownPractice(actor)} group by p.id, c.course_name, p.name, p.sort order by c.course_name, p.sort, p.id`.execute(
    db,
  );
  return rows;
}

/** A round of questions of a knowledge point, by chance, with their keys. */
export async function readPractice(
  db: Db,
  actor: Actor,
  { classificationId }: { classificationId: string },
): Promise<PracticeQuestion[]> {
  const { rows } = await sql<PracticeQuestion>`
    select q.id as question_id, q.question_type, q.stem, q.att_id, q.answer, q.analysis,
      ${optionsJson("q")} as options
    from question q where ${ownPractice(actor)} and q.classification_id in (
      with recursive below as (select ${classificationId}::bigint as id union select c.id from question_classification c join below b on c.parent_id = b.id where c.is_deleted = 0) select id from below)
    order by random() limit ${practiceRound}`.execute(db);
  return rows;
}

/** Sends the picture of a question that the person may practise with. @throws NOT_FOUND */
export const practicePictureRoute: Route = raw(
  studentQuestionCalls.practicePicture,
  async (_request, reply, actor, { id }, app) => {
    const { rows } = await sql<{ attId: string | null }>`
      select q.att_id from question q where q.id = ${id} and ${ownPractice(actor)}`.execute(app.db);
    const attId = rows[0]?.attId;
    return sendAttachment(app, reply, attId ? await attachmentById(app.db, attId) : undefined);
  },
);
