import { type Element, type Gateway, nextOf, type ProcessModel } from "../model.ts";
import type { Activity, Execution, InstanceState } from "../state.ts";
import { cancel } from "./cancel.ts";
import { isJoin, placeOf, targetsOf } from "./joins.ts";
import type { Run } from "./run.ts";

/** What is done again in a scope when a process goes back to an earlier step. */
export interface Redo {
  /** Elements to which that step leads: what stands there is cancelled, since it comes again. */
  readonly again: ReadonlySet<string>;
  /** Where branches that are done wait for those that are done again. */
  readonly kept: readonly { readonly join: string; readonly arrivedBy: string }[];
}

/** What is asked of an instance. */
type Standing = Pick<InstanceState, "executions" | "activities">;

/**
 * Works out what is done again from a step on. A join at which something waits, or for which something is still on its way, has let nothing through,
 * and goes on waiting. One that was passed is passed again, with the branches beside the step as they were.
 * @param from the element that sends the process back
 * @returns null where nobody would ask for that element again, as from a step of another branch, or where it cannot be told which branches are done
 */
export function planRedo(
  model: ProcessModel,
  standing: Standing,
  scope: Execution,
  target: string,
  from: string,
): Redo | null {
  const again = new Set<string>();
  const kept: { join: string; arrivedBy: string }[] = [];
  let isLeading = isByEvent(model.elements.get(from));
  const open = [target];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const element = model.elements.get(id);
    if (id === from) isLeading = true;
    if (!element || id === from || again.has(id)) continue;
    if (isJoin(element)) {
      if (isAwaited(model, standing, scope, element)) continue;
      const others = othersOf(model, target, element);
      if (others.length > 0 && !wasPassed(standing, scope, target, from, id)) return null;
      kept.push(...others.map((arrivedBy) => ({ join: element.id, arrivedBy })));
    }
    again.add(id);
    open.push(...nextOf(model, element));
  }
  return isLeading ? { again, kept } : null;
}

/** Flows of a parallel join by which nothing comes from a step within one of its branches. */
function othersOf(model: ProcessModel, step: string, join: Gateway): string[] {
  if (join.type !== "parallelGateway") return [];
  const own = flowsFrom(model, step, join);
  return join.incoming.filter((flow) => !own.includes(flow));
}

/** Cancels what is done again, and lets the other branches wait for it. */
export function clear(run: Run, scope: Execution, { again, kept }: Redo): void {
  for (const other of run.draft.children(scope.key)) {
    // A token that waits at a join came from its own branch.
    const isWaiting = other.kind === "token" && isJoin(run.model.elements.get(other.element));
    const place = isWaiting && other.arrivedBy ? run.flow(other.arrivedBy).source : placeOf(other);
    if (again.has(place)) cancel(run, other);
  }
  for (const { join, arrivedBy } of kept) run.draft.change(run.draft.spawn(scope.key, join).key, { arrivedBy });
}

/** Whether an element is a sub-process beside the flows, to which nothing leads and nothing comes back. */
export const isByEvent = (element: Element | undefined): boolean => element?.type === "subProcess" && element.byEvent;

/** Flows of a join to which an element leads without passing it. */
function flowsFrom(model: ProcessModel, source: string, join: Gateway): string[] {
  const targets = targetsOf(model, source, join.id);
  return join.incoming.filter((flow) => targets.has(model.flows.get(flow)?.source ?? ""));
}

/** Whether something waits at a join, or stands in one of the branches that it joins. */
function isAwaited(model: ProcessModel, { executions }: Standing, scope: Execution, join: Gateway): boolean {
  const isWithin = (place: string) => {
    const count = flowsFrom(model, place, join).length;
    return place === join.id || (count > 0 && count < join.incoming.length);
  };
  return executions.some((one) => one.parent === scope.key && isWithin(placeOf(one)));
}

/**
 * Whether a join was passed since a step was done, and nothing was sent back since then by others. The history of a scope that was entered
 * several times tells nothing of one of these times.
 */
function wasPassed({ activities }: Standing, scope: Execution, target: string, from: string, join: string): boolean {
  if (scope.parent !== null && activities.filter(({ element }) => element === scope.element).length > 1) return false;
  const last = (fits: (activity: Activity) => boolean) => activities.findLastIndex(fits);
  const passed = last(({ element, outcome }) => element === join && outcome === "completed");
  const done = last(({ element, outcome }) => element === target && outcome === "completed");
  const returned = last(({ element, outcome }) => element !== from && outcome === "returned");
  return passed > done && passed > returned;
}
