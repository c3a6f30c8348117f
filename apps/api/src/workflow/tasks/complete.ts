import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import type { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { sql } from "kysely";
import { findRefusal } from "../../core/database/database-errors.ts";
import type { Tx } from "../../core/database/db.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { fileIds } from "../../core/storage/files.ts";
import { complete } from "../engine/interpreter/complete.ts";
import type { Variables } from "../engine/state.ts";
import { checkValues, refuseValues } from "../forms/check-values.ts";
import { computeValues } from "../forms/compute-values.ts";
import { saveFormFiles } from "../forms/form-files.ts";
import { formOf } from "../forms/form-fields.ts";
import { advance } from "../instance/run.ts";
import { loadVisible } from "../instance/state/load-state.ts";
import { getProcess } from "../models/read-process.ts";
import { endDelegation } from "./hand-over.ts";
import { type HeldTask, assertNotOwn, holdTask } from "./held-task.ts";
import { type Deed, writeDeed } from "./opinions.ts";
import { taskLifecycle } from "./task.lifecycle.ts";

type Completion = InputOf<typeof workCalls.complete>;

/**
 * Completes a task: the decision and what was filled in go into the process, which goes on from there. A delegate’s answer brings the task back
 * to who delegated it.
 * @param ofRow variables that the row has which the process is about, as its own call has checked them
 * @throws NOT_ASSIGNED, REASON_REQUIRED, SELF_REVIEW, FIELD_INVALID, STATE_ILLEGAL, FLOW_SUSPENDED, FLOW_FAILED
 */
export async function completeTask(
  tx: Tx,
  actor: Actor,
  input: Completion,
  app: Services,
  ofRow: Variables = {},
): Promise<void> {
  const held = await holdTask(tx, actor, input);
  const { task, instance, forUser } = held;
  const { pass, comment } = input;
  if (!pass && !comment?.trim()) throw new Refusal("REASON_REQUIRED");
  assertNotOwn(actor, held);
  if (task.owner !== null) return answer(tx, actor, held, input);
  const model = await getProcess(app, tx, instance.processDefinitionId);
  const element = model.elements.get(task.taskDefinitionKey);
  const form = element ? formOf(element) : [];
  const known = await loadVisible(tx, instance.id, task.execution);
  const filled = checkValues(form, input.variables, known, !pass);
  const values = { ...filled, ...ofRow };
  const computed = computeValues(model, { ...known, ...values });
  await transition(tx, actor, taskLifecycle, "complete", [task.id], { pass, opinion: comment }, app);
  await writeDeed(tx, actor, {
    processInstanceId: instance.id,
    taskId: task.id,
    action: deedOf(task, pass),
    opinion: comment,
    forUser,
    fileIds: fileIds(input.attachmentList) ?? [],
  });
  await saveFormFiles(tx, actor, { processInstanceId: instance.id, model, form, values: filled });
  await advance(
    { tx, actor, app },
    instance,
    (now, state, host) =>
      complete(now, state, task.taskKey, { ...values, ...computed, pass }, host, { decides: !task.isStarters }),
    task.taskKey,
  );
}

function deedOf({ isStarters }: HeldTask["task"], pass: boolean): Deed["action"] {
  if (isStarters) return "resubmit";
  return pass ? "pass" : "refuse";
}

/** The delegate has answered: whoever delegated the task has it again, and fills in its form. @throws FIELD_INVALID where the delegate did */
async function answer(tx: Tx, actor: Actor, held: HeldTask, input: Completion): Promise<void> {
  refuseValues(input.variables);
  await endDelegation(tx, actor, held, {
    action: "answer",
    opinion: input.comment || (input.pass ? "同意" : null),
    fileIds: fileIds(input.attachmentList) ?? [],
  });
}

/** Completes several tasks, each by itself: what is refused for one leaves the others as they are. */
export async function completeTasks(
  tx: Tx,
  actor: Actor,
  { tasks }: InputOf<typeof workCalls.completeAll>,
  app: Services,
): Promise<OutputOf<typeof workCalls.completeAll>> {
  const answers = [];
  for (const task of tasks) {
    await sql`savepoint one_task`.execute(tx);
    try {
      await completeTask(tx, actor, task, app);
      await sql`release savepoint one_task`.execute(tx);
      answers.push({ taskId: task.taskId, done: true });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : findRefusal(error, {});
      // What lies with the server concerns all of them, and is tried again as a whole.
      if (!refusal || refusal.status >= 500) throw error;
      await sql`rollback to savepoint one_task`.execute(tx);
      answers.push({ taskId: task.taskId, done: false, errorCode: refusal.code, msg: refusal.zh, msgEn: refusal.en });
    }
  }
  return answers;
}
