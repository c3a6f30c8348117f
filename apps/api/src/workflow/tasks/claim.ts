import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { TaskRow } from "../instance/save-tasks.ts";
import { tellTasks } from "../instance/tell.ts";
import { assertNotDelegated, holdTask, lockTask } from "./held-task.ts";
import { writeDeed } from "./opinions.ts";
import { hasTaskOfStep, signsAlready } from "./step-signers.ts";
import { taskLifecycle } from "./task.lifecycle.ts";
import { actedFor, isNamed } from "./task.scope.ts";

/**
 * Makes a candidate the assignee; by who stands in for a candidate, that colleague. Of two at once, one waits for the other and is refused.
 * @throws NOT_CANDIDATE, TASK_CLAIMED, FLOW_SUSPENDED, FIELD_INVALID for who signs the step already
 */
export async function claimTask(tx: Tx, actor: Actor, { taskId }: { taskId: string }, app: Services): Promise<void> {
  const { task } = await lockTask(tx, { taskId });
  const forUser = isNamed(actor, task.candidates) ? null : await findAbsent(tx, actor, task);
  if (task.status !== "0") throw new Refusal("TASK_CLAIMED");
  // Where several sign a step, each of them is another person.
  if (await hasTaskOfStep(tx, task, [actor.userId, ...(forUser ? [forUser] : [])])) throw signsAlready("taskId");
  await transition(tx, actor, taskLifecycle, "claim", [taskId], { assignee: forUser ?? actor.userId }, app);
  await writeDeed(tx, actor, { processInstanceId: task.processInstanceId, taskId, action: "claim", forUser });
}

/** The absent candidate for whom somebody may claim a task, rather one who did not start the process. @throws NOT_CANDIDATE where there is none */
async function findAbsent(tx: Tx, { userId }: Actor, { candidateUsers, startUser }: TaskRow): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id::text from unnest(${candidateUsers}::bigint[]) id where id = any(${actedFor(userId)}) order by id = ${startUser}, id limit 1`.execute(
    tx,
  );
  if (!rows[0]) throw new Refusal("NOT_CANDIDATE");
  return rows[0].id;
}

/** Gives a claimed task back to its candidates. @throws NOT_ASSIGNED, STATE_ILLEGAL while it is delegated, NOT_CANDIDATE where nobody else could claim it, FLOW_SUSPENDED */
export async function unclaimTask(tx: Tx, actor: Actor, { taskId }: { taskId: string }, app: Services): Promise<void> {
  const { task, forUser } = await holdTask(tx, actor, { taskId });
  assertNotDelegated(task, "退签", "put it back");
  if (task.candidates.length === 0) throw new Refusal("NOT_CANDIDATE");
  const [put] = await transition(tx, actor, taskLifecycle, "unclaim", [taskId], {}, app);
  await writeDeed(tx, actor, { processInstanceId: task.processInstanceId, taskId, action: "unclaim", forUser });
  if (put) await tellTasks(tx, actor, [put]);
}
