import type { Lack } from "@jipei/contract/classes/training-class.calls.ts";
import type { Actor } from "../core/actor.ts";
import { Refusal, failureOf } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { transition } from "../core/transition.ts";
import { classLifecycle } from "./training-class.lifecycle.ts";

/** Ends the rehearsal: what it wrote is undone. */
class Rehearsed extends Error {}

/** What a submission would be refused for now: it is made, and taken back, so that it cannot say anything else than the real one. */
export async function lacksOf(app: Services, actor: Actor, id: string): Promise<Lack[]> {
  try {
    await app.db.transaction().execute(async (tx) => {
      await transition(tx, actor, classLifecycle, "commit", [id], {}, app);
      throw new Rehearsed();
    });
  } catch (error) {
    if (error instanceof Rehearsed) return [];
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "NOT_FOUND" || error.code === "NOT_OWNER" || error.code === "STATE_ILLEGAL") throw error;
    const failures = error.failures.length > 0 ? error.failures : [failureOf(error, id)];
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
