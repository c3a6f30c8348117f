import type { Host } from "../host.ts";
import type { ProcessModel } from "../model.ts";
import type { Execution, InstanceState } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { cancel } from "./cancel.ts";
import { end } from "./history.ts";
import { targetsOf } from "./joins.ts";
import type { Run } from "./run.ts";
import { transition } from "./transition.ts";

/** How a task is sent back. */
export interface Return {
  /** Whether the process comes straight back to who sent it back, once the task is done again. */
  readonly comeBack?: boolean;
  /** Who gets the task: the one who did it before, say. Otherwise the model chooses anew. */
  readonly assignee?: string;
}

/**
 * Sends a task back to an earlier user task, in its scope or in one around it. What stands beside it is cancelled as far as the target leads
 * there again: a task in another branch goes on when the target lies within the own branch, and ends when it lies before the fork.
 * A task that several people sign goes back as a whole.
 */
export function sendBack(
  model: ProcessModel,
  state: InstanceState,
  taskKey: string,
  targetElement: string,
  host: Host,
  { comeBack = false, assignee }: Return = {},
): Promise<InstanceState> {
  return transition(model, state, host, (run) => {
    const task = run.draft.tasks.get(taskKey);
    if (!task) throw new WorkflowError("NO_TASK", { key: taskKey });
    const target = model.elements.get(targetElement);
    const token = run.draft.execution(task.execution);
    const branch = branchIn(run, token, target?.scope ?? "");
    if (target?.type !== "userTask" || !branch?.parent || !canReturn(state, token, targetElement))
      throw new WorkflowError("NO_RETURN", { element: target?.name || targetElement });
    end(run, token, "returned");
    const { element, parent } = branch;
    cancelBeside(run, branch, targetElement);
    cancel(run, branch, "cancelled");
    const returned = run.draft.spawn(parent, targetElement);
    if (comeBack) run.draft.change(returned.key, { returnTo: element });
    run.next({ kind: "enter", execution: returned.key, assignee: assignee ?? null });
  });
}

/** User tasks to which a task can be sent back, those done last first. */
export function returnsOf(model: ProcessModel, state: InstanceState, taskKey: string): string[] {
  const task = state.tasks.find((each) => each.key === taskKey);
  const executions = new Map(state.executions.map((execution) => [execution.key, execution]));
  const scopes = new Set<string>();
  for (let at = executions.get(task?.execution ?? ""); at; at = executions.get(at.parent ?? ""))
    if (at.kind === "scope") scopes.add(at.element);
  const done = state.activities.filter(
    (activity) =>
      activity.type === "userTask" &&
      activity.outcome === "completed" &&
      activity.element !== task?.element &&
      scopes.has(model.elements.get(activity.element)?.scope ?? ""),
  );
  return [...new Set(done.map((activity) => activity.element).toReversed())];
}

/** Whether a task was done before; the own one does not count. */
const canReturn = (state: InstanceState, { element }: Execution, target: string): boolean =>
  element !== target &&
  state.activities.some((activity) => activity.element === target && activity.outcome === "completed");

/** The execution that stands for a token in a scope around it; undefined where there is none. */
function branchIn(run: Run, token: Execution, scope: string): Execution | undefined {
  for (let at: Execution | undefined = token; at?.parent;) {
    const parent: Execution = run.draft.execution(at.parent);
    if (parent.kind === "scope" && parent.element === scope) return at;
    at = parent;
  }
  return undefined;
}

/** Cancels what the target leads to again without passing the task that goes back. */
function cancelBeside(run: Run, branch: Execution, target: string): void {
  const again = targetsOf(run.model, target, branch.element);
  for (const other of run.draft.children(branch.parent ?? "")) {
    if (other.key === branch.key) continue;
    // A token that waits at a join came from its own branch.
    const isWaiting = other.kind === "token" && /^(parallel|inclusive)Gateway$/.test(run.element(other.element).type);
    const place = isWaiting && other.arrivedBy ? run.flow(other.arrivedBy).source : other.element;
    if (again.has(place)) cancel(run, other);
  }
}
