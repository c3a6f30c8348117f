import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BpmnError } from "../workflow-error.ts";
import { start } from "../interpreter/start.ts";
import { bpmn, modelOf, path, Scenario, user } from "./scenario.ts";

const ends = `<startEvent id="s"/><endEvent id="e"/>`;
const names = `<error id="bad" errorCode="BAD"/><error id="worse" errorCode="WORSE"/><message id="m" name="cancelled"/>`;
const errorEnd = (id: string, ref: string) =>
  `<endEvent id="${id}"><errorEventDefinition errorRef="${ref}"/></endEvent>`;
const catchError = (id: string, on: string, ref = "") =>
  `<boundaryEvent id="${id}" attachedToRef="${on}"><errorEventDefinition ${ref && `errorRef="${ref}"`}/></boundaryEvent>`;
const sub = (id: string, elements: string, attributes = "") =>
  `<subProcess id="${id}" ${attributes}>${elements}</subProcess>`;

describe("embedded sub-process", () => {
  const xml = bpmn(
    `${ends}${user("after")}${sub("sub", `<startEvent id="s2"/><endEvent id="e2"/><parallelGateway id="g"/>${user("a")}${user("b")}${path("s2 > g > a > e2", "g > b > e2")}`)}
     ${path("s > sub > after > e")}`,
  );

  test("goes on when all within it has ended", async () => {
    const scenario = await Scenario.start(xml);
    assert.deepEqual(scenario.tasks, ["a", "b"]);
    await scenario.complete("a");
    assert.deepEqual(scenario.tasks, ["b"]);
    await scenario.complete("b");
    assert.deepEqual(scenario.tasks, ["after"]);
    await scenario.complete("after");
    scenario.assertEnded();
  });

  test("a terminate end ends the sub-process alone", async () => {
    const ended = bpmn(
      `${ends}${user("after")}${sub("sub", `<startEvent id="s2"/><endEvent id="e2"><terminateEventDefinition/></endEvent><parallelGateway id="g"/>${user("a")}${user("b")}${path("s2 > g > a > e2", "g > b")}`)}
       ${path("s > sub > after > e")}`,
    );
    const scenario = await Scenario.start(ended);
    await scenario.complete("a");
    assert.deepEqual(scenario.tasks, ["after"]);
    const all = await Scenario.start(
      ended.replace("<terminateEventDefinition/>", `<terminateEventDefinition flowable:terminateAll="true"/>`),
    );
    await all.complete("a");
    all.assertEnded();
  });
});

test("a terminate end ends the process with all that is open", async () => {
  const xml = bpmn(
    `<startEvent id="s"/><endEvent id="e"><terminateEventDefinition/></endEvent><parallelGateway id="g"/>${user("a")}${user("b")}${path("s > g > a > e", "g > b")}`,
  );
  const scenario = await Scenario.start(xml);
  await scenario.complete("a");
  scenario.assertEnded();
  assert.equal(scenario.state.activities.find((activity) => activity.element === "b")?.outcome, "cancelled");
});

