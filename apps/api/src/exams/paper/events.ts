import type { sittingEvent } from "@jipei/contract/exams/exam-codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { moment } from "../../core/foundation/clock.ts";

/** Something that happened during a sitting. */
export interface SittingEvent {
  kind: CodeOf<typeof sittingEvent>;
  note?: string | null;
}

/** Records what happened during the sitting of a paper; nobody can change it afterwards. */
export async function recordEvents(
  tx: Tx,
  actor: Actor,
  { id: paperId, sitting }: { id: string; sitting: number },
  events: readonly SittingEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const time = moment();
  await tx
    .insertInto("paperEvent")
    .values(
      events.map(({ kind, note }) => ({
        paperId,
        sitting,
        kind,
        at: time,
        time,
        note: note ?? null,
        seq: null,
        studentQuestionId: null,
        answer: null,
        mac: null,
        createUser: actor.userId,
      })),
    )
    .execute();
}
