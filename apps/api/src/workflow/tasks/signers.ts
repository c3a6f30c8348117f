import type { InputOf } from "@jipei/contract/core/call.ts";
import type { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import type { Tx } from "../../core/database/db.ts";
import { splitIds } from "../../core/database/rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import * as engine from "../engine/interpreter/people.ts";
import { advance, assertRunning, lockInstance } from "../instance/run.ts";
import { getColleagues } from "../instance/people.ts";
import { findRemovable } from "./added-signers.ts";
import { type HeldTask, assertNotDelegated, assertNotOwn, holdTask } from "./held-task.ts";
import { writeDeed } from "./opinions.ts";
import { findStepSigners, signsAlready } from "./step-signers.ts";

/** Asks further colleagues to sign, before or after who has the task. @throws NOT_ASSIGNED, STATE_ILLEGAL while it is delegated, SELF_REVIEW, FIELD_INVALID, FLOW_FAILED, FLOW_SUSPENDED */
export async function addSigners(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof workCalls.addSigner>,
  app: Services,
): Promise<void> {
  const { task, instance, forUser } = await hold(tx, actor, input);
  assertNotDelegated(task, "加签", "add signers");
  const ids = splitIds(input.userIds);
  if (ids.includes(task.startUser)) throw new Refusal("SELF_REVIEW");
  const signing = [actor.userId, ...(await findStepSigners(tx, task))];
  if (ids.some((id) => signing.includes(id))) throw signsAlready("userIds");
  const names = await getColleagues(tx, actor, ids);
  await writeDeed(tx, actor, {
    processInstanceId: instance.id,
    taskId: task.id,
    action: "addSigner",
    opinion: input.comment,
    forUser,
    targets: [...names.values()],
  });
  await advance({ tx, actor, app }, instance, (model, state, host) =>
    engine.addSigners(model, state, task.taskKey, ids, input.place, host),
  );
}

/**
 * Takes off a signer who was added and has not signed yet: by who has the task by which they were added, or, while they wait behind those whom
 * they put in front, by who added them. @throws NOT_ASSIGNED, STATE_ILLEGAL while it is delegated, SELF_REVIEW, FIELD_INVALID for anybody else, FLOW_FAILED, FLOW_SUSPENDED
 */
export async function removeSigner(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof workCalls.removeSigner>,
  app: Services,
): Promise<void> {
  const { taskId, processInstanceId, userId, comment } = input;
  const held = taskId ? await hold(tx, actor, { taskId, processInstanceId }) : null;
  if (held) assertNotDelegated(held.task, "减签", "remove signers");
  const instance = held?.instance ?? (await lockInstance(tx, processInstanceId));
  assertRunning(instance);
  const one = (await findRemovable(tx, actor, instance)).find(({ signer }) => signer === userId);
  if (!one) throw notAdded();
  await writeDeed(tx, actor, {
    processInstanceId,
    ...(one.taskId !== null && { taskId: one.taskId }),
    action: "removeSigner",
    opinion: comment,
    forUser: one.by === actor.userId ? null : one.by,
    targets: [one.name],
  });
  await advance({ tx, actor, app }, instance, (model, state, host) => engine.removeSigner(model, state, one, host));
}

const notAdded = () =>
  invalidField(
    "userId",
    "用户",
    "User",
    "不是您加签且尚未办理的人员",
    "is nobody whom you have added and who has yet to sign",
  );

async function hold(tx: Tx, actor: Actor, named: { taskId: string; processInstanceId: string }): Promise<HeldTask> {
  const held = await holdTask(tx, actor, named);
  assertNotOwn(actor, held);
  return held;
}
