import type { FlowValue } from "@jipei/contract/workflow/flow-form.ts";

/** A value of a process variable: what JSON can hold. */
export type Value = FlowValue;

/** Variables by name. Names that JavaScript gives a meaning (`__proto__`, `constructor`, `prototype`) are refused where they arrive. */
export type Variables = Readonly<Record<string, Value>>;

/**
 * All that is stored of one process instance. The interpreter reads it, and answers what it becomes; the caller holds the lock of the
 * instance meanwhile, and stores the rows that differ (a row that is the same object is the same). `key` names a row within its instance, and is
 * never used twice. Rows may be given in any order, activities excepted.
 */
export interface InstanceState {
  readonly status: "running" | "finished" | "terminated";
  /** Number of the user who started it; null where a timer, a message or another process did. Expressions read it as `starter`. */
  readonly starter: string | null;
  /** The code of the error that ended the process, when no one caught it. */
  readonly error: string | null;
  /** Number for the next key. */
  readonly next: number;
  /** Variables of the process; those of a sub-process or an iteration stand in its execution. */
  readonly variables: Variables;
  readonly executions: readonly Execution[];
  readonly tasks: readonly Task[];
  readonly timers: readonly Timer[];
  readonly waits: readonly Wait[];
  /** What the process went through, in order. */
  readonly activities: readonly Activity[];
}

/**
 * One token, or the scope (process, sub-process, body of a multi-instance activity) around some of them. The first one is the scope of the
 * process, without parent.
 */
export interface Execution {
  readonly key: string;
  readonly parent: string | null;
  /** BPMN id of the element where it stands. */
  readonly element: string;
  readonly kind: "token" | "scope" | "multi";
  /** Variables of this scope alone. */
  readonly variables: Variables;
  /** Sequence flow by which it came to a gateway that joins. */
  readonly arrivedBy: string | null;
  /** Items that a sequential multi-instance activity has not come to; null for all others. */
  readonly items: readonly Value[] | null;
  /** Where it goes on from its element, instead of along the flows: to those who sent it back and want it again, the last one first to hear. */
  readonly returnTo: readonly Sender[];
}

/** Who sent a process back, and wants it again. */
export interface Sender {
  readonly element: string;
  /** Number of the user who had the task; null where the model chooses anew. */
  readonly assignee: string | null;
}

/** A task that somebody has to do. Done tasks stay in their activity only. */
export interface Task {
  readonly key: string;
  readonly execution: string;
  readonly element: string;
  readonly name: string;
  /** Number of the user who has it; null until somebody claims it. */
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  /** Aliases of roles, or `dept:` and the number of a department. */
  readonly candidateGroups: readonly string[];
  readonly formKey: string | null;
  readonly due: Date | null;
  readonly priority: number;
}

export interface Timer {
  readonly key: string;
  readonly execution: string;
  /** The timer event. */
  readonly element: string;
  readonly due: Date;
  /** How often it fires after that; null is once, -1 is for ever. */
  readonly repeats: number | null;
  /** ISO 8601 duration, or cron expression, by which it repeats. */
  readonly cycle: string | null;
}

/** What an execution waits for besides tasks and timers. */
export interface Wait {
  readonly key: string;
  readonly execution: string;
  readonly element: string;
  readonly kind: "message" | "signal" | "receive" | "call";
  /** Name of the message or signal; id of the element for a receive task; number of the called instance for a call activity. */
  readonly name: string;
}

/** One line of the history: an element that was entered, and left. */
export interface Activity {
  readonly key: string;
  /** The token that went through it; it may be gone. */
  readonly execution: string;
  readonly element: string;
  readonly name: string;
  /** BPMN name of the element: `startEvent`, `userTask`, … */
  readonly type: string;
  /** Key of the task, for user tasks. */
  readonly task: string | null;
  readonly start: Date;
  readonly end: Date | null;
  /** How it was left; null while it is open. */
  readonly outcome: "completed" | "cancelled" | "returned" | "error" | null;
}
