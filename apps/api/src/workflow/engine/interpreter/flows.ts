import type { Element, Flow } from "../model.ts";
import type { Execution } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import type { Run } from "./run.ts";

/** Sends a token on from its element: along its flows, or back to who wants it again. */
export async function leave(run: Run, token: Execution): Promise<void> {
  const { draft } = run;
  const sender = token.returnTo.at(-1);
  if (sender) {
    draft.change(token.key, { element: sender.element, returnTo: token.returnTo.slice(0, -1), arrivedBy: null });
    run.next({ kind: "enter", execution: token.key, assignee: sender.assignee });
    return;
  }
  const element = run.element(token.element);
  const [first, ...others] = await choose(run, token, element);
  if (!first) {
    // An element without flows ends its path.
    if (element.outgoing.length > 0) throw new WorkflowError("NO_FLOW", { element: element.name || element.id });
    endToken(run, token);
    return;
  }
  take(run, token, first);
  for (const flow of others) take(run, draft.spawn(token.parent, token.element), flow);
}

/** Takes a token away, and has its scope looked at. */
export function endToken(run: Run, token: Execution): void {
  run.draft.executions.delete(token.key);
  if (token.parent !== null) run.next({ kind: "ended", scope: token.parent });
}

function take(run: Run, token: Execution, flow: Flow): void {
  run.draft.change(token.key, { element: flow.target, arrivedBy: flow.id });
  run.next({ kind: "enter", execution: token.key });
}

/** The flows to take. */
async function choose(run: Run, token: Execution, element: Element): Promise<Flow[]> {
  const flows = element.outgoing.map((id) => run.flow(id));
  if (element.type === "parallelGateway") return flows;
  const chosen: Flow[] = [];
  for (const flow of flows) {
    // The default flow needs no condition: it is taken when no other one is.
    if (flow.id === element.defaultFlow || !(flow.condition === null || (await run.holds(flow.condition, token))))
      continue;
    chosen.push(flow);
    if (element.type === "exclusiveGateway") break;
  }
  if (chosen.length > 0 || element.defaultFlow === null) return chosen;
  return flows.filter((flow) => flow.id === element.defaultFlow);
}
