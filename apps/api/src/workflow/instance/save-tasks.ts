import { FlowTask } from "@jipei/contract/workflow/flow-task.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { columns } from "../../core/entity/columns.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { isOfAdded } from "../engine/interpreter/added.ts";
import type { ProcessModel } from "../engine/model.ts";
import type { InstanceState, Task } from "../engine/state.ts";
import { resolveUsers } from "./people.ts";
import { isStartersStep } from "./starter-step.ts";
import type { InstanceRow } from "./state/load-state.ts";
import { findChanges } from "./state/save-state.ts";
import { cut } from "../../core/foundation/texts/cut.ts";

export type TaskRow = StoredRow<typeof FlowTask>;

/**
 * Writes the tasks of a process that are new, changed, or no longer to be done.
 * @param completed key of the task that was just completed: its own row says so already
 * @param state what the process has become
 * @returns tasks that somebody should hear of: new ones, and those of another assignee
 */
export async function saveTasks(
  tx: Tx,
  actor: Actor,
  { instance, model, completed }: { instance: InstanceRow; model: ProcessModel; completed: string | null },
  before: readonly Task[],
  state: InstanceState,
): Promise<TaskRow[]> {
  const { changed, gone } = findChanges(before, state.tasks);
  const cancelled = gone.filter((key) => key !== completed);
  if (cancelled.length > 0)
    await tx
      .updateTable("flowTask")
      .set({ isDeleted: 1, updateTime: now() })
      .where("processInstanceId", "=", instance.id)
      .where("taskKey", "in", cancelled)
      .execute();
  if (changed.length === 0) return [];
  const users = await resolveUsers(
    tx,
    changed.flatMap(({ assignee, candidateUsers }) => [...(assignee === null ? [] : [assignee]), ...candidateUsers]),
  );
  const known = new Map(before.map((task) => [task.key, task]));
  const told: TaskRow[] = [];
  for (const task of changed) {
    const old = known.get(task.key);
    // A task that gets signers moves into an execution of its own among theirs.
    const values = { ...toColumns(task, users), execution: task.execution };
    const saved = old
      ? await updateRow(tx, actor, FlowTask, await getTaskId(tx, instance.id, task.key), values)
      : await insertRow(tx, actor, FlowTask, {
          ...values,
          taskKey: task.key,
          taskDefinitionKey: task.element,
          processInstanceId: instance.id,
          processDefinitionId: instance.processDefinitionId,
          processDefinitionKey: instance.processDefinitionKey,
          processDefinitionName: instance.processDefinitionName,
          category: instance.category,
          businessId: instance.businessId,
          title: instance.title,
          startUser: instance.startUser,
          isStarters: isStartersStep(model, task.element),
          isAdded: isOfAdded(state, task),
        });
    if (saved.assignee !== old?.assignee || (!old && saved.assignee === null)) told.push(saved);
  }
  return told;
}

function toColumns(task: Task, users: ReadonlyMap<string, string>) {
  const assignee = task.assignee === null ? null : (users.get(task.assignee) ?? null);
  const candidateUsers = task.candidateUsers.flatMap((name) => users.get(name) ?? []);
  const candidateGroups = [...task.candidateGroups];
  return columns(FlowTask, {
    taskName: cut(task.name || task.element, 100),
    assignee,
    status: assignee === null ? "0" : "1",
    claimTime: assignee === null ? null : now(),
    candidateUsers,
    candidateGroups,
    candidateRoles: candidateGroups.filter((group) => !group.startsWith("dept:")),
    candidates: [...candidateUsers.map((id) => `user:${id}`), ...candidateGroups],
    formKey: task.formKey,
    dueTime: task.due?.toISOString() ?? null,
    priority: task.priority,
  });
}

async function getTaskId(tx: Tx, processInstanceId: string, taskKey: string): Promise<string> {
  const { id } = await tx
    .selectFrom("flowTask")
    .select("id")
    .where("processInstanceId", "=", processInstanceId)
    .where("taskKey", "=", taskKey)
    .executeTakeFirstOrThrow();
  return id;
}
