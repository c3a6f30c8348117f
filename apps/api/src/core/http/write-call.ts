import type { Call } from "@jipei/contract/core/call.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import type { Actor } from "../foundation/actor.ts";
import { type AuditEntry, getWrittenAudit } from "../entity/audit.ts";
import { refuseClosedChoices } from "../entity/choices.ts";
import { mayRetry, findRefusal } from "../database/database-errors.ts";
import type { Tx } from "../database/db.ts";
import type { Trace } from "./journal.ts";
import { Refusal } from "../foundation/refusal.ts";
import { bodyHash, findResponse, storeResponse } from "./idempotency.ts";
import type { Services } from "../foundation/services.ts";

/** Runs a write in one transaction. A retry of the same call gets the first response instead of a refusal. */
export async function write(
  services: Services,
  actor: Actor,
  call: Call,
  input: unknown,
  handler: (tx: Tx) => Promise<unknown>,
  constraints: Record<string, ErrorCode>,
  trace: Trace,
): Promise<unknown> {
  const isStored = actor.audience !== "public" && call.output.shape === "none";
  const hash = isStored ? bodyHash(input) : "";
  for (let attempt = 1; ; attempt++) {
    try {
      let actions: readonly AuditEntry[] = [];
      const answer = await services.db.transaction().execute(async (tx) => {
        await refuseClosedChoices(tx, call.input, input);
        const response = await handler(tx);
        if (isStored) await storeResponse(tx, actor, call.name, hash, response);
        actions = getWrittenAudit(tx);
        return response;
      });
      trace.actions = actions;
      return answer;
    } catch (error) {
      // A deadlock or serialisation failure may succeed the second time. A lock timeout is not tried again: the user has waited long enough.
      if (mayRetry(error) && attempt < 4) continue;
      const refusal = error instanceof Refusal ? error : findRefusal(error, constraints);
      if (isStored && (refusal?.code === "STATE_ILLEGAL" || refusal?.code === "NOT_FOUND")) {
        const first = await findResponse(services.db, actor, call.name, hash);
        if (first) return first.answer;
      }
      throw error;
    }
  }
}
