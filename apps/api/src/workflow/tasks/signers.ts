import type { InputOf } from "@jipei/contract/core/call.ts";
import type { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { splitIds } from "../../core/database/rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { addSigner, removeSigner } from "../engine/interpreter/people.ts";
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

/** Takes off a signer who has not signed yet. @throws NOT_ASSIGNED, FIELD_INVALID where the user has no such task, FLOW_FAILED for the last one */
export async function removeSigners(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof workCalls.removeSigner>,
  app: Services,
): Promise<void> {
  const held = await hold(tx, actor, input);
  const { task, instance } = held;
  const { rows } = await sql<{ taskKey: string; name: string }>`
    select f.task_key, coalesce((select a.real_name from account a where a.id = f.assignee), '') as name
    from flow_task f where f.process_instance_id = ${instance.id} and f.task_definition_key = ${task.taskDefinitionKey}
      and f.assignee = ${input.userId} and f.id <> ${task.id} and f.status <> '2' and f.is_deleted = 0 limit 1`.execute(
    tx,
  );
  const [signer] = rows;
  if (!signer) throw invalidField("userId", "用户", "User", "不是待办的加签人", "is no signer who has yet to sign");
  await deed(tx, actor, held, "removeSigner", input.comment, [signer.name]);
  await advance({ tx, actor, app }, instance, (model, state, host) => removeSigner(model, state, signer.taskKey, host));
}

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
