import type { Tx } from "../../core/database/db.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { tellTasks } from "../instance/tell.ts";
import { assertNotDelegated, holdTask, lockTask } from "./held-task.ts";
import { writeDeed } from "./opinions.ts";
import { taskLifecycle } from "./task.lifecycle.ts";
import { isNamed } from "./task.scope.ts";

/** Makes a candidate the assignee. Of two at once, one waits for the other and is refused. @throws NOT_CANDIDATE, TASK_CLAIMED, FLOW_SUSPENDED */
export async function claimTask(tx: Tx, actor: Actor, { taskId }: { taskId: string }, app: Services): Promise<void> {
  const { task } = await lockTask(tx, { taskId });
  if (!isNamed(actor, task.candidates)) throw new Refusal("NOT_CANDIDATE");
  if (task.status !== "0") throw new Refusal("TASK_CLAIMED");
  await transition(tx, actor, taskLifecycle, "claim", [taskId], {}, app);
  await writeDeed(tx, actor, { processInstanceId: task.processInstanceId, taskId, action: "claim" });
}

/** Gives a claimed task back to its candidates. @throws NOT_ASSIGNED, STATE_ILLEGAL while it is delegated, NOT_CANDIDATE where nobody else could claim it, FLOW_SUSPENDED */
export async function unclaimTask(tx: Tx, actor: Actor, { taskId }: { taskId: string }, app: Services): Promise<void> {
  const { task } = await holdTask(tx, actor, { taskId });
  assertNotDelegated(task, "退签", "put it back");
  if (task.candidates.length === 0) throw new Refusal("NOT_CANDIDATE");
  const [put] = await transition(tx, actor, taskLifecycle, "unclaim", [taskId], {}, app);
  await writeDeed(tx, actor, { processInstanceId: task.processInstanceId, taskId, action: "unclaim" });
  if (put) await tellTasks(tx, actor, [put]);
}