describe("errors", () => {
  const failing = (around: string, ref = "bad") =>
    bpmn(
      `${ends}${user("mend")}${sub("sub", `<startEvent id="s2"/>${user("a")}${errorEnd("e2", ref)}${path("s2 > a > e2")}`)}${around}${path("s > sub > e")}`,
      names,
    );

  test("are caught by code at the boundary", async () => {
    const scenario = await Scenario.start(failing(catchError("x", "sub", "bad") + path("x > mend > e")));
    await scenario.complete("a");
    assert.deepEqual(scenario.tasks, ["mend"]);
    await scenario.complete("mend");
    scenario.assertEnded();
  });

  test("one that names the code goes before one that takes all", async () => {
    const both = `${catchError("x1", "sub")}${catchError("x2", "sub", "bad")}${user("all")}${path("x1 > all > e", "x2 > mend > e")}`;
    const named = await Scenario.start(failing(both));
    await named.complete("a");
    assert.deepEqual(named.tasks, ["mend"]);
    const other = await Scenario.start(failing(both, "worse"));
    await other.complete("a");
    assert.deepEqual(other.tasks, ["all"]);
  });

  test("uncaught, they end the process and stay with it", async () => {
    const scenario = await Scenario.start(failing(catchError("x", "sub", "worse") + path("x > mend > e")));
    await scenario.complete("a");
    scenario.assertEnded("BAD");
  });

  test("of an action are caught like others, and what is no BPMN error undoes the step", async () => {
    const xml = bpmn(
      `${ends}<serviceTask id="a" flowable:type="fail"/>${catchError("x", "a", "bad")}${user("mend")}${path("s > a > e", "x > mend > e")}`,
      names,
    );
    const model = await modelOf(xml);
    const scenario = await Scenario.start(bpmn(`${ends}${path("s > e")}`));
    const host = (error: Error) => ({ ...scenario.host(), action: () => Promise.reject(error) });
    const beginning = { starter: null, variables: {} };
    const caught = await start(model, beginning, host(new BpmnError("BAD")));
    assert.deepEqual(
      caught.tasks.map((task) => task.element),
      ["mend"],
    );
    assert.equal(caught.activities.find((activity) => activity.element === "a")?.outcome, "error");
    assert.equal((await start(model, beginning, host(new BpmnError("OTHER")))).error, "OTHER");
    await assert.rejects(start(model, beginning, host(new Error("disk full"))), /disk full/);
  });

  test("of one instance end all of a multi-instance sub-process", async () => {
    const xml = bpmn(
      `${ends}${user("mend")}<subProcess id="sub"><multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>
       <startEvent id="s2"/>${user("a")}${errorEnd("e2", "bad")}${path("s2 > a > e2")}</subProcess>${catchError("x", "sub")}${path("s > sub > e", "x > mend > e")}`,
      names,
    );
    const scenario = await Scenario.start(xml);
    assert.deepEqual(scenario.tasks, ["a", "a", "a"]);
    await scenario.complete("a");
    assert.deepEqual(scenario.tasks, ["mend"]);
  });
});

describe("event sub-process", () => {
  const withEvent = (definition: string, attributes = "") =>
    bpmn(
      `${ends}${user("a")}${path("s > a > e")}${sub("ev", `<startEvent id="s2" ${attributes}>${definition}</startEvent>${user("b")}<endEvent id="e2"/>${path("s2 > b > e2")}`, `triggeredByEvent="true"`)}`,
      names,
    );

  test("takes the place of what its scope does", async () => {
    const scenario = await Scenario.start(withEvent(`<messageEventDefinition messageRef="m"/>`));
    await scenario.deliver("message", "cancelled");
    assert.deepEqual(scenario.tasks, ["b"]);
    assert.deepEqual(scenario.state.waits, []);
    await scenario.complete("b");
    scenario.assertEnded();
  });

  test("or runs beside it, as often as its event happens", async () => {
    const scenario = await Scenario.start(
      withEvent(`<messageEventDefinition messageRef="m"/>`, `isInterrupting="false"`),
    );
    await scenario.deliver("message", "cancelled");
    await scenario.deliver("message", "cancelled");
    assert.deepEqual(scenario.tasks, ["a", "b", "b"]);
    await scenario.complete("a");
    await scenario.complete("b");
    await scenario.complete("b");
    scenario.assertEnded();
  });

  test("by any of several events", async () => {
    const xml = withEvent(`<messageEventDefinition messageRef="m"/>`).replace(
      `<startEvent id="s2"`,
      `<startEvent id="s3"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></startEvent>${path("s3 > b")}<startEvent id="s2"`,
    );
    const scenario = await Scenario.start(xml);
    await scenario.fire("s3");
    assert.deepEqual(scenario.tasks, ["b"]);
    assert.deepEqual([scenario.state.timers, scenario.state.waits], [[], []]);
  });

  test("by a timer", async () => {
    const scenario = await Scenario.start(
      withEvent(`<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>`),
    );
    await scenario.fire("s2");
    assert.deepEqual(scenario.tasks, ["b"]);
  });

  test("by an error, but not by one of its own", async () => {
    const xml = (inner: string) =>
      bpmn(
        `<startEvent id="s"/>${user("a")}${errorEnd("e", "bad")}${path("s > a > e")}${sub("ev", `<startEvent id="s2"><errorEventDefinition/></startEvent>${user("b")}${inner}${path("s2 > b > e2")}`, `triggeredByEvent="true"`)}`,
        names,
      );
    const caught = await Scenario.start(xml(`<endEvent id="e2"/>`));
    await caught.complete("a");
    assert.deepEqual(caught.tasks, ["b"]);
    await caught.complete("b");
    caught.assertEnded();
    const again = await Scenario.start(xml(errorEnd("e2", "worse")));
    await again.complete("a");
    await again.complete("b");
    again.assertEnded("WORSE");
  });

  test("within a sub-process, whose boundary events stay", async () => {
    const inner = sub(
      "ev",
      `<startEvent id="s3"><messageEventDefinition messageRef="m"/></startEvent>${user("b")}<endEvent id="e3"/>${path("s3 > b > e3")}`,
      `triggeredByEvent="true"`,
    );
    const xml = bpmn(
      `${ends}${user("after")}${sub("sub", `<startEvent id="s2"/>${user("a")}<endEvent id="e2"/>${path("s2 > a > e2")}${inner}`)}
       <boundaryEvent id="x" attachedToRef="sub"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>
       ${path("s > sub > after > e", "x > e")}`,
      names,
    );
    const scenario = await Scenario.start(xml);
    await scenario.deliver("message", "cancelled");
    assert.deepEqual(scenario.tasks, ["b"]);
    assert.equal(scenario.state.timers.length, 1);
    await scenario.complete("b");
    assert.deepEqual(scenario.tasks, ["after"]);
    assert.deepEqual(scenario.state.timers, []);
  });
});

