import assert from "node:assert/strict";
import { test } from "node:test";
import { complete } from "../interpreter/complete.ts";
import { deliver, fire } from "../interpreter/deliver.ts";
import { start } from "../interpreter/start.ts";
import type { Host } from "../host.ts";
import type { ProcessModel } from "../model.ts";
import type { InstanceState } from "../state.ts";
import { Blocks, dice } from "./blocks.ts";
import { modelOf, restart } from "./scenario.ts";

const host: Host = {
  now: new Date("2026-03-02T01:00:00Z"),
  action: async () => ({}),
  method: async () => null,
  startChild: async () => ({ id: "c", ended: { variables: {}, error: null, decision: undefined } }),
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
