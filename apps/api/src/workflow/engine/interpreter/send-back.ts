import type { Host } from "../host.ts";
import type { ProcessModel } from "../model.ts";
import type { Execution, InstanceState, Task } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { cancel } from "./cancel.ts";
import { end } from "./history.ts";
import { placeOf } from "./joins.ts";
import { clear, isByEvent, planRedo, type Redo } from "./redo.ts";
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
 * there again: a task in another branch goes on when the target lies within the own branch, and ends when it lies before the fork. Branches that
 * were joined since stay done. Where the process comes straight back, and from a task of another branch it always does, all else goes on.
 * A task that several people sign goes back as a whole.
 */
export function sendBack(
  model: ProcessModel,
  state: InstanceState,
  taskKey: string,
  target: string,
  host: Host,
  { comeBack = false, assignee }: Return = {},
): Promise<InstanceState> {
  return transition(model, state, host, (run) => {
    const task = run.draft.tasks.get(taskKey);
    if (!task) throw new WorkflowError("NO_TASK", { key: taskKey });
    const way = findWay(model, state, task, target);
    if (!way || (comeBack && way.isOneWay))
      throw new WorkflowError("NO_RETURN", { element: model.elements.get(target)?.name || target });
    const { scope, branch, redo } = way;
    end(run, run.draft.execution(task.execution), "returned");
    cancel(run, branch);
    const isStraight = comeBack || !redo;
    if (!isStraight) clear(run, scope, redo);
    const sender = { element: branch.element, assignee: branch.key === task.execution ? task.assignee : null };
    const returned = run.draft.spawn(scope.key, target);
    run.draft.change(returned.key, { returnTo: isStraight ? [...branch.returnTo, sender] : [] });
    run.next({ kind: "enter", execution: returned.key, assignee: assignee ?? null });
  });
}

/** User tasks to which a task can be sent back, those done last first. */
export function returnsOf(model: ProcessModel, state: InstanceState, taskKey: string): string[] {
  const task = state.tasks.find((each) => each.key === taskKey);
  const done = state.activities.filter(({ type, outcome }) => type === "userTask" && outcome === "completed");
  const elements = new Set(done.map(({ element }) => element).toReversed());
  return task ? [...elements].filter((element) => findWay(model, state, task, element) !== null) : [];
}

/** How a task goes back to an earlier one. */
interface Way {
  /** The scope in which the earlier task stands. */
  readonly scope: Execution;
  /** What stands for the task in this scope. */
  readonly branch: Execution;
  /** What is done again; null where it can only come straight back. */
  readonly redo: Redo | null;
  /** Whether it cannot come straight back. */
  readonly isOneWay: boolean;
}

/** @returns null where the task cannot go back there: it is no user task, was not done, or stands elsewhere */
function findWay(model: ProcessModel, state: InstanceState, task: Task, target: string): Way | null {
  const element = model.elements.get(target);
  const isDone = state.activities.some((each) => each.element === target && each.outcome === "completed");
  if (element?.type !== "userTask" || !isDone || task.element === target) return null;
  const executions = new Map(state.executions.map((execution) => [execution.key, execution]));
  for (let at = executions.get(task.execution); at?.parent;) {
    const scope = executions.get(at.parent);
    if (scope?.kind === "scope" && scope.element === element.scope) {
      const redo = planRedo(model, state, scope, target, placeOf(at));
      const isOneWay = isByEvent(model.elements.get(at.element));
      return redo || !isOneWay ? { scope, branch: at, redo, isOneWay } : null;
    }
    at = scope;
  }
  return null;
}
