import type { Ending, Host } from "../host.ts";
import type { ProcessModel } from "../model.ts";
import type { InstanceState, Variables } from "../state.ts";
import { nextOccurrence } from "../timer/timing.ts";
import { WorkflowError } from "../workflow-error.ts";
import { endCall } from "./services.ts";
import type { Run } from "./run.ts";
import { transition } from "./transition.ts";

/** Something from outside for which an instance may wait. */
export interface Delivery {
  readonly kind: "message" | "signal" | "receive";
  /** Name of the message or signal; id of the element for receive tasks. */
  readonly name: string;
  readonly variables: Variables;
  /** The wait that is meant, where several have this name. */
  readonly wait?: string;
}

/** Delivers a message to the one who waits for it, or a signal to all who do. A signal that nobody waits for is no error. */
export function deliver(
  model: ProcessModel,
  state: InstanceState,
  delivery: Delivery,
  host: Host,
): Promise<InstanceState> {
  const { kind, name, variables, wait } = delivery;
  return transition(model, state, host, (run) => {
    const waits = [...run.draft.waits.values()].filter(
      (each) => each.kind === kind && each.name === name && (wait === undefined || each.key === wait),
    );
    const meant = kind === "signal" ? waits : waits.slice(0, 1);
    if (meant.length === 0 && kind !== "signal") throw new WorkflowError("NOT_WAITING", { name });
    for (const each of meant) {
      run.writeAll(each.execution, variables);
      run.next({ kind: "arrived", wait: each.key });
    }
  });
}

/** Lets a timer fire. One that repeats goes on, where what it belongs to does. */
export function fire(model: ProcessModel, state: InstanceState, timerKey: string, host: Host): Promise<InstanceState> {
  return transition(model, state, host, (run) => {
    const timer = run.draft.timers.get(timerKey);
    if (!timer) throw new WorkflowError("NO_TIMER", { key: timerKey });
    repeat(run, timerKey);
    run.next({ kind: "happen", execution: timer.execution, event: timer.element });
  });
}

/** Sets a timer on to its next time, or takes it away. */
function repeat(run: Run, key: string): void {
  const { timers } = run.draft;
  const timer = timers.get(key);
  timers.delete(key);
  if (!timer) return;
  const event = run.element(timer.element);
  const isRepeating = (event.type === "boundaryEvent" || event.type === "startEvent") && !event.interrupting;
  const next = isRepeating ? nextOccurrence(timer, run.host.now) : null;
  if (next) timers.set(key, { ...timer, ...next });
}

/** Tells a call activity that the process which it called has ended, and how. */
export function childEnded(
  model: ProcessModel,
  state: InstanceState,
  childId: string,
  ending: Ending,
  host: Host,
): Promise<InstanceState> {
  return transition(model, state, host, async (run) => {
    const wait = [...run.draft.waits.values()].find((each) => each.kind === "call" && each.name === childId);
    const call = wait && run.element(wait.element);
    if (!wait || call?.type !== "callActivity") throw new WorkflowError("NOT_WAITING", { name: childId });
    run.draft.waits.delete(wait.key);
    await endCall(run, run.draft.execution(wait.execution), call, ending);
  });
}
