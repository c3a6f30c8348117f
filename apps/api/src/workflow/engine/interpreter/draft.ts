import type { Activity, Execution, InstanceState, Task, Timer, Value, Variables, Wait } from "../state.ts";

type Rows<T> = Map<string, T>;
const byKey = <T extends { readonly key: string }>(rows: readonly T[]): Rows<T> =>
  new Map(rows.map((row) => [row.key, row]));

/**
 * A copy of the state that one transition changes. Rows are replaced and never changed, so that the state it came from stays as it was, and
 * the caller can tell by identity which rows to write.
 */
export class Draft {
  readonly executions: Rows<Execution>;
  readonly tasks: Rows<Task>;
  readonly timers: Rows<Timer>;
  readonly waits: Rows<Wait>;
  readonly activities: Rows<Activity>;
  readonly starter: string | null;
  variables: Variables;
  status: InstanceState["status"];
  error: string | null;
  private next: number;

  constructor(state: InstanceState) {
    this.executions = byKey(state.executions);
    this.tasks = byKey(state.tasks);
    this.timers = byKey(state.timers);
    this.waits = byKey(state.waits);
    this.activities = byKey(state.activities);
    this.starter = state.starter;
    this.variables = state.variables;
    this.status = state.status;
    this.error = state.error;
    this.next = state.next;
  }

  /** What the state has become. */
  state(): InstanceState {
    return {
      status: this.status,
      starter: this.starter,
      error: this.error,
      next: this.next,
      variables: this.variables,
      executions: [...this.executions.values()],
      tasks: [...this.tasks.values()],
      timers: [...this.timers.values()],
      waits: [...this.waits.values()],
      activities: [...this.activities.values()],
    };
  }

  key(prefix: "e" | "t" | "d" | "w" | "a"): string {
    return `${prefix}${this.next++}`;
  }

  execution(key: string): Execution {
    const execution = this.executions.get(key);
    if (!execution) throw new Error(`Execution ${key} is gone`);
    return execution;
  }

  change(key: string, changes: Partial<Omit<Execution, "key">>): Execution {
    const changed = { ...this.execution(key), ...changes };
    this.executions.set(key, changed);
    return changed;
  }

  /** A new token in a scope. */
  spawn(parent: string | null, element: string, variables: Variables = {}): Execution {
    const key = this.key("e");
    const token: Execution = {
      key,
      parent,
      element,
      kind: "token",
      variables,
      arrivedBy: null,
      items: null,
      returnTo: [],
    };
    this.executions.set(key, token);
    return token;
  }

  children(parent: string): Execution[] {
    return [...this.executions.values()].filter((execution) => execution.parent === parent);
  }

  /** The variable as an execution sees it: its own, then those of the scopes around it. */
  read(from: string | null, name: string): Value | undefined {
    for (let at = from; at !== null;) {
      const { variables, parent } = this.execution(at);
      if (Object.hasOwn(variables, name)) return variables[name];
      at = parent;
    }
    return Object.hasOwn(this.variables, name) ? this.variables[name] : undefined;
  }

  /** Writes a variable where it is; one that is new becomes a variable of the process. */
  write(from: string | null, name: string, value: Value): void {
    for (let at = from; at !== null;) {
      const { variables, parent } = this.execution(at);
      if (Object.hasOwn(variables, name)) {
        this.change(at, { variables: { ...variables, [name]: value } });
        return;
      }
      at = parent;
    }
    this.variables = { ...this.variables, [name]: value };
  }

  remove(from: string | null, name: string): void {
    const without = ({ [name]: _, ...rest }: Variables): Variables => rest;
    for (let at = from; at !== null;) {
      const { variables, parent } = this.execution(at);
      if (Object.hasOwn(variables, name)) {
        this.change(at, { variables: without(variables) });
        return;
      }
      at = parent;
    }
    this.variables = without(this.variables);
  }
}
