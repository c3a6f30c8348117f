import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { FlowFollow } from "@jipei/contract/workflow/flow-follow.ts";
import { aColleague, aDefinition, bpmn, flow, started, task } from "../../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../../test/support/test-app.ts";
import { liveRow } from "../../../core/database/rows.ts";
import type { Host } from "../../engine/host.ts";
import {
  type AddedSigner,
  addSigners,
  assign,
  getAddedSigners,
  removeSigner,
} from "../../engine/interpreter/people.ts";
import { sendBack } from "../../engine/interpreter/send-back.ts";
import type { ProcessModel } from "../../engine/model.ts";
import type { InstanceState, Task } from "../../engine/state.ts";
import { getProcess } from "../../models/read-process.ts";
import { type InstanceRow, loadState } from "./load-state.ts";
import { saveState } from "./save-state.ts";
import { saveTasks } from "../save-tasks.ts";

/** What moves make of a process is what the next step reads: every part of its state is stored, not only what a test of the move looks at. */
let app: TestApp;
let starter: TestUser;
let one: TestUser;
let two: TestUser;

before(async () => {
  app = await startTestApp();
  starter = await aColleague(app, "clerk");
  one = await aColleague(app, "firstReviewer");
  two = await aColleague(app, "finance");
});
after(() => app.close());

const host: Host = {
  now: new Date("2026-03-02T01:02:03.456Z"),
  action: async () => ({}),
  method: async () => null,
  startChild: async () => ({ id: "1", ended: null }),
  cancelChild: async () => {},
  signal: async () => {},
};

type Act = (model: ProcessModel, state: InstanceState, task: Task) => Promise<InstanceState> | InstanceState;

const several = (sequential: boolean) =>
  `<multiInstanceLoopCharacteristics isSequential="${sequential}"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>`;

/** A process that waits at a step with a reminder. @param loop how many sign it */
async function aProcess(key: string, loop: string): Promise<string> {
  const reminder = `<boundaryEvent id="late" attachedToRef="sign" cancelActivity="false"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>`;
  const body = [
    `<startEvent id="start" />${flow("start", "ask")}`,
    `${task("ask", `flowable:assignee="\${starter}"`)}${flow("ask", "sign")}`,
    `${task("sign", `flowable:assignee="${one.actor.userId}"`, loop)}${reminder}${flow("late", "end")}`,
    `${flow("sign", "end")}<endEvent id="end" />`,
  ];
  return started(starter, await aDefinition(app, key, bpmn(key, body.join(""))));
}

/** Takes a move, stores what it makes of the process, and holds that the same is read again. */
async function take(id: string, act: Act): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const instance = (await liveRow(tx, FlowFollow, id)) as InstanceRow;
    const model = await getProcess(app, tx, instance.processDefinitionId);
    const state = await loadState(tx, instance);
    const held = state.tasks.find(({ element }) => element === "sign") as Task;
    const next = await act(model, state, held);
    await saveState(tx, id, state, next);
    await saveTasks(tx, one.actor, { instance, model, completed: null }, state.tasks, next);
    const nextKey = next.next;
    await tx.updateTable("flowInstance").set({ nextKey }).where("id", "=", id).execute();
    assert.deepEqual(sorted(await loadState(tx, { ...instance, nextKey })), sorted(next));
  });
}

const sorted = (state: InstanceState) => ({
  ...state,
  ...Object.fromEntries(
    (["executions", "tasks", "timers", "waits", "activities"] as const).map((part) => [
      part,
      state[part].toSorted((a, b) => a.key.localeCompare(b.key)),
    ]),
  ),
});

const kinds = [
  ["one person", ""],
  ["several at once", several(false)],
  ["several in turn", several(true)],
] as const;

describe("The state of a process", () => {
  for (const [at, [people, loop]] of kinds.entries())
    it(`is read as each move leaves it, where the step is signed by ${people}`, async () => {
      const id = await aProcess(`state${at}`, loop);
      const user = two.actor.userId;
      const moves: Act[] = [
        (_, state, held) => assign(state, held.key, user),
        (_, state, held) => assign(state, held.key, one.actor.userId),
        (model, state, held) => addSigners(model, state, held.key, [user], "after", host),
        (model, state) => removeSigner(model, state, getAddedSigners(state)[0] as AddedSigner, host),
        (model, state, held) => addSigners(model, state, held.key, [user], "after", host),
        (model, state, held) => addSigners(model, state, held.key, [user], "before", host),
        (model, state, held) => sendBack(model, state, held.key, "ask", host, { comeBack: true }),
      ];
      for (const move of moves) await take(id, move);
    });
});
