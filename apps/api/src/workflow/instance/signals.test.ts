import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { aColleague, aDefinition, bpmn, flow, started, task } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { workflow } from "../workflow.routes.ts";

/** Signals to what does not end with them, and so waits for the next one. */
let app: TestApp;
let starter: TestUser;
let one: TestUser;
let throws: string;
before(async () => {
  app = await startTestApp();
  starter = await aColleague(app);
  one = await aColleague(app, "firstReviewer");
  throws = await define(
    "throws",
    `<startEvent id="s" />${flow("s", "t")}<intermediateThrowEvent id="t">${alarm}</intermediateThrowEvent>${flow("t", "e")}<endEvent id="e" />`,
  );
});
after(() => app.close());

const alarm = `<signalEventDefinition signalRef="alarm" />`;
const define = (key: string, body: string) =>
  aDefinition(app, key, bpmn(key, body).replace("<process", `<signal id="alarm" name="alarm" /><process`));
const step = (id: string) => task(id, `flowable:assignee="${one.actor.userId}"`);
const settle = async () => {
  await workflow.timers?.find((timer) => timer.name === "workflow.due")?.run(app.services);
  await app.runJobs();
};
let thrown = 0;
/** Throws the signal. The same start twice within some seconds would be one. */
const alarmed = () => started(starter, throws, { number: ++thrown });
/** How often somebody was told of it. */
const told = async (processInstanceId: string) =>
  (await one.list(workCalls.todoList, { processInstanceId })).records.filter(
    ({ taskDefinitionKey }) => taskDefinitionKey === "note",
  ).length;

/** What listens, and gives somebody a task for each signal. */
const listeners = {
  "a boundary event": () =>
    `<boundaryEvent id="b" attachedToRef="work" cancelActivity="false">${alarm}</boundaryEvent>${flow("b", "note")}${step("note")}${flow("note", "e")}`,
  "an event sub-process": () =>
    `<subProcess id="ev" triggeredByEvent="true"><startEvent id="s2" isInterrupting="false">${alarm}</startEvent>${flow("s2", "note")}${step("note")}${flow("note", "e2")}<endEvent id="e2" /></subProcess>`,
};

describe("a signal that interrupts nothing", () => {
  for (const [at, [listener, xml]] of Object.entries(listeners).entries()) {
    const body = () =>
      `<startEvent id="s" />${flow("s", "work")}${step("work")}${flow("work", "e")}<endEvent id="e" />${xml()}`;

    it(`comes to ${listener} as often as it is thrown`, async () => {
      const id = await started(starter, await define(`listens${at}`, body()));
      await alarmed();
      for (let minute = 0; minute < 3; minute++) await settle();
      assert.equal(await told(id), 1);
      await alarmed();
      await alarmed();
      for (let minute = 0; minute < 3; minute++) await settle();
      assert.equal(await told(id), 3);
    });

    it(`comes to ${listener} of a suspended process once that goes on`, async () => {
      const definition = await define(`sleeps${at}`, body());
      const id = await started(starter, definition);
      const set = (state: "active" | "suspended") =>
        app.as("sysAdmin").call(flowDefinitionCalls.changeState, { processId: definition, state });
      await set("suspended");
      await alarmed();
      await alarmed();
      await settle();
      assert.equal(await told(id), 0);
      await set("active");
      for (let minute = 0; minute < 4; minute++) await settle();
      assert.equal(await told(id), 2);
    });
  }
});
