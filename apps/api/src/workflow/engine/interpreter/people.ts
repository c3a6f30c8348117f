import type { Host } from "../host.ts";
import { type Activity, isActivity, type ProcessModel } from "../model.ts";
import type { Execution, InstanceState, Task, Value, Variables } from "../state.ts";
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
    noteAdded(run, parent.key, { signer, by: run.draft.tasks.get(taskKey)?.execution ?? "" });
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

/**
 * Takes a signer off a task: one who was added by whoever has it now and has not signed yet (see `getAddedSigners`).
 * @param taskKey of who takes them off
 */
export function removeSigner(
  model: ProcessModel,
  state: InstanceState,
  taskKey: string,
  signer: string,
  host: Host,
): Promise<InstanceState> {
  return transition(model, state, host, async (run) => {
    const { token, activity } = taskOf(run, taskKey);
    if (!isIteration(run, token)) throw new WorkflowError("NOT_SIGNED_BY_SEVERAL");
    const key = token.parent ?? "";
    const { items, variables } = run.draft.execution(key);
    if (Number(variables.nrOfInstances) <= 1) throw new WorkflowError("LAST_SIGNER");
    const at = items?.indexOf(signer) ?? -1;
    if (items && at >= 0) {
      count(run, key, "nrOfInstances", -1);
      run.draft.change(key, { items: items.toSpliced(at, 1) });
      return;
    }
    const theirs = [...run.draft.tasks.values()].find(
      ({ assignee, execution }) => assignee === signer && run.draft.execution(execution).parent === key,
    );
    cancel(run, taskOf(run, theirs?.key ?? "").token);
    count(run, key, "nrOfInstances", -1);
    if (items === null) count(run, key, "nrOfActiveInstances", -1);
    // Those who have signed may now be enough.
    const condition = activity.loop?.completion;
    const hasSigned = Number(variables.nrOfCompletedInstances) > 0;
    const isEnough = condition && hasSigned ? await run.holds(condition, run.draft.execution(key)) : false;
    advance(run, key, activity, isEnough);
  });
}

/** A signer, and the execution of the task by which they were added: whoever has that task may take them off again. */
type Added = Readonly<Record<"signer" | "by", Value>>;
const isAdded = (value: Value): value is Added =>
  typeof value === "object" && value !== null && "signer" in value && "by" in value;

/** The variable of a multi-instance activity that remembers who was added to it. */
const added = "addedSigners";
const readAdded = ({ [added]: all = null }: Variables): readonly Added[] =>
  Array.isArray(all) ? all.filter(isAdded) : [];

function noteAdded(run: Run, key: string, one: Added): void {
  const { variables } = run.draft.execution(key);
  run.draft.change(key, { variables: { ...variables, [added]: [...readAdded(variables), one] } });
}

/** Signers whom the holder of a task has added, and who have not signed yet. @returns numbers of the users */
export function getAddedSigners(
  { executions, tasks }: Pick<InstanceState, "executions" | "tasks">,
  taskKey: string,
): string[] {
  const own = tasks.find(({ key }) => key === taskKey)?.execution;
  const parent = executions.find(({ key }) => key === own)?.parent;
  const multi = executions.find(({ key, kind }) => key === parent && kind === "multi");
  if (!multi) return [];
  const inside = new Set(executions.filter((one) => one.parent === multi.key).map(({ key }) => key));
  const open: readonly Value[] = tasks.filter(({ execution }) => inside.has(execution)).map(({ assignee }) => assignee);
  return readAdded(multi.variables)
    .filter(({ signer, by }) => by === own && (open.includes(signer) || multi.items?.includes(signer)))
    .map(({ signer }) => String(signer));
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
