import type { Host } from "../host.ts";
import { isFree } from "@jipei/contract/workflow/expression/names.ts";
import type { ProcessModel } from "../model.ts";
import type { InstanceState, Variables } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { isUntriggered } from "./scopes.ts";
import { subscribeEventSubProcesses } from "./subscribe.ts";
import { transition } from "./transition.ts";

/** How an instance begins. */
export interface Beginning {
  /** Number of the user who starts it; null for timers, messages and other processes. */
  readonly starter: string | null;
  readonly variables: Variables;
  /** The start event; that without a trigger where none is named. */
  readonly startElement?: string;
}

/** An instance in which nothing has begun. */
export const empty: InstanceState = {
  status: "running",
  starter: null,
  error: null,
  next: 1,
  variables: {},
  executions: [],
  tasks: [],
  timers: [],
  waits: [],
  activities: [],
};

/** Starts a process. @returns its state when every token waits or has ended */
export function start(
  model: ProcessModel,
  { starter, variables, startElement }: Beginning,
  host: Host,
): Promise<InstanceState> {
  return transition(model, { ...empty, starter }, host, async (run) => {
    const scope = model.scopes.get(model.key);
    const first = scope?.starts.find((id) => (startElement ? id === startElement : isUntriggered(run, id)));
    if (!scope || !first) throw new WorkflowError("NO_START");
    run.draft.variables = Object.fromEntries(scope.data);
    const event = run.element(first);
    if (event.type === "startEvent" && event.initiator && isFree(event.initiator))
      run.draft.write(null, event.initiator, starter);
    run.writeAll(null, variables, { decides: false });
    const root = run.draft.spawn(null, model.key);
    await subscribeEventSubProcesses(run, run.draft.change(root.key, { kind: "scope" }));
    run.next({ kind: "enter", execution: run.draft.spawn(root.key, first).key });
  });
}
