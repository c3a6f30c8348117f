import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bpmn, flow, path, Scenario, user } from "./scenario.ts";

const ends = `<startEvent id="s"/><endEvent id="e"/>`;

test("a user task waits, and the process ends after it", async () => {
  const scenario = await Scenario.start(bpmn(ends + user("a", `flowable:assignee="\${starter}"`) + path("s > a > e")));
  assert.deepEqual(scenario.tasks, ["a:u1"]);
  await scenario.complete("a", { days: 3 });
  scenario.assertEnded();
  assert.equal(scenario.way, "s a e");
  assert.deepEqual(scenario.state.variables, { days: 3 });
});

describe("exclusive gateway", () => {
  const xml = bpmn(
    `${ends}<exclusiveGateway id="g" default="no"/>${user("short")}${user("long")}${user("other")}${path("s > g", "short > e", "long > e", "other > e")}
    ${flow("f1", "g", "short", "${days <= 3}")}${flow("f2", "g", "long", "${days > 3 && days < 10}")}<sequenceFlow id="no" sourceRef="g" targetRef="other"/>`,
  );

  test("takes the first flow whose condition holds, or the default", async () => {
    assert.deepEqual((await Scenario.start(xml, { days: 3 })).tasks, ["short"]);
    assert.deepEqual((await Scenario.start(xml, { days: 4 })).tasks, ["long"]);
    assert.deepEqual((await Scenario.start(xml, { days: 30 })).tasks, ["other"]);
  });

  test("a variable that is unknown is an error, and so is a gateway without a way out", async () => {
    await assert.rejects(Scenario.start(xml), { code: "EXPRESSION" });
    const narrow = bpmn(`${ends}<exclusiveGateway id="g"/>${path("s > g")}${flow("f", "g", "e", "${false}")}`);
    await assert.rejects(Scenario.start(narrow), { code: "NO_FLOW" });
    const vague = bpmn(`${ends}<exclusiveGateway id="g"/>${path("s > g")}${flow("f", "g", "e", "${'yes'}")}`);
    await assert.rejects(Scenario.start(vague), { code: "EXPRESSION" });
  });
});

describe("parallel gateway", () => {
  const xml = bpmn(
    `${ends}<parallelGateway id="fork"/><parallelGateway id="join"/>${user("a")}${user("b")}${user("c")}
    ${path("s > fork > a > join > c > e", "fork > b > join")}`,
  );

  test("waits for all branches", async () => {
    const scenario = await Scenario.start(xml);
    assert.deepEqual(scenario.tasks, ["a", "b"]);
    await scenario.complete("b");
    assert.deepEqual(scenario.tasks, ["a"]);
    await scenario.complete("a");
    assert.deepEqual(scenario.tasks, ["c"]);
    await scenario.complete("c");
    scenario.assertEnded();
  });

  test("two tokens of the same branch are not one of each", async () => {
    const twice = bpmn(
      `${ends}${user("again")}${user("b")}<parallelGateway id="join"/>${path("s > again > join > e", "s > again", "s > b > join")}`,
    );
    const scenario = await Scenario.start(twice);
    await scenario.complete("again");
    await scenario.complete("again");
    assert.deepEqual(scenario.tasks, ["b"]);
    await scenario.complete("b");
    assert.equal(scenario.state.status, "running");
  });
});

describe("inclusive gateway", () => {
  const xml = bpmn(
    `${ends}<inclusiveGateway id="fork" default="f3"/><inclusiveGateway id="join"/>${user("a")}${user("b")}${user("c")}${user("last")}
    ${path("s > fork", "a > join", "b > join", "c > join", "join > last > e")}
    ${flow("f1", "fork", "a", "${x}")}${flow("f2", "fork", "b", "${y}")}<sequenceFlow id="f3" sourceRef="fork" targetRef="c"/>`,
  );

  test("waits for the branches that were taken, and for no others", async () => {
    const both = await Scenario.start(xml, { x: true, y: true });
    assert.deepEqual(both.tasks, ["a", "b"]);
    await both.complete("a");
    assert.deepEqual(both.tasks, ["b"]);
    await both.complete("b");
    assert.deepEqual(both.tasks, ["last"]);
    const one = await Scenario.start(xml, { x: true, y: false });
    await one.complete("a");
    assert.deepEqual(one.tasks, ["last"]);
    const none = await Scenario.start(xml, { x: false, y: false });
    assert.deepEqual(none.tasks, ["c"]);
    await none.complete("c");
    await none.complete("last");
    none.assertEnded();
  });

  test("a branch that leaves the diagram's block is waited for no longer", async () => {
    const scenario = await Scenario.start(
      bpmn(
        `${ends}<endEvent id="e2"/><inclusiveGateway id="fork"/><inclusiveGateway id="join"/><exclusiveGateway id="g" default="in"/>
        ${user("a")}${user("b")}${user("last")}${path("s > fork > a > join > last > e", "fork > b > g")}
        <sequenceFlow id="in" sourceRef="g" targetRef="join"/>${flow("out", "g", "e2", "${leaves}")}`,
      ),
    );
    await scenario.complete("a");
    assert.deepEqual(scenario.tasks, ["b"]);
    await scenario.complete("b", { leaves: true });
    assert.deepEqual(scenario.tasks, ["last"]);
  });

  test("joins that wait for each other do not wait for ever", async () => {
    const scenario = await Scenario.start(
      bpmn(
        `${ends}<parallelGateway id="fork"/><inclusiveGateway id="j1"/><inclusiveGateway id="j2"/><exclusiveGateway id="g" default="out"/>
        ${path("s > fork > j1 > j2 > g", "fork > j2")}${flow("back", "g", "j1", "${false}")}<sequenceFlow id="out" sourceRef="g" targetRef="e"/>`,
      ),
    );
    scenario.assertEnded();
  });
});

test("flows of an activity go out together, those with conditions where they hold", async () => {
  const scenario = await Scenario.start(
    bpmn(
      `${ends}${user("a")}${user("b")}${user("c")}${path("s > a > b > e", "c > e")}${flow("f", "a", "c", "${wanted}")}`,
    ),
  );
  await scenario.complete("a", { wanted: true });
  assert.deepEqual(scenario.tasks, ["b", "c"]);
});

test("a model that goes round without waiting is stopped, and said so", async () => {
  const endless = bpmn(
    `<startEvent id="s"/><scriptTask id="a"><script>\${1}</script></scriptTask><exclusiveGateway id="g"/>${path("s > a > g > a")}`,
  );
  await assert.rejects(Scenario.start(endless), { code: "NEVER_ENDS", message: /1000 steps/ });
});
