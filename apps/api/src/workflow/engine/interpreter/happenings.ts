import { isActivity } from "../model.ts";
import type { Execution } from "../state.ts";
import { cancel, cancelInside, endInstance, interrupt, silence } from "./cancel.ts";
import { end, pass } from "./history.ts";
import { isIteration } from "./loops.ts";
import { placeOf } from "./joins.ts";
import { clear, planRedo } from "./redo.ts";
import type { Run } from "./run.ts";
import { openScope } from "./scopes.ts";

/** What an event does where it was waited for. */
export async function happen(run: Run, execution: Execution, id: string): Promise<void> {
  const event = run.element(id);
  switch (event.type) {
    case "startEvent":
      return startEventSubProcess(run, execution, event.scope, id, event.interrupting);
    case "boundaryEvent": {
      if (event.interrupting) interrupt(run, () => cancel(run, execution));
      const returnTo = event.interrupting ? turnAside(run, execution) : [];
      const token = run.draft.change(run.draft.spawn(execution.parent, id).key, { returnTo });
      pass(run, token);
      return run.next({ kind: "leave", execution: token.key });
    }
    case "intermediateCatchEvent": {
      silence(run, execution.key);
      end(run, execution);
      // After an event-based gateway it goes on from the event that came first.
      if (execution.element !== id) pass(run, run.draft.change(execution.key, { element: id }));
      return run.next({ kind: "leave", execution: execution.key });
    }
    default:
      return run.next({ kind: "complete", execution: execution.key });
  }
}

/**
 * Where a token goes that a boundary event leads away from a step that was to come straight back. What that event leads to is done again as after
 * a return without coming back; from a step of another branch it comes back all the same.
 */
function turnAside(run: Run, execution: Execution): Execution["returnTo"] {
  const { parent, element, returnTo } = execution;
  if (parent === null || returnTo.length === 0) return [];
  const scope = run.draft.execution(parent);
  const redo = planRedo(run.model, run.draft.state(), scope, element, placeOf(execution));
  if (redo) clear(run, scope, redo);
  return redo ? [] : returnTo;
}

async function startEventSubProcess(
  run: Run,
  scope: Execution,
  subProcess: string,
  start: string,
  isInterrupting: boolean,
): Promise<void> {
  if (isInterrupting) {
    interrupt(run, () => cancelInside(run, scope));
    stopListening(run, scope);
  }
  await openScope(run, run.draft.spawn(scope.key, subProcess), start);
}

/** Ends waiting for the starts of event sub-processes; boundary events of the scope go on. */
function stopListening(run: Run, scope: Execution): void {
  for (const rows of [run.draft.timers, run.draft.waits])
    for (const row of rows.values())
      if (row.execution === scope.key && run.element(row.element).type === "startEvent") rows.delete(row.key);
}

/** Hands an error to who catches it: event sub-processes and boundary events, from the inside out. Uncaught, it ends the process. */
export async function raise(run: Run, execution: Execution, code: string): Promise<void> {
  end(run, execution, "error");
  let from = "";
  for (let at: Execution | undefined = execution; at;) {
    const event = catcherAt(run, at, from, code);
    if (event) return happen(run, at, event);
    from = at.element;
    at = at.parent === null ? undefined : run.draft.executions.get(at.parent);
  }
  endInstance(run, "finished", code);
}

/** The event at an execution that catches an error; one that names the code goes before one that takes all. */
function catcherAt(run: Run, at: Execution, from: string, code: string): string | undefined {
  const candidates: string[] = [];
  // An event sub-process does not catch what happens within itself.
  if (at.kind === "scope")
    for (const id of run.model.scopes.get(at.element)?.eventSubProcesses ?? [])
      if (id !== from) candidates.push(...(run.model.scopes.get(id)?.starts ?? []));
  const named = candidates.find((id) => codeOf(run, id) === code) ?? candidates.find((id) => codeOf(run, id) === null);
  if (named) return named;
  const element = run.model.elements.get(at.element);
  if (!element || !isActivity(element) || isIteration(run, at)) return undefined;
  return (
    element.boundary.find((id) => codeOf(run, id) === code) ?? element.boundary.find((id) => codeOf(run, id) === null)
  );
}

/** The code of an error event, null where it takes every error; undefined for other events. */
function codeOf(run: Run, id: string): string | null | undefined {
  const event = run.element(id);
  if ((event.type !== "startEvent" && event.type !== "boundaryEvent") || event.trigger.kind !== "error")
    return undefined;
  return event.trigger.code;
}
