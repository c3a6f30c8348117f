import { type Element, type Gateway, nextOf, type ProcessModel } from "../model.ts";
import type { Execution } from "../state.ts";
import { pass } from "./history.ts";
import type { Run } from "./run.ts";

/** Whether tokens wait for each other at an element. */
export const isJoin = (element: Element | undefined): element is Gateway =>
  (element?.type === "parallelGateway" || element?.type === "inclusiveGateway") && element.incoming.length > 1;

/** The element from which an execution goes on: what was sent back and is to come straight back goes on from where it was sent. */
export const placeOf = ({ element, returnTo }: Execution): string => returnTo[0]?.element ?? element;

/** A parallel join: a token of each incoming flow goes on as one. */
export function joinParallel(run: Run, token: Execution, gateway: Gateway): void {
  const arrived = new Map<string, Execution>();
  for (const each of waitingAt(run, token.parent, gateway.id))
    if (each.arrivedBy !== null && !arrived.has(each.arrivedBy)) arrived.set(each.arrivedBy, each);
  if (gateway.incoming.every((flow) => arrived.has(flow))) merge(run, [...arrived.values()]);
}

/**
 * Inclusive joins, asked when nothing else is left to do: one whose tokens wait for nobody goes on. Somebody to wait for is a token in the
 * same scope that can still come to the gateway. Where tokens wait for each other at several joins (a loop), the first one goes on.
 * @returns whether one did
 */
export function joinInclusive(run: Run): boolean {
  const groups = new Map<string, Execution[]>();
  for (const token of run.draft.executions.values())
    if (token.kind === "token" && run.model.elements.get(token.element)?.type === "inclusiveGateway") {
      const place = `${token.parent} ${token.element}`;
      groups.set(place, [...(groups.get(place) ?? []), token]);
    }
  for (const group of groups.values()) if (!isAwaiting(run, group)) return merge(run, group);
  for (const group of groups.values()) if (isStuck(run, group)) return merge(run, group);
  return false;
}

/** Whether another token can still come to where these wait. */
function isAwaiting(run: Run, [first]: readonly Execution[]): boolean {
  if (!first || first.parent === null) return false;
  const sources = sourcesOf(run.model, first.element);
  return run.draft
    .children(first.parent)
    .some((other) => other.element !== first.element && sources.has(placeOf(other)));
}

/** Whether all beside these wait at joins, too. */
function isStuck(run: Run, [first]: readonly Execution[]): boolean {
  if (!first || first.parent === null) return false;
  return run.draft.children(first.parent).every((other) => {
    return other.kind === "token" && isJoin(run.model.elements.get(other.element));
  });
}

/** Elements from which flows and boundary events lead to one. */
function sourcesOf(model: ProcessModel, target: string): ReadonlySet<string> {
  const sources = new Set<string>();
  const open = [target];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const element = model.elements.get(id);
    if (!element) continue;
    const before = element.incoming.flatMap((flow) => model.flows.get(flow)?.source ?? []);
    if (element.type === "boundaryEvent") before.push(element.attachedTo);
    for (const each of before)
      if (!sources.has(each)) {
        sources.add(each);
        open.push(each);
      }
  }
  return sources;
}

/** Elements to which flows and boundary events lead from one, without passing another. */
export function targetsOf(model: ProcessModel, source: string, without: string): ReadonlySet<string> {
  const targets = new Set<string>();
  const open = [source];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const element = model.elements.get(id);
    if (!element || targets.has(id) || id === without) continue;
    targets.add(id);
    open.push(...nextOf(model, element));
  }
  return targets;
}

const waitingAt = (run: Run, parent: string | null, element: string): Execution[] =>
  [...run.draft.executions.values()].filter((each) => each.parent === parent && each.element === element);

/** Goes on with one of several tokens. */
function merge(run: Run, [first, ...others]: readonly Execution[]): boolean {
  if (!first) return false;
  for (const token of others) run.draft.executions.delete(token.key);
  pass(run, first);
  run.next({ kind: "leave", execution: first.key });
  return true;
}
