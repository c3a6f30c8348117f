import type { InputOf } from "@jipei/contract/core/call.ts";
import type { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { splitIds } from "../../core/database/rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { addSigner, getAddedSigners, removeSigner } from "../engine/interpreter/people.ts";
import { advance } from "../instance/run.ts";
import { getColleagues } from "../instance/people.ts";
import { type HeldTask, assertNotOwn, holdTask } from "./held-task.ts";
import { writeDeed } from "./opinions.ts";

/** Asks further colleagues to sign, before or after who has the task. @throws NOT_ASSIGNED, SELF_REVIEW, FIELD_INVALID, FLOW_FAILED, FLOW_SUSPENDED */
export async function addSigners(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof workCalls.addSigner>,
  app: Services,
): Promise<void> {
  const held = await hold(tx, actor, input);
  const { task, instance } = held;
  const ids = splitIds(input.userIds);
  if (ids.includes(task.startUser)) throw new Refusal("SELF_REVIEW");
  const names = await getColleagues(tx, actor, ids);
  await deed(tx, actor, held, "addSigner", input.comment, [...names.values()]);
  await advance({ tx, actor, app }, instance, async (model, before, host) => {
    let state = before;
    // The last one who is put in front comes first.
    for (const id of ids.toReversed())
      state = await addSigner(model, state, currentKey(before, state, task.taskKey), id, input.place, host);
    return state;
  });
}

/** The task by which further signers are added: before the first one is put in front, that of who adds them, then that of the one put in front. */
function currentKey(
  before: { readonly tasks: readonly { key: string }[] },
  now: { readonly tasks: readonly { key: string }[] },
  own: string,
): string {
  if (now.tasks.some(({ key }) => key === own)) return own;
  const known = new Set(before.tasks.map(({ key }) => key));
  return now.tasks.find(({ key }) => !known.has(key))?.key ?? own;
}

/** Takes off a signer whom the holder of a task has added and who has not signed yet. @throws NOT_ASSIGNED, FIELD_INVALID for anybody else, FLOW_FAILED */
export async function removeSigners(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof workCalls.removeSigner>,
  app: Services,
): Promise<void> {
  const held = await hold(tx, actor, input);
  const { task, instance } = held;
  const { rows } = await sql<{ name: string }>`
    select coalesce(a.real_name, '') as name from account a where a.id = ${input.userId}`.execute(tx);
  await deed(tx, actor, held, "removeSigner", input.comment, [rows[0]?.name ?? ""]);
  await advance({ tx, actor, app }, instance, (model, state, host) => {
    if (!getAddedSigners(state, task.taskKey).includes(input.userId)) throw notAdded();
    return removeSigner(model, state, task.taskKey, input.userId, host);
  });
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

const deed = (
  tx: Tx,
  actor: Actor,
  { task, instance, forUser }: HeldTask,
  action: "addSigner" | "removeSigner",
  opinion: string | null | undefined,
  targets: readonly string[],
) => writeDeed(tx, actor, { processInstanceId: instance.id, taskId: task.id, action, opinion, forUser, targets });
