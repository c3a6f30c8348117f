import type { InputOf } from "@jipei/contract/core/call.ts";
import { FlowTask } from "@jipei/contract/workflow/flow-task.ts";
import type { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import type { Tx } from "../../core/database/db.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { getColleagues } from "../instance/people.ts";
import { tellRecalled, tellTasks } from "../instance/tell.ts";
import { type HeldTask, assertNotDelegated, holdDelegated, holdTask } from "./held-task.ts";
import { type Deed, writeDeed } from "./opinions.ts";
import { findStepSigners, signsAlready } from "./step-signers.ts";

/** Gives a task away for good. @throws NOT_ASSIGNED, FIELD_INVALID also for who signs its step already, SELF_REVIEW for who started the process */
export async function transferTask(tx: Tx, actor: Actor, input: InputOf<typeof workCalls.transfer>): Promise<void> {
  const held = await holdTask(tx, actor, input);
  if ((await findStepSigners(tx, held.task)).includes(input.userId)) throw signsAlready("userId");
  await give(tx, actor, held, input, { assignee: input.userId });
}

/** Lets a colleague answer first; the task comes back with what they say. @throws as `transferTask`, STATE_ILLEGAL where it is delegated already */
export async function delegateTask(tx: Tx, actor: Actor, input: InputOf<typeof workCalls.delegate>): Promise<void> {
  const held = await holdTask(tx, actor, input);
  assertNotDelegated(held.task, "再次委派", "delegate it once more");
  await give(tx, actor, held, input, { assignee: input.userId, owner: held.task.assignee });
}

/** Takes a task back that was delegated. @throws NOT_OWNER for who did not delegate it, STATE_ILLEGAL where it was answered, FLOW_SUSPENDED */
export async function recallTask(tx: Tx, actor: Actor, input: InputOf<typeof workCalls.recall>): Promise<void> {
  const held = await holdDelegated(tx, actor, input);
  await endDelegation(tx, actor, held, { action: "recall", opinion: input.comment });
  await tellRecalled(tx, actor, held.task);
}

/** Whoever delegated a task has it again, and hears so. */
export async function endDelegation(
  tx: Tx,
  actor: Actor,
  { task, instance, forUser }: HeldTask,
  deed: Pick<Deed, "action" | "opinion" | "fileIds">,
): Promise<void> {
  const back = await updateRow(tx, actor, FlowTask, task.id, { assignee: task.owner, owner: null });
  await writeDeed(tx, actor, { processInstanceId: instance.id, taskId: task.id, forUser, ...deed });
  await tellTasks(tx, actor, [back]);
}

async function give(
  tx: Tx,
  actor: Actor,
  { task, instance, forUser }: HeldTask,
  { userId, comment }: { userId: string; comment?: string | null },
  columns: { assignee: string; owner?: string | null },
): Promise<void> {
  if (userId === task.assignee) throw invalidField("userId", "用户", "User", "须为他人", "has to be somebody else");
  if (userId === task.startUser && !task.isStarters) throw new Refusal("SELF_REVIEW");
  const names = await getColleagues(tx, actor, [userId]);
  const given = await updateRow(tx, actor, FlowTask, task.id, columns);
  await writeDeed(tx, actor, {
    processInstanceId: instance.id,
    taskId: task.id,
    action: columns.owner === undefined ? "transfer" : "delegate",
    opinion: comment,
    forUser,
    targets: [...names.values()],
  });
  await tellTasks(tx, actor, [given]);
}
