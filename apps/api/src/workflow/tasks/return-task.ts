import type { InputOf } from "@jipei/contract/core/call.ts";
import type { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { fileIds } from "../../core/storage/files.ts";
import { sendBack } from "../engine/interpreter/send-back.ts";
import { advance } from "../instance/run.ts";
import { findStartersStep } from "../instance/starter-step.ts";
import { getProcess } from "../models/read-process.ts";
import { assertNotDelegated, assertNotOwn, holdTask } from "./held-task.ts";
import { writeDeed } from "./opinions.ts";

/**
 * Returns a process to a step that was done before, to whoever did it; without a step to its starter.
 * @throws NOT_ASSIGNED, STATE_ILLEGAL while it is delegated, REASON_REQUIRED, SELF_REVIEW, FLOW_FAILED where it cannot go back there, FLOW_SUSPENDED
 */
export async function returnTask(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof workCalls.return>,
  app: Services,
): Promise<void> {
  const held = await holdTask(tx, actor, input);
  const { task, instance, forUser } = held;
  assertNotDelegated(task, "退回", "return it");
  if (!input.comment?.trim()) throw new Refusal("REASON_REQUIRED");
  assertNotOwn(actor, held);
  const model = await getProcess(app, tx, instance.processDefinitionId);
  const target = input.activityId ? model.elements.get(input.activityId) : findStartersStep(model);
  if (!target)
    throw new Refusal("FLOW_FAILED", {
      reason: { zh: "流程没有可退回的环节", en: "the process has no step to return to" },
    });
  const assignee = await findDoer(tx, instance.id, target.id);
  await writeDeed(tx, actor, {
    processInstanceId: instance.id,
    taskId: task.id,
    action: "return",
    opinion: input.comment,
    forUser,
    targetStep: target.name || target.id,
    fileIds: fileIds(input.attachmentList) ?? [],
  });
  await advance({ tx, actor, app }, instance, (now, state, host) =>
    sendBack(now, state, task.taskKey, target.id, host, {
      comeBack: input.comeBack ?? false,
      ...(assignee !== null && { assignee }),
    }),
  );
}

/** Who had a step that was done: whom the model asked, or who was handed their task, and nobody who was added to them. */
async function findDoer(tx: Tx, processInstanceId: string, step: string): Promise<string | null> {
  const { rows } = await sql<{ assignee: string | null }>`
    select f.assignee from flow_task f where f.process_instance_id = ${processInstanceId} and f.task_definition_key = ${step}
      and f.status = '2' and f.is_deleted = 0 and not f.is_added order by f.end_time desc, f.id desc limit 1`.execute(
    tx,
  );
  return rows[0]?.assignee ?? null;
}
