import type { Host } from "../host.ts";
import { type Activity, isActivity, type ProcessModel } from "../model.ts";
import type { Execution, InstanceState, Task } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { cancel } from "./cancel.ts";
import { advance, beginIteration, count, isIteration } from "./loops.ts";
import type { Run } from "./run.ts";
import { transition } from "./transition.ts";

/** Gives a task to somebody (claim, delegate, transfer), or back to its candidates. */
export function assign(state: InstanceState, taskKey: string, assignee: string | null): InstanceState {
  if (state.status !== "running") throw new WorkflowError("NOT_RUNNING");
  if (!state.tasks.some((task) => task.key === taskKey)) throw new WorkflowError("NO_TASK", { key: taskKey });
  return { ...state, tasks: state.tasks.map((task) => (task.key === taskKey ? { ...task, assignee } : task)) };
}

/**
 * Adds a signer to a task. Where all sign at once he signs with them; where they sign one after the other, or one alone, he does so before
 * or after the one who has the task. What then counts as enough is the model's completion condition, as before.
 */
export function addSigner(
  model: ProcessModel,
  state: InstanceState,
  taskKey: string,
  signer: string,
  where: "before" | "after",
  host: Host,
): Promise<InstanceState> {
  return transition(model, state, host, (run) => {
    const { task, token, activity } = taskOf(run, taskKey);
    const parent = isIteration(run, token) ? run.draft.execution(token.parent ?? "") : shareTask(run, token, task);
    const signs = Number(parent.variables.nrOfInstances);
    count(run, parent.key, "nrOfInstances", 1);
    const multi = run.draft.execution(parent.key);
    if (multi.items === null) {
      count(run, parent.key, "nrOfActiveInstances", 1);
      beginIteration(run, run.draft.execution(parent.key), activity, signer, signs);
    } else if (where === "after") run.draft.change(multi.key, { items: [signer, ...multi.items] });
    else {
      // Whoever has the task signs it again after the one who was added.
      const own = run.draft.execution(run.draft.tasks.get(taskKey)?.execution ?? "");
      const variable = activity.loop?.variable;
      const item = variable ? (own.variables[variable] ?? null) : task.assignee;
      run.draft.change(multi.key, { items: [item, ...multi.items] });
      cancel(run, own, "returned");
      beginIteration(run, run.draft.execution(multi.key), activity, signer, Number(own.variables.loopCounter ?? 0));
    }
  });
}

/** Takes a signer off a task that several people sign. */
export function removeSigner(
  model: ProcessModel,
  state: InstanceState,
  taskKey: string,
  host: Host,
): Promise<InstanceState> {
  return transition(model, state, host, async (run) => {
    const { token, activity } = taskOf(run, taskKey);
    if (!isIteration(run, token)) throw new WorkflowError("NOT_SIGNED_BY_SEVERAL");
    const key = token.parent ?? "";
    if (Number(run.draft.execution(key).variables.nrOfInstances) <= 1) throw new WorkflowError("LAST_SIGNER");
    cancel(run, token);
    count(run, key, "nrOfInstances", -1);
    const multi = run.draft.execution(key);
    if (multi.items === null) count(run, key, "nrOfActiveInstances", -1);
    // Those who have signed may now be enough.
    const condition = activity.loop?.completion;
    const hasSigned = Number(multi.variables.nrOfCompletedInstances) > 0;
    const isEnough = condition && hasSigned ? await run.holds(condition, run.draft.execution(key)) : false;
    advance(run, key, activity, isEnough);
  });
}

/** Makes a task of one person the first of several, one after the other. Boundary events stay with the whole. */
function shareTask(run: Run, token: Execution, task: Task): Execution {
  const { draft } = run;
  const own = draft.spawn(token.key, token.element, { loopCounter: 0 });
  draft.tasks.set(task.key, { ...task, execution: own.key });
  for (const activity of draft.activities.values())
    if (activity.task === task.key) draft.activities.set(activity.key, { ...activity, execution: own.key });
  const variables = { nrOfInstances: 1, nrOfActiveInstances: 1, nrOfCompletedInstances: 0, nrOfPassedInstances: 0 };
  return draft.change(token.key, { kind: "multi", items: [], variables });
}

function taskOf(run: Run, key: string): { task: Task; token: Execution; activity: Activity } {
  const task = run.draft.tasks.get(key);
  const activity = task && run.element(task.element);
  if (!task || !activity || !isActivity(activity)) throw new WorkflowError("NO_TASK", { key });
  return { task, token: run.draft.execution(task.execution), activity };
}
