import type { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { transition } from "../../core/entity/transition.ts";
import { type Actor, system } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { examPaperLifecycle } from "./paper.lifecycle.ts";

export type Paper = StoredRow<typeof ExamPaper>;

/** The person's own paper, locked. @throws NOT_FOUND, NOT_OWNER */
export async function lockOwnPaper(tx: Tx, actor: Actor, id: string): Promise<Paper> {
  const { rows } =
    await sql<Paper>`select * from exam_paper where id = ${id} and is_deleted = 0 for no key update`.execute(tx);
  const paper = rows[0];
  if (!paper) throw new Refusal("NOT_FOUND");
  if (!actor.idNumberHash || paper.idNumberHash !== actor.idNumberHash) throw new Refusal("NOT_OWNER");
  return paper;
}

/** Whether the time of a paper that is being answered has passed. */
export const isOver = ({ status, deadline }: Pick<Paper, "status" | "deadline">): boolean =>
  status === "1" && deadline !== null && deadline <= now();

/** Hands in, by the server, a paper whose deadline has passed. */
export async function closePaper(tx: Tx, app: Services, id: string): Promise<Paper> {
  const [closed] = await transition(tx, system, examPaperLifecycle, "close", [id], {}, app);
  if (!closed) throw new Refusal("NOT_FOUND");
  return closed;
}
