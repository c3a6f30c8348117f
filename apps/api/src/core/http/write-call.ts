import type { Call } from "@jipei/contract/core/call.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import type { Actor } from "../actor.ts";
import { type AuditEntry, writtenIn } from "../audit.ts";
import { refuseClosedChoices } from "../choices.ts";
import { mayRetry, refusalOf } from "../database-errors.ts";
import type { Tx } from "../db.ts";
import type { Trace } from "../journal.ts";
import { Refusal } from "../refusal.ts";
import { bodyHash, recall, remember } from "../remembered.ts";
import type { Services } from "../services.ts";

/** One write, one transaction; an identical call a moment later gets the first answer instead of a refusal. */
export async function write(
  services: Services,
  actor: Actor,
  call: Call<any, any>,
  input: unknown,
  handler: (tx: Tx) => Promise<unknown>,
  constraints: Record<string, ErrorCode>,
  trace: Trace,
): Promise<unknown> {
  const remembered = actor.audience !== "public" && call.output.shape === "none";
  const hash = remembered ? bodyHash(input) : "";
  for (let attempt = 1; ; attempt++) {
    try {
      let deeds: readonly AuditEntry[] = [];
      const answer = await services.db.transaction().execute(async (tx) => {
        await refuseClosedChoices(tx, call.input, input);
        const given = await handler(tx);
        if (remembered) await remember(tx, actor, call.name, hash, given);
        deeds = writtenIn(tx);
        return given;
      });
      trace.deeds = deeds;
      return answer;
    } catch (error) {
      // A deadlock or another order may go well the second time; who waited for a lock in vain has waited long enough.
      if (mayRetry(error) && attempt < 4) continue;
      const refusal = error instanceof Refusal ? error : refusalOf(error, constraints);
      if (remembered && (refusal?.code === "STATE_ILLEGAL" || refusal?.code === "NOT_FOUND")) {
        const first = await recall(services.db, actor, call.name, hash);
        if (first) return first.answer;
      }
      throw error;
    }
  }
}
