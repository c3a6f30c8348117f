import type { ProcessModel } from "../model.ts";
import type { InstanceState } from "../state.ts";
import { isJoin } from "./joins.ts";

/** A place where an instance stands, and whether another version of the model has it. */
export interface Standing {
  readonly element: string;
  readonly name: string;
  readonly what: "task" | "timer" | "wait" | "execution";
  /** Why it cannot stand there in the other version; null where it can. */
  readonly obstacle: "missing" | "missing flow" | "other type" | "other scope" | "other instances" | null;
}

/** What the move of an instance to another version of its model would meet. */
export interface Migration {
  readonly isPossible: boolean;
  readonly standings: readonly Standing[];
}

/**
 * Previews whether an instance can go on in another version of its model: whether every place where it stands is there, too. It goes on with
 * what it waits for already: a boundary event that only the other version has counts from the next activity on.
 */
export function migrate(from: ProcessModel, to: ProcessModel, state: InstanceState): Migration {
  const rows = [
    ...state.tasks.map(({ element }) => ({ element, what: "task" as const })),
    ...state.timers.map(({ element }) => ({ element, what: "timer" as const })),
    ...state.waits.map(({ element }) => ({ element, what: "wait" as const })),
    ...state.executions
      .filter((execution) => execution.parent !== null)
      .flatMap(({ element, returnTo }) => [element, ...returnTo.map((sender) => sender.element)])
      .map((element) => ({ element, what: "execution" as const })),
  ];
  const joins = state.executions.filter(
    (execution) =>
      execution.kind === "token" && isJoin(from.elements.get(execution.element)) && execution.arrivedBy !== null,
  );
  const stranded = new Set(joins.filter((token) => !to.flows.has(token.arrivedBy ?? "")).map((token) => token.element));
  const seen = new Map(rows.map((row) => [`${row.what} ${row.element}`, row]));
  const standings = [...seen.values()].map(({ element, what }) => ({
    element,
    what,
    name: from.elements.get(element)?.name ?? "",
    // A join would wait for ever for a flow by which nobody comes any more.
    obstacle: stranded.has(element) ? ("missing flow" as const) : obstacleAt(from, to, element),
  }));
  return { isPossible: standings.every((standing) => standing.obstacle === null), standings };
}

function obstacleAt(from: ProcessModel, to: ProcessModel, id: string): Standing["obstacle"] {
  const [old, other] = [from.elements.get(id), to.elements.get(id)];
  if (!other) return "missing";
  if (!old) return null;
  if (old.type !== other.type) return "other type";
  const scope = (model: ProcessModel, place: string) => (place === model.key ? "" : place);
  if (scope(from, old.scope) !== scope(to, other.scope)) return "other scope";
  const loopOf = (element: typeof old) => ("loop" in element ? element.loop?.sequential : undefined);
  return loopOf(old) === loopOf(other) ? null : "other instances";
}
