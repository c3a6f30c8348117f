import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Tx } from "../../core/database/db.ts";
import { collectRefusals } from "../../core/foundation/refusal.ts";
import { lockRows } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { transition } from "../../core/entity/transition.ts";
import type { ClaimSide } from "./claim-side.ts";
import { claimLifecycles } from "./claim.lifecycle.ts";

/**
 * Submits claims one after another, since what one of them reserves counts against the next. All or none; everything that is wrong with
 * any of them is said at once.
 * @throws what a submission refuses
 */
export async function commitClaims(
  tx: Tx,
  actor: Actor,
  { code }: ClaimSide,
  ids: readonly string[],
  app: Services,
): Promise<void> {
  const life = claimLifecycles[code];
  const claims = await lockRows(tx, SubsidyApplication, life.scope, actor, ids);
  await collectRefusals(
    claims,
    ({ id }) => id,
    async ({ id }) => void (await transition(tx, actor, life, "commit", [id], {}, app)),
  );
}
