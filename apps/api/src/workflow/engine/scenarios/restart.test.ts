import assert from "node:assert/strict";
import { test } from "node:test";
import { complete } from "../interpreter/complete.ts";
import { deliver, fire } from "../interpreter/deliver.ts";
import { start } from "../interpreter/start.ts";
import type { Host } from "../host.ts";
import type { ProcessModel } from "../model.ts";
import type { InstanceState } from "../state.ts";
import { bpmn, flow, modelOf, path, restart } from "./scenario.ts";

/** Numbers that look random, and are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % sides;
  };
}

/** A process made of blocks within blocks: each has one way in and one way out. */
class Blocks {
  private readonly roll: (sides: number) => number;
  private number = 0;
  xml = "";

  constructor(seed: number) {
    this.roll = dice(seed);
    this.xml = bpmn(this.scope(3));
  }

  private id(kind: string): string {
    return `${kind}${++this.number}`;
  }

  /** Elements from a start to an end. */
  private scope(depth: number): string {
    const [begin, end] = [this.id("s"), this.id("e")];
    const parts = Array.from({ length: 1 + this.roll(3) }, () => this.block(depth));
    const way = parts.flatMap((part) => [part.first, part.last]);
    const joints = [begin, ...way, end];
    let flows = "";
    for (let at = 0; at < joints.length; at += 2) flows += path(`${joints[at]} > ${joints[at + 1]}`);
    return `<startEvent id="${begin}"/><endEvent id="${end}"/>${parts.map((part) => part.xml).join("")}${flows}`;
  }

  private block(depth: number): { xml: string; first: string; last: string } {
    const kind = depth === 0 ? 0 : this.roll(8);
    if (kind === 1) return this.branches("parallelGateway", depth);
    if (kind === 2) return this.branches("inclusiveGateway", depth);
    if (kind === 3) return this.branches("exclusiveGateway", depth);
    const id = this.id("a");
    const one = (xml: string) => ({ xml, first: id, last: id });
    if (kind === 4) return one(`<subProcess id="${id}">${this.scope(depth - 1)}</subProcess>`);
    if (kind === 5)
      return one(
        `<userTask id="${id}"><multiInstanceLoopCharacteristics isSequential="${this.roll(2) === 0}"><loopCardinality>${1 + this.roll(3)}</loopCardinality>
         </multiInstanceLoopCharacteristics></userTask>`,
      );
    if (kind === 6)
      return one(
        `<subProcess id="${id}"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>${this.scope(depth - 1)}</subProcess>`,
      );
    if (kind === 7)
      return one(
        `<intermediateCatchEvent id="${id}"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>`,
      );
    return one(this.roll(4) === 0 ? `<receiveTask id="${id}"/>` : `<userTask id="${id}"/>`);
  }

  private branches(gateway: string, depth: number): { xml: string; first: string; last: string } {
    const [first, last, normal] = [this.id("fork"), this.id("join"), this.id("d")];
    let xml = `<${gateway} id="${first}" ${gateway === "parallelGateway" ? "" : `default="${normal}"`}/><${gateway} id="${last}"/>`;
    for (let count = 2 + this.roll(2); count > 0; count--) {
      const inner = this.block(depth - 1);
      xml += inner.xml + path(`${inner.last} > ${last}`);
      if (gateway === "parallelGateway") xml += path(`${first} > ${inner.first}`);
      else if (count === 1) xml += `<sequenceFlow id="${normal}" sourceRef="${first}" targetRef="${inner.first}"/>`;
      else xml += flow(this.id("f"), first, inner.first, `\${${this.roll(2) === 0}}`);
    }
    return { xml, first, last };
  }
}

const host: Host = {
  now: new Date("2026-03-02T01:00:00Z"),
  action: async () => ({}),
  method: async () => null,
  startChild: async () => ({ id: "c", ended: {} }),
  cancelChild: async () => {},
  signal: async () => {},
};

/** Runs an instance to its end, with something at random each time. @param between what happens to the state between two steps */
async function run(
  model: ProcessModel,
  seed: number,
  between: (state: InstanceState) => InstanceState,
): Promise<InstanceState> {
  const roll = dice(seed);
  let state = between(await start(model, { starter: "u1", variables: {} }, host));
  for (let steps = 0; state.status === "running"; steps++) {
    assert.ok(steps < 500, "it never ends");
    holdTogether(state);
    const open = [...state.tasks, ...state.timers, ...state.waits];
    const chosen = open[roll(open.length)];
    assert.ok(chosen, "it waits for nothing");
    if ("cycle" in chosen) state = await fire(model, state, chosen.key, host);
    else if ("kind" in chosen)
      state = await deliver(
        model,
        state,
        { kind: "receive", name: chosen.name, variables: {}, wait: chosen.key },
        host,
      );
    else state = await complete(model, state, chosen.key, { [`done${steps}`]: steps }, host);
    state = between(state);
  }
  return state;
}

/** Holds that the rows of a state belong together, and that no key is used twice. */
function holdTogether(state: InstanceState): void {
  const executions = new Set(state.executions.map((execution) => execution.key));
  for (const { parent } of state.executions) assert.ok(parent === null || executions.has(parent));
  for (const row of [...state.tasks, ...state.timers, ...state.waits]) assert.ok(executions.has(row.execution));
  const keys = [
    ...executions,
    ...[...state.tasks, ...state.timers, ...state.waits, ...state.activities].map((row) => row.key),
  ];
  assert.equal(new Set(keys).size, keys.length);
}

/** The rows of a state in another order, as a database may give them. */
const shuffled = (state: InstanceState): InstanceState => ({
  ...state,
  executions: state.executions.toReversed(),
  tasks: state.tasks.toReversed(),
  timers: state.timers.toReversed(),
  waits: state.waits.toReversed(),
});

test("rows may come back in any order", async () => {
  for (let seed = 1; seed <= 50; seed++) {
    const state = await run(await modelOf(new Blocks(seed).xml), seed, shuffled);
    assert.deepEqual([state.executions, state.tasks, state.timers, state.waits], [[], [], [], []], `seed ${seed}`);
  }
});

test("a process that is stored and read between all steps ends as one that is not", async () => {
  for (let seed = 1; seed <= 150; seed++) {
    const model = await modelOf(new Blocks(seed).xml);
    const [kept, stored] = [await run(model, seed, (state) => state), await run(model, seed, restart)];
    assert.deepEqual(stored, kept, `seed ${seed}`);
    assert.deepEqual(
      [kept.executions, kept.tasks, kept.timers, kept.waits, kept.activities.filter((activity) => !activity.end)],
      [[], [], [], [], []],
      `seed ${seed}`,
    );
  }
});
