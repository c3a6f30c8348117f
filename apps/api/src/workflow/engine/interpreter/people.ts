import { variableOf } from "@jipei/contract/workflow/expression/template.ts";
import type { Host } from "../host.ts";
import { type Activity, isActivity, type ProcessModel } from "../model.ts";
import type { Execution, InstanceState, Task, Value } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { noteAdded, readAdded } from "./added.ts";
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
 * Adds signers to a task. Where all sign at once they sign with the others; where they sign one after the other, or one alone, they do so in their
 * order before or after the one who has the task. What then counts as enough is the model's completion condition, as before.
 */
export function addSigners(
  model: ProcessModel,
  state: InstanceState,
  taskKey: string,
  signers: readonly string[],
  where: "before" | "after",
  host: Host,
): Promise<InstanceState> {
  return transition(model, state, host, (run) => {
    const [first, ...others] = signers;
    if (first === undefined) return;
    const { task, token, activity } = taskOf(run, taskKey);
    const parent = isIteration(run, token) ? run.draft.execution(token.parent ?? "") : shareTask(run, token, task);
    const own = run.draft.execution(run.draft.tasks.get(taskKey)?.execution ?? "");
    const signs = Number(parent.variables.nrOfInstances);
    count(run, parent.key, "nrOfInstances", signers.length);
    noteAdded(run, parent.key, signers, { by: own.key, user: task.assignee });
    const { key, items } = run.draft.execution(parent.key);
    if (items === null) {
      count(run, key, "nrOfActiveInstances", signers.length);
      for (const [at, signer] of signers.entries())
        beginIteration(run, run.draft.execution(key), activity, signer, signs + at);
    } else if (where === "after") run.draft.change(key, { items: [...signers, ...items] });
    else {
      // Whoever has the task signs it again after those who were added.
      const variable = activity.loop?.variable;
      const item = variable ? (ofVariable(activity, variable, task) ?? own.variables[variable] ?? null) : task.assignee;
      run.draft.change(key, { items: [...others, item, ...items] });
      cancel(run, own, "returned");
      beginIteration(run, run.draft.execution(key), activity, first, Number(own.variables.loopCounter ?? 0));
    }
  });
}

/** Who has the task, where it is given to the item of the model as it is: it may have been handed over since. */
const ofVariable = (activity: Activity, variable: string, { assignee }: Task): string | null =>
  activity.type === "userTask" && activity.assignee && variableOf(activity.assignee) === variable ? assignee : null;

/**
 * Takes a signer off: one who was added and has not signed yet (see `getAddedSigners`).
 * @param key of the activity that several people sign
 */
export function removeSigner(
  model: ProcessModel,
  state: InstanceState,
  { key, signer }: Pick<AddedSigner, "key" | "signer">,
  host: Host,
): Promise<InstanceState> {
  return transition(model, state, host, async (run) => {
    const { items, variables, element } = run.draft.execution(key);
    if (Number(variables.nrOfInstances) <= 1) throw new WorkflowError("LAST_SIGNER");
    const at = items?.indexOf(signer) ?? -1;
    if (items && at >= 0) {
      count(run, key, "nrOfInstances", -1);
      run.draft.change(key, { items: items.toSpliced(at, 1) });
      return;
    }
    const activity = run.element(element);
    const theirs = [...run.draft.tasks.values()].find(
      ({ assignee, execution }) => assignee === signer && run.draft.execution(execution).parent === key,
    );
    if (!isActivity(activity) || !theirs) throw new WorkflowError("NO_TASK", { key });
    cancel(run, run.draft.execution(theirs.execution));
    count(run, key, "nrOfInstances", -1);
    if (items === null) count(run, key, "nrOfActiveInstances", -1);
    // Those who have signed may now be enough.
    const condition = activity.loop?.completion;
    const hasSigned = Number(variables.nrOfCompletedInstances) > 0;
    const isEnough = condition && hasSigned ? await run.holds(condition, run.draft.execution(key)) : false;
    advance(run, key, activity, isEnough);
  });
}

/** Somebody who was added to an activity, and has not signed yet. */
export interface AddedSigner {
  /** Of the activity that several people sign. */
  key: string;
  signer: string;
  /** The user by whom they may be taken off: who has the task by which they were added, or who waits behind those whom they put in front. */
  by: string;
  /** The task by which they were added; null while whoever added them waits. */
  task: string | null;
}

/** Everybody who was added to a process and has not signed yet, with the user who may take them off. */
export function getAddedSigners({
  executions,
  tasks,
}: Pick<InstanceState, "executions" | "tasks">): readonly AddedSigner[] {
  return executions
    .filter(({ kind }) => kind === "multi")
    .flatMap(({ key, items, variables }) => {
      const inside = new Set(executions.filter(({ parent }) => parent === key).map((one) => one.key));
      const open = tasks.filter(({ execution }) => inside.has(execution));
      const awaited: readonly Value[] = [...open.map(({ assignee }) => assignee), ...(items ?? [])];
      return readAdded(variables).flatMap(({ signer, by, user }) => {
        const task = open.find(({ execution }) => execution === by);
        const waiting = awaited.includes(user) ? user : null;
        const remover = task ? task.assignee : waiting;
        return remover !== null && awaited.includes(signer)
          ? [{ key, signer: String(signer), by: String(remover), task: task?.key ?? null }]
          : [];
      });
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
