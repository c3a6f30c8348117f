import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fire } from "../interpreter/deliver.ts";
import { startTriggers } from "../interpreter/start-triggers.ts";
import { bpmn, path, Scenario, user } from "./scenario.ts";

const ends = `<startEvent id="s"/><endEvent id="e"/>`;
const names = `<message id="m" name="arrived"/><signal id="sig" name="alarm"/><signal id="own" name="inner" flowable:scope="processInstance"/>`;
const timer = (kind: "Date" | "Duration" | "Cycle", text: string) =>
  `<timerEventDefinition><time${kind}>${text}</time${kind}></timerEventDefinition>`;
const message = `<messageEventDefinition messageRef="m"/>`;
const signal = `<signalEventDefinition signalRef="sig"/>`;
const catching = (id: string, definition: string) =>
  `<intermediateCatchEvent id="${id}">${definition}</intermediateCatchEvent>`;
const boundary = (id: string, on: string, definition: string, attributes = "") =>
  `<boundaryEvent id="${id}" attachedToRef="${on}" ${attributes}>${definition}</boundaryEvent>`;

describe("intermediate events", () => {
  test("a timer waits for its time", async () => {
    const scenario = await Scenario.start(bpmn(ends + catching("c", timer("Duration", "P1D")) + path("s > c > e")));
    assert.equal(scenario.timer("c").due.toISOString(), "2026-03-03T01:00:00.000Z");
    await scenario.fire("c");
    scenario.assertEnded();
  });

  test("a timer may be said by a variable, and has to be one", async () => {
    const xml = bpmn(ends + catching("c", timer("Date", "${until}")) + path("s > c > e"));
    const scenario = await Scenario.start(xml, { until: "2026-04-01T08:00" });
    assert.equal(scenario.timer("c").due.toISOString(), "2026-04-01T00:00:00.000Z");
    await assert.rejects(Scenario.start(xml, { until: "soon" }), { code: "TIMER" });
  });

  test("a message comes with variables, and to whom waits for it alone", async () => {
    const scenario = await Scenario.start(bpmn(ends + catching("c", message) + path("s > c > e"), names));
    await assert.rejects(scenario.deliver("message", "other"), { code: "NOT_WAITING" });
    await scenario.deliver("message", "arrived", { by: "post" });
    scenario.assertEnded();
    assert.deepEqual(scenario.state.variables, { by: "post" });
  });

  test("a signal reaches all who wait for it, and nobody is no error", async () => {
    const xml = bpmn(
      `${ends}<parallelGateway id="g"/>${catching("c1", signal)}${catching("c2", signal)}${path("s > g > c1 > e", "g > c2 > e")}`,
      names,
    );
    const scenario = await Scenario.start(xml);
    await scenario.deliver("signal", "other");
    assert.equal(scenario.state.waits.length, 2);
    await scenario.deliver("signal", "alarm");
    scenario.assertEnded();
  });

  test("a signal that is thrown reaches this instance and, unless it is its own, others", async () => {
    const thrown = (ref: string) =>
      `<intermediateThrowEvent id="t"><signalEventDefinition signalRef="${ref}"/></intermediateThrowEvent>`;
    const waiting = (ref: string) =>
      bpmn(
        `${ends}<parallelGateway id="g"/>${catching("c", `<signalEventDefinition signalRef="${ref}"/>`)}${thrown(ref)}${path("s > g > c > e", "g > t > e")}`,
        names,
      );
    const scenario = await Scenario.start(waiting("sig"));
    scenario.assertEnded();
    assert.deepEqual(scenario.log, ["signal alarm"]);
    const ended = bpmn(
      `<startEvent id="s"/><endEvent id="e"><signalEventDefinition signalRef="sig"/></endEvent>${path("s > e")}`,
      names,
    );
    assert.deepEqual((await Scenario.start(ended)).log, ["signal alarm"]);
    const inner = await Scenario.start(waiting("own"));
    inner.assertEnded();
    assert.deepEqual(inner.log, []);
  });
});

test("a receive task waits to be told", async () => {
  const scenario = await Scenario.start(bpmn(`${ends}<receiveTask id="r"/>${path("s > r > e")}`));
  await scenario.deliver("receive", "r", { told: true });
  scenario.assertEnded();
  const named = await Scenario.start(bpmn(`${ends}<receiveTask id="r" messageRef="m"/>${path("s > r > e")}`, names));
  await named.deliver("message", "arrived");
  named.assertEnded();
});

