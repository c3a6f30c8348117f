import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Host } from "../host.ts";
import { complete } from "../interpreter/complete.ts";
import { deliver, fire } from "../interpreter/deliver.ts";
import { returnsOf, sendBack } from "../interpreter/send-back.ts";
import { start } from "../interpreter/start.ts";
import type { ProcessModel } from "../model.ts";
import type { InstanceState } from "../state.ts";
import { Blocks, dice } from "./blocks.ts";
import { modelOf, restart } from "./scenario.ts";

/** What holds after whatever returns in whatever model: the process ends, and nobody’s step is left out. */
const host: Host = {
  now: new Date("2026-03-02T01:00:00Z"),
  action: async () => ({}),
  method: async () => null,
  startChild: async () => ({ id: "c", ended: { variables: {}, error: null, decision: undefined } }),
  cancelChild: async () => {},
  signal: async () => {},
};

type Roll = (sides: number) => number;

/** Takes one step at random. */
function step(model: ProcessModel, state: InstanceState, roll: Roll): Promise<InstanceState> {
  const open = [...state.tasks, ...state.timers, ...state.waits];
  const chosen = open[roll(open.length)];
  assert.ok(chosen, "it waits for nothing");
  if ("cycle" in chosen) return fire(model, state, chosen.key, host);
  if (!("kind" in chosen)) return complete(model, state, chosen.key, {}, host);
  const { key, name } = chosen;
  return deliver(model, state, { kind: "receive", name, variables: {}, wait: key }, host);
}

/** Sends a task back at random. @returns undefined where it can go nowhere */
async function back(model: ProcessModel, state: InstanceState, roll: Roll) {
  const task = state.tasks[roll(state.tasks.length)];
  const targets = task ? returnsOf(model, state, task.key) : [];
  const target = targets[roll(targets.length)];
  if (!task || !target) return undefined;
  const after = await sendBack(model, state, task.key, target, host, { comeBack: roll(3) === 0 });
  // Whoever has a step that was to come straight back may send it on without doing it.
  return { after, undone: isSentBack(state, task.execution) ? task.element : null };
}

/** Whether an execution, or one around it, was sent back and is to come straight back. */
function isSentBack({ executions }: Pick<InstanceState, "executions">, execution: string | null): boolean {
  const at = executions.find(({ key }) => key === execution);
  return at !== undefined && (at.returnTo.length > 0 || isSentBack({ executions }, at.parent));
}

/** Runs a process to its end, with some returns at random. */
async function run(model: ProcessModel, seed: number) {
  const roll = dice(seed);
  const undone = new Set<string | null>();
  let state = await start(model, { starter: "u1", variables: {} }, host);
  let returns = 0;
  for (let steps = 0; state.status === "running"; steps++) {
    assert.ok(steps < 1000, `seed ${seed} never ends`);
    const returned = returns < 8 && roll(3) === 0 ? await back(model, state, roll) : undefined;
    if (returned) {
      returns++;
      undone.add(returned.undone);
    }
    state = restart(returned?.after ?? (await step(model, state, roll)));
  }
  return { state, returns, undone };
}

/** User tasks whose last stay was cancelled or sent back, so that nobody has done them since. */
function leftOut({ activities }: InstanceState): string[] {
  const tasks = activities.filter(({ type }) => type === "userTask");
  const last = new Map(tasks.map((activity) => [activity.element, activity]));
  return [...last.values()].filter(({ outcome }) => outcome !== "completed").map(({ element }) => element);
}

describe("after returns at random", () => {
  for (const loops of [false, true])
    test(`a process ${loops ? "with loops " : ""}ends`, async () => {
      let total = 0;
      for (let seed = 1; seed <= 100; seed++) {
        const { state, returns, undone } = await run(await modelOf(new Blocks(seed, { loops }).xml), seed);
        assert.deepEqual([state.executions, state.tasks, state.timers, state.waits], [[], [], [], []], `seed ${seed}`);
        // A loop that has come to its end is not gone through again.
        if (!loops)
          assert.deepEqual(
            leftOut(state).filter((element) => !undone.has(element)),
            [],
            `seed ${seed}`,
          );
        total += returns;
      }
      assert.ok(total > 200, `only ${total} returns`);
    });
});
