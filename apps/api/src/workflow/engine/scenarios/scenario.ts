import assert from "node:assert/strict";
import type { ProductActions } from "../actions.ts";
import type { Ending, Host } from "../host.ts";
import { complete } from "../interpreter/complete.ts";
import { childEnded, deliver, type Delivery, fire } from "../interpreter/deliver.ts";
import { empty, start } from "../interpreter/start.ts";
import type { ProcessModel } from "../model.ts";
import { readModel } from "../read-model.ts";
import type { InstanceState, Task, Timer, Value, Variables } from "../state.ts";

/** What the tests offer to models: actions and methods that do something to look at. */
export const offers: ProductActions = {
  actions: ["notify", "fail", "count"],
  methods: ["leaderOf", "users.leaderOf", "now"],
};

/** The BPMN file of a process with these elements. */
export const bpmn = (elements: string, around = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:flowable="http://flowable.org/bpmn" targetNamespace="test">${around}<process id="p" name="Process">${elements}</process></definitions>`;

/** `a > b > c` as sequence flows. */
export const path = (...steps: string[]) =>
  steps
    .flatMap((line) => {
      const ids = line.split(">").map((id) => id.trim());
      return ids.slice(1).map((id, index) => `<sequenceFlow sourceRef="${ids[index]}" targetRef="${id}"/>`);
    })
    .join("");

/** A flow with a condition. */
export const flow = (id: string, from: string, to: string, condition: string) =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"><conditionExpression xsi:type="tFormalExpression"><![CDATA[${condition}]]></conditionExpression></sequenceFlow>`;

export const user = (id: string, attributes = "") => `<userTask id="${id}" name="${id}" ${attributes}/>`;

/** The process of a file that is right. */
export async function modelOf(xml: string): Promise<ProcessModel> {
  const { models, issues } = await readModel(xml, offers);
  assert.deepEqual(
    issues.filter((each) => each.severity === "error"),
    [],
  );
  const [model] = models;
  assert.ok(model);
  return model;
}

/** The codes of what is wrong with a file, with the elements. */
export async function issuesOf(xml: string): Promise<string[]> {
  const { issues } = await readModel(xml, offers);
  return issues.map((each) => `${each.code} ${each.element ?? ""}`.trim());
}

/** An instance under test. After each step its state goes through JSON, as it goes through rows in the product. */
export class Scenario {
  readonly model: ProcessModel;
  readonly log: string[] = [];
  state: InstanceState;
  /** The product's clock. */
  now = new Date("2026-03-02T01:00:00Z");
  private children = 0;

  private constructor(model: ProcessModel, state: InstanceState) {
    this.model = model;
    this.state = state;
  }

  static async start(
    xml: string,
    variables: Variables = {},
    options: { starter?: string; startElement?: string } = {},
  ): Promise<Scenario> {
    const model = await modelOf(xml);
    const scenario = new Scenario(model, empty);
    const begun = { starter: options.starter ?? "u1", variables, startElement: options.startElement };
    await scenario.take((_, host) => start(model, begun, host));
    return scenario;
  }

  host(): Host {
    return {
      now: this.now,
      action: async (name, inputs) => {
        this.log.push(`${name} ${JSON.stringify(inputs)}`);
        return {};
      },
      method: async (name, parameters): Promise<Value> =>
        name === "now" ? this.now.toISOString() : `leader of ${parameters.join()}`,
      startChild: async (processKey, variables) => {
        this.log.push(`call ${processKey} ${JSON.stringify(variables)}`);
        return { id: `child${++this.children}`, ended: null };
      },
      cancelChild: async (id) => void this.log.push(`cancel ${id}`),
      signal: async (name) => void this.log.push(`signal ${name}`),
    };
  }

  /** Takes a step, and holds that it changed nothing of the state before. */
  async take(step: (state: InstanceState, host: Host) => Promise<InstanceState> | InstanceState): Promise<void> {
    const before = JSON.stringify(this.state);
    const after = await step(this.state, this.host());
    assert.equal(JSON.stringify(this.state), before);
    this.state = restart(after);
  }

  /** Elements with an open task, in order, with who has them. */
  get tasks(): string[] {
    return this.state.tasks
      .map((task) => (task.assignee ? `${task.element}:${task.assignee}` : task.element))
      .toSorted();
  }

  task(name: string): Task {
    const task = this.state.tasks.find((each) => each.element === name || `${each.element}:${each.assignee}` === name);
    assert.ok(task, `no task ${name} among ${this.tasks.join()}`);
    return task;
  }

  timer(element: string): Timer {
    const timer = this.state.timers.find((each) => each.element === element);
    assert.ok(timer, `no timer ${element}`);
    return timer;
  }

  complete(name: string, variables: Variables = {}): Promise<void> {
    const { key } = this.task(name);
    return this.take((state, host) => complete(this.model, state, key, variables, host));
  }

  fire(element: string): Promise<void> {
    const { key, due } = this.timer(element);
    this.now = due;
    return this.take((state, host) => fire(this.model, state, key, host));
  }

  deliver(kind: Delivery["kind"], name: string, variables: Variables = {}): Promise<void> {
    return this.take((state, host) => deliver(this.model, state, { kind, name, variables }, host));
  }

  childEnded(id: string, variables: Variables = {}, how: Partial<Ending> = {}): Promise<void> {
    const ending = { variables, error: null, decision: undefined, ...how };
    return this.take((state, host) => childEnded(this.model, state, id, ending, host));
  }

  /** Elements in the order in which they were entered. */
  get way(): string {
    return this.state.activities.map((activity) => activity.element).join(" ");
  }

  /** Holds that the instance has ended, and nothing is left of it. */
  assertEnded(error: string | null = null): void {
    const { status, executions, tasks, timers, waits, activities } = this.state;
    assert.equal(status, "finished");
    assert.equal(this.state.error, error);
    assert.deepEqual([executions, tasks, timers, waits], [[], [], [], []]);
    assert.deepEqual(
      activities.filter((activity) => activity.end === null),
      [],
    );
  }
}

/** The state as it comes back from where it was stored. */
export function restart(state: InstanceState): InstanceState {
  const times = new Set(["due", "start", "end"]);
  return JSON.parse(JSON.stringify(state), (name, value: unknown) =>
    times.has(name) && typeof value === "string" ? new Date(value) : value,
  ) as InstanceState;
}
