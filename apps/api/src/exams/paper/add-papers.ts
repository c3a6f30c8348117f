import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { candidatesOfExam } from "../exam/exam.scope.ts";
import { readPool } from "../exam/pool.ts";
import { drawPapers } from "./draw.ts";

/** Everybody who may sit the exam and has no paper yet gets one. */
export async function addMissingPapers(tx: Tx, actor: Actor, app: Services, examId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into exam_paper (exam_id, class_id, org_id, student_id, id_number_hash, times_no, create_user, update_user)
    select t.id, t.class_id, t.org_id, s.id, s.id_number_hash, 1, ${actor.userId}, ${actor.userId} from exam t join trainee s on ${candidatesOfExam}
    where t.id = ${examId} and not exists (select from exam_paper p where p.exam_id = t.id and p.student_id = s.id and p.is_deleted = 0)
    order by s.id returning id`.execute(tx);
  await drawPapers(
    tx,
    actor,
    app,
    rows.map(({ id }) => id),
    await readPool(tx, app, examId),
  );
}

/** Locks the papers of an exam: whoever starts one at this moment waits for what follows, and finds it done. @throws EXAM_STARTED */
export async function assertNobodyStarted(tx: Tx, examId: string): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select status from exam_paper where exam_id = ${examId} and is_deleted = 0 order by id for no key update`.execute(
    tx,
  );
  if (rows.some(({ status }) => status !== "0")) throw new Refusal("EXAM_STARTED");
}
