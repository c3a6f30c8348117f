import type { Timing } from "../timer/timing.ts";
import { schedule } from "../timer/timing.ts";
import type { Trigger } from "../model.ts";
import type { Execution, Wait } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { toText } from "@jipei/contract/workflow/expression/values.ts";
import type { Run } from "./run.ts";

/** Lets an execution wait for an event: its own, a boundary event, or the start of an event sub-process. */
export async function subscribe(run: Run, execution: Execution, event: string, trigger: Trigger): Promise<void> {
  switch (trigger.kind) {
    case "timer":
      return beginTimer(run, execution, event, trigger.timing);
    case "message":
    case "signal":
      return wait(run, execution, event, trigger.kind, await run.text(trigger.name, execution));
    // Errors are looked for when they happen.
    case "error":
    case "none":
    case "terminate":
  }
}

/** Waits for something with a name. */
export function wait(run: Run, execution: Execution, element: string, kind: Wait["kind"], name: string): void {
  const key = run.draft.key("w");
  run.draft.waits.set(key, { key, execution: execution.key, element, kind, name });
}

async function beginTimer(run: Run, execution: Execution, element: string, { kind, text }: Timing): Promise<void> {
  const said = toText(await run.value(text, execution));
  const begun = schedule(kind, said, run.host.now);
  if (!begun) throw new WorkflowError("TIMER", { element, text: said });
  const key = run.draft.key("d");
  run.draft.timers.set(key, { key, execution: execution.key, element, ...begun });
}

/** Begins to wait for the boundary events of an activity. */
export async function subscribeBoundary(run: Run, execution: Execution, boundary: readonly string[]): Promise<void> {
  for (const id of boundary) {
    const event = run.element(id);
    if (event.type === "boundaryEvent") await subscribe(run, execution, id, event.trigger);
  }
}

/** Begins to wait for what starts the event sub-processes of a scope. */
export async function subscribeEventSubProcesses(run: Run, scope: Execution): Promise<void> {
  for (const id of run.model.scopes.get(scope.element)?.eventSubProcesses ?? [])
    for (const start of run.model.scopes.get(id)?.starts ?? []) {
      const event = run.element(start);
      if (event.type === "startEvent") await subscribe(run, scope, start, event.trigger);
    }
}
