import type { Execution, InstanceState, Task, Value, Variables } from "../state.ts";
import type { Run } from "./run.ts";

/** A signer, the execution of the task by which they were added, and the user who had it then. */
type Added = Readonly<Record<"signer" | "by" | "user", Value>>;
const isAdded = (value: Value): value is Added =>
  typeof value === "object" && value !== null && "signer" in value && "by" in value && "user" in value;

/** The variable of a multi-instance activity that remembers who was added to it. */
const added = "addedSigners";
export const readAdded = ({ [added]: all = null }: Variables): readonly Added[] =>
  Array.isArray(all) ? all.filter(isAdded) : [];

export function noteAdded(run: Run, key: string, signers: readonly string[], by: Omit<Added, "signer">): void {
  const { variables } = run.draft.execution(key);
  // Whoever is added once more, after having signed or been taken off, stands there once.
  const others = readAdded(variables).filter(({ signer }) => !signers.some((one) => one === signer));
  const all = [...others, ...signers.map((signer) => ({ signer, ...by }))];
  run.draft.change(key, { variables: { ...variables, [added]: all } });
}

/** Whether an item is somebody who was put in front of who has yet to sign: they advise that colleague, who decides. */
export const isInFront = ({ items, variables }: Execution, item: Value): boolean =>
  readAdded(variables).some(({ signer, user }) => signer === item && (items ?? []).includes(user));

/** The execution of all instances of a step that several people sign; undefined where one person does. @param key of the execution of a task */
export function findWhole(executions: readonly Execution[], key: string): Execution | undefined {
  const own = executions.find((one) => one.key === key);
  return executions.find((one) => one.key === own?.parent && one.kind === "multi");
}

/** Whether a task came to somebody who was added to its step. */
export function isOfAdded({ executions }: Pick<InstanceState, "executions">, { execution, assignee }: Task): boolean {
  const whole = findWhole(executions, execution);
  return whole !== undefined && readAdded(whole.variables).some(({ signer }) => signer === assignee);
}
