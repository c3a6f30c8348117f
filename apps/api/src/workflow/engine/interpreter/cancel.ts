import type { Activity, Execution, Wait } from "../state.ts";
import { end } from "./history.ts";
import type { Run } from "./run.ts";
import { bringsDecision } from "./services.ts";

type Outcome = NonNullable<Activity["outcome"]>;

/** Takes an execution away with all that stands in it. */
export function cancel(run: Run, execution: Execution, outcome: Outcome = "cancelled"): void {
  cancelInside(run, execution, outcome);
  silence(run, execution.key);
  end(run, execution, outcome);
  run.draft.executions.delete(execution.key);
}

/** Takes away what stands in a scope. */
export function cancelInside(run: Run, execution: Execution, outcome: Outcome = "cancelled"): void {
  for (const child of run.draft.children(execution.key)) cancel(run, child, outcome);
}

/** Ends all for which an execution waits: its task, timers, messages, the process that it called. */
export function silence(run: Run, execution: string): void {
  const { tasks, timers, waits } = run.draft;
  for (const task of tasks.values()) if (task.execution === execution) tasks.delete(task.key);
  for (const timer of timers.values()) if (timer.execution === execution) timers.delete(timer.key);
  for (const wait of waits.values())
    if (wait.execution === execution) {
      waits.delete(wait.key);
      if (wait.kind === "call") run.cancelled.push(wait.name);
    }
}

/** Ends what an event interrupts, and the decision that was waited for there with it: that of a task, or of a process that was called for it. */
export function interrupt(run: Run, work: () => void): void {
  const awaited = () =>
    run.draft.tasks.size + [...run.draft.waits.values()].filter((wait) => isForDecision(run, wait)).length;
  const before = awaited();
  work();
  if (awaited() < before) run.leaveUndecided();
}

/** Whether a wait is for a process that brings a decision. */
function isForDecision(run: Run, { kind, element }: Wait): boolean {
  const call = kind === "call" ? run.element(element) : undefined;
  return call?.type === "callActivity" && bringsDecision(call);
}

/** Ends the instance: nothing stands in it any longer. */
export function endInstance(run: Run, status: "finished" | "terminated", error: string | null = null): void {
  for (const execution of run.draft.executions.values())
    if (execution.parent === null) cancel(run, execution, error === null ? "cancelled" : "error");
  run.agenda.length = 0;
  run.draft.status = status;
  run.draft.error = error;
}