describe("call activity", () => {
  const xml = bpmn(
    `${ends}<callActivity id="c" calledElement="child"><extensionElements><flowable:in source="days" target="n"/><flowable:in sourceExpression="\${days * 2}" target="double"/>
     <flowable:out source="result" target="answer"/></extensionElements></callActivity>${catchError("x", "c", "bad")}${user("mend")}${user("after")}${path("s > c > after > e", "x > mend > e")}`,
    names,
  );

  test("hands variables on, waits for the process, and takes variables over", async () => {
    const scenario = await Scenario.start(xml, { days: 3 });
    assert.deepEqual(scenario.log, [`call child {"n":3,"double":6}`]);
    await assert.rejects(scenario.childEnded("other"), { code: "NOT_WAITING" });
    await scenario.childEnded("child1", { result: "yes", other: 1 });
    assert.deepEqual(scenario.tasks, ["after"]);
    assert.deepEqual(scenario.state.variables, { days: 3, answer: "yes" });
  });

  test("all variables can be handed on and taken over, those of the interpreter stay", async () => {
    const all = bpmn(
      `${ends}<callActivity id="c" calledElement="\${which}"><extensionElements><flowable:in variables="all"/><flowable:out variables="all"/></extensionElements>
       <multiInstanceLoopCharacteristics><loopCardinality>1</loopCardinality></multiInstanceLoopCharacteristics></callActivity>${path("s > c > e")}`,
    );
    const scenario = await Scenario.start(all, { which: "child", days: 3 });
    assert.deepEqual(scenario.log, [`call child {"which":"child","days":3}`]);
    await scenario.childEnded("child1", { days: 4, nrOfInstances: 9 });
    scenario.assertEnded();
    assert.deepEqual(scenario.state.variables, { which: "child", days: 4 });
  });

  test("an error of the process is caught here", async () => {
    const scenario = await Scenario.start(xml, { days: 3 });
    await scenario.childEnded("child1", {}, { error: "BAD" });
    assert.deepEqual(scenario.tasks, ["mend"]);
  });

  test("the process ends when the call is interrupted", async () => {
    const interrupted = xml.replace(
      `<errorEventDefinition errorRef="bad"/>`,
      `<messageEventDefinition messageRef="m"/>`,
    );
    const scenario = await Scenario.start(interrupted, { days: 3 });
    await scenario.deliver("message", "cancelled");
    assert.equal(scenario.log.at(-1), "cancel child1");
  });

  test("one that ends at once is not waited for", async () => {
    const model = await modelOf(xml);
    const idle = await Scenario.start(bpmn(`${ends}${path("s > e")}`));
    const host = {
      ...idle.host(),
      startChild: async () => ({ id: "c1", ended: { variables: { result: 1 }, error: null, decision: undefined } }),
    };
    const state = await start(model, { starter: null, variables: { days: 1 } }, host);
    assert.deepEqual(
      state.tasks.map((task) => task.element),
      ["after"],
    );
  });
});
