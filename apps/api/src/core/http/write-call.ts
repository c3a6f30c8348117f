import type { Call } from "@jipei/contract/core/call.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import type { Actor } from "../foundation/actor.ts";
import { getWrittenAudit } from "../entity/audit.ts";
import type { AuditEntry } from "../entity/audit-entry.ts";
import { refuseClosedChoices } from "../entity/choices.ts";
import { mayRetry, findRefusal } from "../database/database-errors.ts";
import type { Tx } from "../database/db.ts";
import type { Trace } from "./journal.ts";
import { Refusal } from "../foundation/refusal.ts";
import { claim, findRepeatable, findResponse, storeResponse } from "./idempotency.ts";
import type { Services } from "../foundation/services.ts";

/** What a call is refused with whose work is done: its rows have moved on, are gone, or have a newer version. */
const doneAlready: ReadonlySet<ErrorCode | undefined> = new Set(["STATE_ILLEGAL", "NOT_FOUND", "VERSION_CONFLICT"]);

/**
 * Runs a write in one transaction. The same call sent again has one effect, and gets the first answer: one that adds a row, or that its client
 * names by a key, is claimed before it does anything; of the others the second is refused by its own rules, and counts as done where its user has written nothing else since.
 * @param key the header `Idempotency-Key`
 */
export async function write(
  { services, actor, call, input, key, trace }: Written,
  handler: (tx: Tx) => Promise<unknown>,
  constraints: Record<string, ErrorCode>,
): Promise<unknown> {
  const { cipher } = services;
  const one = findRepeatable(cipher, actor, call, input, key);
  for (let attempt = 1; ; attempt++) {
    try {
      let actions: readonly AuditEntry[] = [];
      const answer = await services.db.transaction().execute(async (tx) => {
        const first = one && (one.isNamed || one.added) ? await claim(tx, cipher, one) : null;
        if (first) return first.answer;
        await refuseClosedChoices(tx, call.input, input);
        const response = await handler(tx);
        if (one) await storeResponse(tx, cipher, one, response);
        actions = getWrittenAudit(tx);
        return response;
      });
      trace.actions = actions;
      return answer;
    } catch (error) {
      // A deadlock or serialisation failure may succeed the second time. A lock timeout is not tried again: the user has waited long enough.
      if (mayRetry(error) && attempt < 4) continue;
      const refusal = error instanceof Refusal ? error : findRefusal(error, constraints);
      if (one && doneAlready.has(refusal?.code)) {
        const first = await findResponse(services.db, cipher, one, true);
        if (first) return first.answer;
      }
      throw error;
    }
  }
}

interface Written {
  services: Services;
  actor: Actor;
  call: Call;
  input: unknown;
  key: unknown;
  trace: Trace;
}
