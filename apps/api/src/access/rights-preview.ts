import type { Call } from "@jipei/contract/core/call.ts";
import type { RightsEffect } from "@jipei/contract/access/rights-change.ts";
import type { Actor } from "../core/actor.ts";
import { checkAccess } from "../core/gates.ts";
import type { Tx } from "../core/db.ts";
import { parseInput } from "../core/input.ts";
import { invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { previewableRoute } from "./previewable.ts";
import { effectOf } from "./rights-effect.ts";

/** Ends a transaction that was only to be looked at. */
class TakenBack extends Error {
  readonly effect: RightsEffect;
  constructor(effect: RightsEffect) {
    super("taken back");
    this.effect = effect;
  }
}

/**
 * Makes a call, looks who gained and lost what, and takes it back: so what is previewed is what saving does, with the same refusals.
 * @throws FIELD_INVALID for another call, what the call itself refuses
 */
export async function previewChange(
  app: Services,
  actor: Actor,
  asked: { callName: string; input: string },
): Promise<RightsEffect> {
  const route = previewableRoute(asked.callName);
  if (!route) throw invalidField("callName", "接口", "Call", "不能预览", "cannot be previewed");
  checkAccess(actor, route.call);
  const input = parseInput(route.call.input as Call["input"], read(asked.input));
  try {
    return await app.db.transaction().execute(async (tx) => {
      throw new TakenBack(await effectOf(tx as Tx, actor, app, () => run(route, tx as Tx, actor, input, app)));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.effect;
    throw error;
  }
}

async function run(
  { handler, ...route }: NonNullable<ReturnType<typeof previewableRoute>>,
  tx: Tx,
  actor: Actor,
  input: unknown,
  app: Services,
): Promise<void> {
  if ("prepare" in route && route.prepare)
    throw new Error("a call that prepares outside of its transaction cannot be previewed");
  await (handler as (tx: Tx, actor: Actor, input: unknown, app: Services) => Promise<unknown>)(tx, actor, input, app);
}

/** @throws FIELD_INVALID */
function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidField("input", "请求内容", "Input", "须为JSON", "must be JSON");
  }
}
