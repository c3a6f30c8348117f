import { transition } from "../../core/entity/transition.ts";
import { complete } from "../engine/interpreter/complete.ts";
import { type Beginning, type Stepping, advance, lockInstance, startInstance } from "../instance/run.ts";
import type { InstanceRow } from "../instance/state/load-state.ts";
import { writeDeed } from "./opinions.ts";
import { taskLifecycle } from "./task.lifecycle.ts";

/**
 * Starts a process for somebody, and writes that they did. Where its first step is the starter’s own, what they started it with completes this
 * step: they can be sent back to it later. @throws as `startInstance`
 */
export async function begin(
  on: Stepping,
  beginning: Beginning,
  said: { opinion?: string | null; fileIds?: readonly string[] } = {},
): Promise<InstanceRow> {
  const { tx, actor, app } = on;
  const instance = await startInstance(on, beginning);
  await writeDeed(tx, actor, { processInstanceId: instance.id, action: "start", ...said });
  const first = await tx
    .selectFrom("flowTask")
    .select(["id", "taskKey"])
    .where("processInstanceId", "=", instance.id)
    .where("isStarters", "=", true)
    .where("assignee", "=", actor.userId)
    .where("status", "=", "1")
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!first) return instance;
  await transition(tx, actor, taskLifecycle, "complete", [first.id], { opinion: said.opinion }, app);
  await advance(
    on,
    await lockInstance(tx, instance.id),
    (model, state, host) => complete(model, state, first.taskKey, {}, host),
    first.taskKey,
  );
  return lockInstance(tx, instance.id);
}
