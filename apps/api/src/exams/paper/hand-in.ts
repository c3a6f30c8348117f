import type { OutputOf } from "@jipei/contract/core/call.ts";
import type { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import type { Tx } from "../../core/database/db.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Paper, closePaper, isOver, lockOwnPaper } from "./own-paper.ts";
import { examPaperLifecycle } from "./paper.lifecycle.ts";

/**
 * Hands in one's own paper (states.md 9.2-3). A second call answers what the first one did; after the deadline the server hands in what it has.
 * @throws NOT_FOUND, NOT_OWNER, PAPER_CLOSED for a void one, STATE_ILLEGAL for one that was not started
 */
export async function handIn(
  tx: Tx,
  actor: Actor,
  { id }: { id: string },
  app: Services,
): Promise<OutputOf<typeof examPaperCalls.submitExam>> {
  const paper = await lockOwnPaper(tx, actor, id);
  if (paper.status === "9") throw new Refusal("PAPER_CLOSED");
  const done = paper.status === "2" || paper.status === "3" ? paper : await move(tx, actor, paper, app);
  const { status, submitTime, objectiveScore, isPass } = done;
  return { id, status, submitTime: submitTime ?? now(), objectiveScore, isPass };
}

async function move(tx: Tx, actor: Actor, paper: Paper, app: Services): Promise<Paper> {
  if (isOver(paper)) return closePaper(tx, app, paper.id);
  const [handed] = await transition(tx, actor, examPaperLifecycle, "handIn", [paper.id], {}, app);
  if (!handed) throw new Refusal("NOT_FOUND");
  return handed;
}
