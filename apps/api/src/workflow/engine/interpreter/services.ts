import { isFree } from "@jipei/contract/workflow/expression/names.ts";
import type { Ending } from "../host.ts";
import type { CallActivity, Mapping, ServiceTask } from "../model.ts";
import type { Execution, Value, Variables } from "../state.ts";
import { BpmnError } from "../workflow-error.ts";
import { checkVariables, type Run } from "./run.ts";
import { wait } from "./subscribe.ts";

/** Runs what a service task names. An error of BPMN goes to who catches it; all others undo the transition. */
export async function runService(run: Run, token: Execution, task: ServiceTask): Promise<void> {
  try {
    if ("value" in task.run) keep(run, token, task.result, await run.value(task.run.value, token));
    else {
      const inputs: Record<string, Value> = {};
      for (const [name, template] of task.run.inputs) inputs[name] = await run.value(template, token);
      const given = await run.host.action(task.run.action, inputs);
      checkVariables(given);
      if (task.result) keep(run, token, task.result, given);
      else run.writeAll(token.key, given);
    }
  } catch (error) {
    if (!(error instanceof BpmnError)) throw error;
    run.next({ kind: "error", execution: token.key, code: error.code });
    return;
  }
  run.next({ kind: "complete", execution: token.key });
}

/** Keeps a result in the variable that the model names for it. */
export function keep(run: Run, token: Execution, variable: string | null, value: Value): void {
  if (variable) run.writeAll(token.key, { [variable]: value });
}

/** Starts the process that a call activity names, and waits for its end. */
export async function callProcess(run: Run, token: Execution, call: CallActivity): Promise<void> {
  const inputs: Record<string, Value> = call.allIn ? visible(run, token) : {};
  for (const { target, value } of call.inputs) inputs[target] = await run.value(value, token);
  const child = await run.host.startChild(await run.text(call.called, token), inputs);
  if (child.ended) await endCall(run, token, call, child.ended);
  else wait(run, token, call.id, "call", child.id);
}

/** Whether a process is called for what is decided in it. */
export const bringsDecision = ({ allOut, outputs }: CallActivity): boolean =>
  allOut || outputs.some(({ target }) => target === "pass");

/** Hands the decision up as it is, and not as what the model makes of it. */
const isDecision = ({ source, target }: Mapping): boolean => source === "pass" && target === "pass";

/**
 * Takes over what a called process leaves. Its `pass` is what was decided in it: the starter’s own step and an inherited variable leave another one.
 * A decision that it was called for and does not bring is open, whatever was decided before.
 */
export async function endCall(
  run: Run,
  token: Execution,
  call: CallActivity,
  { variables, error, decision }: Ending,
): Promise<void> {
  if (error !== null) {
    if (bringsDecision(call)) run.decide(null);
    run.next({ kind: "error", execution: token.key, code: error });
    return;
  }
  const left = decision === undefined ? variables : { ...variables, pass: decision === true };
  if (call.allOut) {
    const free = Object.fromEntries(Object.entries(left).filter(([name]) => isFree(name)));
    run.writeAll(token.key, free, { decides: false });
  }
  if (decision !== undefined && (call.allOut || call.outputs.some(isDecision))) run.decide(decision);
  for (const output of call.outputs) {
    const value = await run.valueOf(output.value, token, left);
    run.writeAll(token.key, { [output.target]: value }, { decides: !isDecision(output) });
  }
  run.next({ kind: "complete", execution: token.key });
}

/** All variables that an execution sees, those of the interpreter left out. The nearest one of a name counts. */
function visible(run: Run, execution: Execution): Record<string, Value> {
  const seen: Record<string, Value> = {};
  const see = (variables: Variables) => {
    for (const [name, value] of Object.entries(variables))
      if (isFree(name) && !Object.hasOwn(seen, name)) seen[name] = value;
  };
  for (let at: Execution | undefined = execution; at;) {
    see(at.variables);
    at = at.parent === null ? undefined : run.draft.executions.get(at.parent);
  }
  see(run.draft.variables);
  return seen;
}
