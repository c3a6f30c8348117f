import type { Value, Variables } from "./state.ts";

/** How a process has ended, for the one that called it. */
export interface Ending {
  readonly variables: Variables;
  /** Code of the error that ended it. */
  readonly error: string | null;
  /** What was decided in it; null where nobody decided who was asked, undefined where nobody was asked. */
  readonly decision: boolean | null | undefined;
}

/** What a process asks of the product around it. All of it happens in the transaction of the step. */
export interface Host {
  readonly now: Date;
  /** Elements that the step has entered so far in this process and in those that it calls; without it each counts for itself. */
  readonly entered?: { count: number };
  /** Runs an action of the closed list that service tasks may name; a `BpmnError` is caught by the model. @returns variables for the process */
  action(name: string, inputs: Variables): Promise<Variables>;
  /** Answers a method of the closed list that expressions may call, such as the leader of a user. */
  method(name: string, parameters: readonly Value[]): Promise<Value>;
  /** Starts another process for a call activity. @returns its number, and how it has ended where it has already */
  startChild(processKey: string, variables: Variables): Promise<{ id: string; ended: Ending | null }>;
  /** Ends the process of a call activity that was interrupted. */
  cancelChild(id: string): Promise<void>;
  /** Hands on a signal that the process throws to all other instances that wait for it; within this one it was delivered. */
  signal(name: string): Promise<void>;
}
