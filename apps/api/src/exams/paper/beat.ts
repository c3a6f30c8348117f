import type { InputOf } from "@jipei/contract/core/call.ts";
import type { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import type { SittingState } from "@jipei/contract/exams/sitting.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { recordEvents } from "./events.ts";
import { lockOwnPaper } from "./own-paper.ts";
import { getState } from "./sitting.ts";

/** Notes that the candidate is there, and what happened on their page. @throws NOT_FOUND, NOT_OWNER */
export async function beat(
  tx: Tx,
  actor: Actor,
  { id, sitting, events }: InputOf<typeof examPaperCalls.beat>,
): Promise<SittingState> {
  const paper = await lockOwnPaper(tx, actor, id);
  const isCurrent = paper.status === "1" && paper.sitting === sitting;
  if (isCurrent) {
    const left = events.filter(({ kind }) => kind === "leave").length;
    await sql`update exam_paper set last_seen = ${now()}, switch_count = switch_count + ${left} where id = ${id}`.execute(
      tx,
    );
    await recordEvents(tx, actor, paper, events);
  }
  return getState(tx, paper, sitting);
}
