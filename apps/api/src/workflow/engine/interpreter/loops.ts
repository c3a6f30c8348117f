import { isList, toText } from "@jipei/contract/workflow/expression/values.ts";
import type { Activity, Loop } from "../model.ts";
import type { Execution, Value } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { isInFront } from "./added.ts";
import { cancelInside, silence } from "./cancel.ts";
import { end } from "./history.ts";
import type { Run } from "./run.ts";
import { subscribeBoundary } from "./subscribe.ts";

/** More people than that sign nothing; and one transition could not enter them all. */
const most = 500;

/** Whether an execution is one instance of a multi-instance activity. */
export function isIteration(run: Run, execution: Execution): boolean {
  const parent = execution.parent === null ? undefined : run.draft.executions.get(execution.parent);
  return parent?.kind === "multi" && parent.element === execution.element;
}

/** Makes a token the body of a multi-instance activity, and begins its instances. Boundary events belong to the body. */
export async function beginLoop(run: Run, token: Execution, activity: Activity, loop: Loop): Promise<void> {
  const items = await readItems(run, token, activity, loop);
  if (items.length === 0) {
    run.next({ kind: "leave", execution: token.key });
    return;
  }
  const multi = run.draft.change(token.key, {
    kind: "multi",
    items: loop.sequential ? items.slice(1) : null,
    variables: {
      nrOfInstances: items.length,
      nrOfActiveInstances: loop.sequential ? 1 : items.length,
      nrOfCompletedInstances: 0,
      nrOfPassedInstances: 0,
    },
  });
  await subscribeBoundary(run, multi, activity.boundary);
  for (const [index, item] of (loop.sequential ? items.slice(0, 1) : items).entries())
    beginIteration(run, multi, activity, item, index);
}

/** Items of the collection. Those that no variable shows count alone. */
async function readItems(run: Run, token: Execution, activity: Activity, loop: Loop): Promise<readonly Value[]> {
  const element = activity.name || activity.id;
  let items: readonly Value[];
  if (loop.collection) {
    const value = await run.value(loop.collection, token);
    if (!isList(value)) throw new WorkflowError("NOT_A_LIST", { element });
    items = loop.variable ? value : value.map(() => null);
  } else {
    const count = loop.cardinality ? Number(toText(await run.value(loop.cardinality, token)) || Number.NaN) : 0;
    if (!Number.isInteger(count) || count < 0) throw new WorkflowError("NOT_A_LIST", { element });
    if (count > most) throw new WorkflowError("TOO_MANY_INSTANCES", { element, limit: most });
    items = Array.from({ length: count }, () => null);
  }
  if (items.length > most) throw new WorkflowError("TOO_MANY_INSTANCES", { element, limit: most });
  return items;
}

/** Tells, within one instance, that whoever signs it only advises who put them in front. */
const advises = "advises";

/** Begins one instance. Where no variable of the model names its item, it is the person who was added. */
export function beginIteration(run: Run, multi: Execution, activity: Activity, item: Value, index: number): void {
  const variable = activity.loop?.variable;
  const own: Record<string, Value> = { loopCounter: index };
  if (activity.loop?.index) own[activity.loop.index] = index;
  if (variable) own[variable] = item;
  if (!activity.loop && isInFront(multi, item)) own[advises] = true;
  const iteration = run.draft.spawn(multi.key, multi.element, own);
  const assignee = !variable && typeof item === "string" ? item : null;
  run.next({ kind: "enter", execution: iteration.key, assignee });
}

/**
 * Ends one instance, and goes on: with the next one, or from the activity when enough are done. Where the model asks one person, a refusal is enough:
 * whoever was added after them does not agree in their place.
 */
export async function completeIteration(run: Run, iteration: Execution, activity: Activity): Promise<void> {
  const key = iteration.parent ?? "";
  count(run, key, "nrOfCompletedInstances", 1);
  // Whether so many have agreed cannot be told from the last answer alone.
  const pass = run.draft.read(iteration.key, "pass");
  if (pass === true) count(run, key, "nrOfPassedInstances", 1);
  if (run.draft.execution(key).items === null) count(run, key, "nrOfActiveInstances", -1);
  const isRefused = activity.loop === null && pass === false && iteration.variables[advises] !== true;
  const condition = activity.loop?.completion;
  const isEnough = condition ? await run.holds(condition, iteration) : isRefused;
  end(run, iteration);
  silence(run, iteration.key);
  run.draft.executions.delete(iteration.key);
  advance(run, key, activity, isEnough);
}

/** Begins what comes next in a multi-instance activity, or completes it. */
export function advance(run: Run, key: string, activity: Activity, isEnough: boolean): void {
  const multi = run.draft.execution(key);
  const [item, ...rest] = multi.items ?? [];
  if (!isEnough && item !== undefined) {
    const changed = run.draft.change(key, { items: rest });
    const begun = Number(multi.variables.nrOfInstances) - rest.length - 1;
    beginIteration(run, changed, activity, item, begun);
  } else if (isEnough || run.draft.children(key).length === 0) {
    cancelInside(run, multi);
    silence(run, key);
    run.draft.change(key, { kind: "token", variables: {}, items: null });
    run.next({ kind: "leave", execution: key });
  }
}

/** Adds to one of the counters of a multi-instance activity. */
export function count(run: Run, key: string, counter: string, change: number): void {
  const { variables } = run.draft.execution(key);
  run.draft.change(key, { variables: { ...variables, [counter]: Number(variables[counter] ?? 0) + change } });
}
