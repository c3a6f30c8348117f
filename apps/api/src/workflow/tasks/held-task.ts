import { FlowTask } from "@jipei/contract/workflow/flow-task.ts";
import { taskStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { liveRow } from "../../core/database/rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, illegalState, invalidField, notPossible } from "../../core/foundation/refusal.ts";
import { assertRunning, lockInstance } from "../instance/run.ts";
import type { TaskRow } from "../instance/save-tasks.ts";
import type { InstanceRow } from "../instance/state/load-state.ts";
import { actedFor } from "./task.scope.ts";

/** A task with its process, which is locked, by the one who may act on it. */
export interface HeldTask {
  task: TaskRow;
  instance: InstanceRow;
  /** The absent colleague whose task it is, where the actor stands in for them. */
  forUser: string | null;
}

/** What calls say about the task that they act on. */
interface Named {
  taskId: string;
  processInstanceId?: string;
}

/** Locks the process of a task, and reads the task as it is then. @throws NOT_FOUND, FIELD_INVALID where it is not one of that process, FLOW_SUSPENDED */
export async function lockTask(tx: Tx, { taskId, processInstanceId }: Named): Promise<Omit<HeldTask, "forUser">> {
  const named = await liveRow(tx, FlowTask, taskId);
  if (!named) throw new Refusal("NOT_FOUND");
  if (processInstanceId !== undefined && named.processInstanceId !== processInstanceId)
    throw invalidField("processInstanceId", "流程实例", "Process", "任务不属于该流程", "the task is not one of it");
  const instance = await lockInstance(tx, named.processInstanceId);
  const task = await liveRow(tx, FlowTask, taskId);
  if (!task) throw new Refusal("NOT_FOUND");
  if (task.status !== "2") assertRunning(instance);
  return { task, instance };
}

/**
 * Locks a task that the actor has to do, or for whom they stand in.
 * @throws what `lockTask` throws, NOT_ASSIGNED to everybody else, STATE_ILLEGAL where it is done
 */
export async function holdTask(tx: Tx, actor: Actor, named: Named): Promise<HeldTask> {
  const { task, instance } = await lockTask(tx, named);
  const forUser = await findHolder(tx, actor, task);
  if (task.status === "2") throw illegalState(taskStatus, task.status, "办理", "act on it");
  return { task, instance, forUser };
}

/** @returns null for the assignee, their id for who stands in for them @throws NOT_ASSIGNED */
async function findHolder(tx: Tx, actor: Actor, { assignee, doneBy }: TaskRow): Promise<string | null> {
  if (doneBy === actor.userId) return null;
  return findActedFor(tx, actor, assignee, "NOT_ASSIGNED");
}

/** @returns null for this user, their id for who stands in for them @throws the code, to everybody else */
async function findActedFor(
  tx: Tx,
  { userId }: Actor,
  whose: string | null,
  code: "NOT_ASSIGNED" | "NOT_OWNER",
): Promise<string | null> {
  if (whose === userId) return null;
  const { rows } = await sql`select where ${whose}::bigint = any(${actedFor(userId)})`.execute(tx);
  if (rows.length === 0) throw new Refusal(code);
  return whose;
}

/**
 * Locks a task that the actor, or who they stand in for, has delegated.
 * @throws what `lockTask` throws, NOT_OWNER to everybody else, STATE_ILLEGAL where it was answered, or is not delegated
 */
export async function holdDelegated(tx: Tx, actor: Actor, named: Named): Promise<HeldTask> {
  const { task, instance } = await lockTask(tx, named);
  const forUser = await findActedFor(tx, actor, task.owner ?? task.assignee, "NOT_OWNER");
  if (task.owner === null)
    throw notPossible({
      status: { zh: "不在委派中", en: "Not delegated" },
      action: { zh: "收回", en: "recall it" },
    });
  return { task, instance, forUser };
}

/**
 * Whether somebody would approve what they started themselves: as a candidate, a stand-in or a delegate, or somebody else for them. The step
 * that the model gives to the starter is no approval.
 */
export const isOwn = ({ userId }: Actor, { task, forUser }: Pick<HeldTask, "task" | "forUser">): boolean =>
  !task.isStarters && [userId, forUser, task.owner].includes(task.startUser);

/** @throws SELF_REVIEW for who would approve what they started themselves */
export function assertNotOwn(actor: Actor, held: HeldTask): void {
  if (isOwn(actor, held)) throw new Refusal("SELF_REVIEW");
}

/** @throws STATE_ILLEGAL while a task is delegated: whoever has it until then answers, and does nothing else for who delegated it */
export function assertNotDelegated({ owner }: TaskRow, zh: string, en: string): void {
  if (owner !== null) throw notPossible({ status: { zh: "委派中", en: "Delegated" }, action: { zh, en } });
}
