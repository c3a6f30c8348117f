import type { Host } from "../host.ts";
import type { ProcessModel } from "../model.ts";
import type { InstanceState, Variables } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { transition } from "./transition.ts";

/**
 * Completes a task. Its variables become those of the process, unless a scope around the task has one of the name.
 * @param decides whether its `pass` is a decision: whoever started the process may give it up, and not agree to it
 */
export function complete(
  model: ProcessModel,
  state: InstanceState,
  taskKey: string,
  variables: Variables,
  host: Host,
  { decides = true }: { readonly decides?: boolean } = {},
): Promise<InstanceState> {
  return transition(model, state, host, (run) => {
    const task = run.draft.tasks.get(taskKey);
    if (!task) throw new WorkflowError("NO_TASK", { key: taskKey });
    run.writeAll(task.execution, variables, { decides: decides || variables.pass === false });
    run.draft.tasks.delete(taskKey);
    run.next({ kind: "complete", execution: task.execution });
  });
}
