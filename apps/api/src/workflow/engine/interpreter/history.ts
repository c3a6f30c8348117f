import type { Activity, Execution } from "../state.ts";
import type { Run } from "./run.ts";

/** Writes down that a token came to an element. */
export function begin(run: Run, execution: Execution, task: string | null = null): void {
  const { id, name, type } = run.element(execution.element);
  const key = run.draft.key("a");
  const activity: Activity = {
    key,
    execution: execution.key,
    element: id,
    name,
    type,
    task,
    start: run.host.now,
    end: null,
    outcome: null,
  };
  run.draft.activities.set(key, activity);
}

/** Writes down that it left the element where it stands. */
export function end(run: Run, execution: Execution, outcome: NonNullable<Activity["outcome"]> = "completed"): void {
  for (const activity of run.draft.activities.values())
    if (activity.execution === execution.key && activity.element === execution.element && activity.end === null)
      run.draft.activities.set(activity.key, { ...activity, end: run.host.now, outcome });
}

/** Writes down an element that took no time. */
export function pass(run: Run, execution: Execution): void {
  begin(run, execution);
  end(run, execution);
}
