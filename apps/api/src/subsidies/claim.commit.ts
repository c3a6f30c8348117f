import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { Actor } from "../core/actor.ts";
import type { Tx } from "../core/db.ts";
import { type Failure, Refusal, failureOf } from "../core/refusal.ts";
import { lockRows } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { transition } from "../core/transition.ts";
import { claimLifecycle } from "./claim.lifecycle.ts";
import { claimScope } from "./claim.scope.ts";

/**
 * Submits claims one after another: what one of them takes up of a person counts against the next, as if each had a call of its own.
 * All or none; everything that is wrong with any of them is said at once.
 * @throws what a submission refuses
 */
export async function commitClaims(tx: Tx, actor: Actor, ids: readonly string[], app: Services): Promise<void> {
  const claims = await lockRows<{ id: string }>(tx, SubsidyApplication, claimScope, actor, ids);
  const failures: Failure[] = [];
  let first: Refusal | undefined;
  for (const { id } of claims) {
    try {
      await transition(tx, actor, claimLifecycle, "commit", [id], {}, app);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
      failures.push(...(error.failures.length > 0 ? error.failures : [failureOf(error, id)]));
    }
  }
  if (first) throw Object.assign(first, { failures });
}
