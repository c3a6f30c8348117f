import type { Lack } from "@jipei/contract/training/training-class.calls.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, getFailure } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Lifecycle, transition } from "../../core/entity/transition.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";

/** Ends the dry run: its transaction is rolled back. */
class DryRunEnded extends Error {}

/** What a submission would be refused for now. The move is made and rolled back, so that the check cannot differ from the real one. */
export async function findMissing<E extends Entity>(
  app: Services,
  actor: Actor,
  life: Lifecycle<"commit", E>,
  id: string,
): Promise<Lack[]> {
  try {
    await app.db.transaction().execute(async (tx) => {
      await transition(tx, actor, life, "commit", [id], {}, app);
      throw new DryRunEnded();
    });
  } catch (error) {
    if (error instanceof DryRunEnded) return [];
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "NOT_FOUND" || error.code === "NOT_OWNER" || error.code === "STATE_ILLEGAL") throw error;
    const failures = error.failures.length > 0 ? error.failures : [getFailure(error, id)];
    return failures.map(({ errorCode, id: of, field, msg, msgEn }) => ({
      errorCode,
      id: of,
      field: field ?? null,
      msg,
      msgEn,
    }));
  }
  return [];
}