describe("event-based gateway", () => {
  const xml = bpmn(
    `${ends}<eventBasedGateway id="g"/>${catching("m1", message)}${catching("t1", timer("Duration", "PT1H"))}${user("late")}${path("s > g > m1 > e", "g > t1 > late > e")}`,
    names,
  );

  test("goes on from the event that comes first", async () => {
    const scenario = await Scenario.start(xml);
    await scenario.deliver("message", "arrived");
    scenario.assertEnded();
    assert.equal(scenario.way, "s g m1 e");
    const late = await Scenario.start(xml);
    await late.fire("t1");
    assert.deepEqual(late.tasks, ["late"]);
    assert.deepEqual(late.state.waits, []);
  });
});

describe("boundary events", () => {
  const on = (definition: string, attributes = "") =>
    bpmn(
      `${ends}${user("a")}${user("b")}${boundary("x", "a", definition, attributes)}${path("s > a > e", "x > b > e")}`,
      names,
    );

  test("an interrupting timer ends the task", async () => {
    const scenario = await Scenario.start(on(timer("Duration", "P2D")));
    await scenario.fire("x");
    assert.deepEqual(scenario.tasks, ["b"]);
    assert.equal(scenario.state.activities.find((activity) => activity.element === "a")?.outcome, "cancelled");
    await scenario.complete("b");
    scenario.assertEnded();
  });

  test("the timer goes with the task", async () => {
    const scenario = await Scenario.start(on(timer("Duration", "P2D")));
    await scenario.complete("a");
    scenario.assertEnded();
  });

  test("one that does not interrupt reminds as often as it says", async () => {
    const scenario = await Scenario.start(on(timer("Cycle", "R3/PT1H"), `cancelActivity="false"`));
    for (let times = 1; times <= 3; times++) {
      await scenario.fire("x");
      assert.deepEqual(scenario.tasks, ["a", ...Array.from({ length: times }, () => "b")]);
    }
    assert.deepEqual(scenario.state.timers, []);
    for (const name of ["a", "b", "b", "b"]) await scenario.complete(name);
    scenario.assertEnded();
  });

  test("what was missed is not made up for", async () => {
    const scenario = await Scenario.start(on(timer("Cycle", "R/PT1H"), `cancelActivity="false"`));
    const { key } = scenario.timer("x");
    scenario.now = new Date("2026-03-05T01:30:00Z");
    await scenario.take((state, host) => fire(scenario.model, state, key, host));
    assert.equal(scenario.timer("x").due.toISOString(), "2026-03-05T02:30:00.000Z");
  });

  test("messages and signals", async () => {
    const scenario = await Scenario.start(on(message));
    await scenario.deliver("message", "arrived");
    assert.deepEqual(scenario.tasks, ["b"]);
    const beside = await Scenario.start(on(signal, `cancelActivity="false"`));
    await beside.deliver("signal", "alarm");
    await beside.deliver("signal", "alarm");
    assert.deepEqual(beside.tasks, ["a", "b", "b"]);
  });

  test("one timer for all who sign", async () => {
    const xml = bpmn(
      `${ends}<userTask id="a" flowable:assignee="\${p}"><multiInstanceLoopCharacteristics flowable:collection="people" flowable:elementVariable="p"/></userTask>
       ${user("b")}${boundary("x", "a", timer("Duration", "P2D"))}${path("s > a > e", "x > b > e")}`,
    );
    const scenario = await Scenario.start(xml, { people: ["u1", "u2", "u3"] });
    assert.equal(scenario.state.timers.length, 1);
    await scenario.complete("a:u1");
    assert.equal(scenario.state.timers.length, 1);
    await scenario.fire("x");
    assert.deepEqual(scenario.tasks, ["b"]);
  });
});

test("what starts a process by itself is known when it is deployed", async () => {
  const xml = bpmn(
    `${ends}<startEvent id="s1">${timer("Cycle", "R3/PT1H")}</startEvent><startEvent id="s2">${message}</startEvent><startEvent id="s3">${signal}</startEvent>
     ${path("s > e", "s1 > e", "s2 > e", "s3 > e")}`,
    names,
  );
  const scenario = await Scenario.start(xml);
  assert.deepEqual(await startTriggers(scenario.model, scenario.host()), [
    { element: "s1", kind: "timer", due: new Date("2026-03-02T02:00:00Z"), repeats: 2, cycle: "PT1H" },
    { element: "s2", kind: "message", name: "arrived" },
    { element: "s3", kind: "signal", name: "alarm" },
  ]);
});

test("start events that something happens for are started by name", async () => {
  const xml = bpmn(
    `${ends}<startEvent id="s2">${message}</startEvent>${user("a")}${user("b")}${path("s > a > e", "s2 > b > e")}`,
    names,
  );
  assert.deepEqual((await Scenario.start(xml)).tasks, ["a"]);
  assert.deepEqual((await Scenario.start(xml, {}, { startElement: "s2" })).tasks, ["b"]);
  await assert.rejects(Scenario.start(xml, {}, { startElement: "a" }), { code: "NO_START" });
});
