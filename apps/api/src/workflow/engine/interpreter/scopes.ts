import { isActivity } from "../model.ts";
import type { Execution } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { endInstance, silence } from "./cancel.ts";
import { endToken, leave } from "./flows.ts";
import { begin, end } from "./history.ts";
import { completeIteration, isIteration } from "./loops.ts";
import type { Run } from "./run.ts";
import { subscribeEventSubProcesses } from "./subscribe.ts";

/** Makes a token at a sub-process the scope around it, with a token at its start. */
export async function openScope(run: Run, token: Execution, start?: string): Promise<void> {
  const model = run.model.scopes.get(token.element);
  const first = start ?? model?.starts.find((id) => isUntriggered(run, id));
  if (!model || !first) throw new WorkflowError("NO_START");
  const variables = { ...token.variables, ...Object.fromEntries(model.data) };
  const scope = run.draft.change(token.key, { kind: "scope", variables });
  begin(run, scope);
  await subscribeEventSubProcesses(run, scope);
  run.next({ kind: "enter", execution: run.draft.spawn(scope.key, first).key });
}

/** Whether a start event needs nothing to happen. */
export function isUntriggered(run: Run, id: string): boolean {
  const element = run.element(id);
  return element.type === "startEvent" && element.trigger.kind === "none";
}

/** Ends a scope in which nothing stands any longer. */
export function closeScope(run: Run, scope: Execution): void {
  if (run.draft.children(scope.key).length > 0) return;
  if (scope.parent === null) return endInstance(run, "finished");
  const element = run.element(scope.element);
  if (element.type === "subProcess" && element.byEvent) {
    end(run, scope);
    silence(run, scope.key);
    endToken(run, scope);
  } else run.next({ kind: "complete", execution: scope.key });
}

/** Ends an activity whose work is done, and goes on. */
export async function complete(run: Run, execution: Execution): Promise<void> {
  const element = run.element(execution.element);
  if (isActivity(element) && isIteration(run, execution)) return completeIteration(run, execution, element);
  end(run, execution);
  silence(run, execution.key);
  await leave(run, run.draft.change(execution.key, { kind: "token", variables: {} }));
}
