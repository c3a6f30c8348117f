import type { InputOf } from "@jipei/contract/core/call.ts";
import type { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import type { SittingState } from "@jipei/contract/exams/sitting.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { epoch, now } from "../../core/foundation/clock.ts";
import { type Paper, lockOwnPaper } from "./own-paper.ts";
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
    const left = await reportEvents(tx, actor, paper, events);
    await sql`update exam_paper set last_seen = ${now()}, switch_count = switch_count + ${left} where id = ${id}`.execute(
      tx,
    );
  }
  return getState(tx, paper, sitting);
}

type Reported = InputOf<typeof examPaperCalls.beat>["events"];
/** Records what the page reported, each event once. @returns how often the page was left */
async function reportEvents(tx: Tx, actor: Actor, { id, sitting }: Paper, events: Reported): Promise<number> {
  if (events.length === 0) return 0;
  const time = epoch();
  const { rows } = await sql<{ kind: string }>`
    insert into paper_event (paper_id, sitting, kind, at, create_user)
    select ${id}, ${sitting}, e.kind, e.at, ${actor.userId}
    from unnest(${events.map(({ kind }) => kind)}::text[], ${events.map(({ at }) => toTimestamp(Math.min(at, time)))}::timestamptz[]) as e (kind, at)
    on conflict do nothing returning kind`.execute(tx);
  return rows.filter(({ kind }) => kind === "leave").length;
}
/** With milliseconds, since a page may be left twice in a second. */
const toTimestamp = (ms: number): string => new Date(ms).toISOString();
