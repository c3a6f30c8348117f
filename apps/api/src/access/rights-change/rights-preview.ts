import type { Call } from "@jipei/contract/core/call.ts";
import type { RightsEffect } from "@jipei/contract/access/rights-change.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { checkAccess } from "../../core/access/access-check.ts";
import type { Tx } from "../../core/database/db.ts";
import { parseInput } from "../../core/entity/input.ts";
import { invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Route } from "../../core/http/implement.ts";
import { getEffect } from "./rights-effect.ts";

/** Thrown to roll back the transaction of a preview. */
class RolledBack extends Error {
  readonly effect: RightsEffect;
  constructor(effect: RightsEffect) {
    super("taken back");
    this.effect = effect;
  }
}

/**
 * Makes a call, compares the rights before and after, and rolls it back. So the preview shows what saving does, with the same refusals.
 * @param routes of the calls that can be previewed
 * @throws FIELD_INVALID for any other call; the refusals of the call itself
 */
export async function previewChange(
  app: Services,
  actor: Actor,
  routes: readonly Route[],
  asked: { callName: string; input: string },
): Promise<RightsEffect> {
  const route = routes.find(({ call }) => call.name === asked.callName);
  if (route?.kind !== "writes" || route.prepare)
    throw invalidField("callName", "接口", "Call", "不能预览", "cannot be previewed");
  checkAccess(actor, route.call);
  const input = parseInput(route.call.input as Call["input"], read(asked.input));
  try {
    return await app.db.transaction().execute(async (tx) => {
      throw new RolledBack(
        await getEffect(
          tx as Tx,
          actor,
          app,
          async () => void (await route.handler(tx as Tx, actor, input, app, undefined)),
        ),
      );
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.effect;
    throw error;
  }
}

/** @throws FIELD_INVALID */
function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidField("input", "请求内容", "Input", "须为JSON", "must be JSON");
  }
}
