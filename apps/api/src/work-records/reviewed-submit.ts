import type { Row } from "@jipei/contract/core/entity.ts";
import type { ReviewedEntity } from "@jipei/contract/work-records/two-reviews.ts";
import type { RecordMove } from "@jipei/contract/work-records/work-record.machine.ts";
import type { Tx } from "../core/database/db.ts";
import { checkVersion, lockRow } from "../core/database/rows.ts";
import { type CrudOptions, type SaveInput, inputColumns, saveRow } from "../core/entity/crud.ts";
import { type Lifecycle, transition } from "../core/entity/transition.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { illegalState } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";

type Status = Row<ReviewedEntity>["status"] & string;

/** What is said with a review, by two names each. */
interface Said {
  reason?: string | null;
  opinion?: string | null;
  backReason?: string | null;
  firstOpinion?: string | null;
  reOpinion?: string | null;
}
/** A record as it is sent: with the state that it shall have, and what is said with it. */
type Submitted<E extends ReviewedEntity> = SaveInput<E> & Said & { status?: Status | null };

/** The move that a wanted state asks for. */
const moveTo = (present: Status, wanted: Status): RecordMove | null => {
  if (wanted === present || wanted === "unSubmit") return null;
  if (wanted === "back") return present === "firstTrial" ? "return" : "reReturn";
  return ({ firstTrial: "commit", reTrial: "firstCommit", compile: "reCommit" } as const)[wanted];
};

/** Saves what is sent, and submits it where that is asked for; a reviewer’s move changes nothing beside the state. */
export const reviewedSubmit = <E extends ReviewedEntity, X, D>(
  options: CrudOptions<E, X, D>,
  life: Lifecycle<RecordMove, E>,
) => {
  const { entity, scope } = options;
  const reviewed: ReviewedEntity = entity;
  return async (tx: Tx, actor: Actor, input: Submitted<E>, app: Services): Promise<{ id: string }> => {
    const { status, reason, opinion, backReason, firstOpinion, reOpinion, ...draft } = input;
    const old = input.id ? await lockRow(tx, reviewed, scope, actor, input.id) : null;
    if (old) checkVersion(old, input.version, input.updateTime);
    const present = old?.status ?? "unSubmit";
    const move = status ? moveTo(present, status) : null;
    if (move === null || move === "commit") {
      const isUnchanged = Object.keys(inputColumns(entity, draft as SaveInput<E>)).length === 0;
      const { id } = old && move && isUnchanged ? old : await saveRow(tx, actor, options, draft as SaveInput<E>, app);
      if (move) await transition(tx, actor, life, move, [id], {}, app);
      return { id };
    }
    const { zh, en } = life.machine.actions[move];
    if (!old) throw illegalState(life.machine.states, present, zh, en);
    const ofReview = move === "firstCommit" ? firstOpinion : reOpinion;
    await transition(
      tx,
      actor,
      life,
      move,
      [old.id],
      { reason: reason ?? backReason, opinion: opinion ?? ofReview },
      app,
    );
    return { id: old.id };
  };
};
