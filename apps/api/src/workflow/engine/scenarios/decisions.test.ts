import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Ending } from "../host.ts";
import type { Variables } from "../state.ts";
import { bpmn, path, Scenario, user } from "./scenario.ts";

/** What was decided last, as the state keeps it beside `pass`. */
const ends = `<startEvent id="s"/><endEvent id="e"/>`;
const deadline = (on: string) =>
  `<boundaryEvent id="late" attachedToRef="${on}"><timerEventDefinition><timeDuration>P3D</timeDuration></timerEventDefinition></boundaryEvent>`;
const agree = `<scriptTask id="agree" flowable:resultVariable="pass"><script>\${true}</script></scriptTask>`;
const decision = ({ state }: Scenario) => state.variables.lastDecision;
const two = (more: string) => bpmn(`${ends}${user("a")}${user("b")}${path("s > a > b > e")}${more}`);

describe("the last decision", () => {
  test("is the answer in a step, and none where steps answer nothing", async () => {
    const scenario = await Scenario.start(two(""));
    await scenario.complete("a");
    assert.equal(decision(scenario), undefined);
    await scenario.complete("b", { pass: false });
    assert.equal(decision(scenario), false);
  });

  test("is open again where a deadline takes away what was to be decided", async () => {
    const scenario = await Scenario.start(two(`${deadline("b")}${path("late > e")}`));
    await scenario.complete("a", { pass: true });
    await scenario.fire("late");
    scenario.assertEnded();
    assert.deepEqual([scenario.state.variables.pass, decision(scenario)], [true, null]);
  });

  test("is what the model sets itself when that has happened", async () => {
    const scenario = await Scenario.start(two(`${deadline("b")}${agree}${path("late > agree > e")}`));
    await scenario.complete("a", { pass: false });
    await scenario.fire("late");
    assert.equal(decision(scenario), true);
  });

  test("stays where others are not needed any more, and is open where an end takes their tasks by itself", async () => {
    const all = `<endEvent id="t"><terminateEventDefinition/></endEvent><parallelGateway id="g"/>`;
    const timer = `<intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>P3D</timeDuration></timerEventDefinition></intermediateCatchEvent>`;
    const xml = bpmn(
      `<startEvent id="s"/>${user("first")}${user("a")}${user("b")}${timer}${all}${path("s > first > g > a > t", "g > b > t", "g > wait > t")}`,
    );
    const refused = await Scenario.start(xml);
    await refused.complete("first", { pass: true });
    await refused.complete("a", { pass: false });
    assert.equal(decision(refused), false);
    const late = await Scenario.start(xml);
    await late.complete("first", { pass: true });
    await late.fire("wait");
    assert.equal(decision(late), null);
  });

  test("is open where the process was called for it that is interrupted, and stays where it was called for something else", async () => {
    for (const [output, left] of [["pass", null] as const, ["file", true] as const]) {
      const call = `<callActivity id="c" calledElement="child"><extensionElements><flowable:out source="${output}" target="${output}"/></extensionElements></callActivity>`;
      const scenario = await Scenario.start(
        bpmn(`${ends}${user("a")}${call}${deadline("c")}${path("s > a > c > e", "late > e")}`),
      );
      await scenario.complete("a", { pass: true });
      await scenario.fire("late");
      assert.equal(decision(scenario), left);
    }
  });

  describe("that a called process hands up", () => {
    const pass = `<flowable:out source="pass" target="pass"/>`;
    const all = `<flowable:out variables="all"/>`;
    const expression = `<flowable:out sourceExpression="\${pass}" target="pass"/>`;
    const calling = (outputs: string) =>
      bpmn(
        `${ends}${user("a")}<callActivity id="c" calledElement="child"><extensionElements>${outputs}</extensionElements></callActivity>
         <boundaryEvent id="failed" attachedToRef="c"><errorEventDefinition/></boundaryEvent>${path("s > a > c > e", "failed > e")}`,
      );
    /** How a process stands that has agreed and then called another one. */
    const after = async (outputs: string, ...ended: [variables: Variables, how: Partial<Ending>]) => {
      const scenario = await Scenario.start(calling(outputs), { pass: true });
      await scenario.complete("a", { pass: true });
      await scenario.childEnded("child1", ...ended);
      scenario.assertEnded();
      return [scenario.state.variables.pass, decision(scenario)];
    };

    test("is what was decided there, whatever the starter’s own step has left", async () => {
      for (const outputs of [pass, all, expression]) {
        assert.deepEqual(await after(outputs, { pass: true }, { decision: false }), [false, false]);
        assert.deepEqual(await after(outputs, { pass: false }, { decision: true }), [true, true]);
      }
    });

    test("is open where nobody decided there, whatever was decided before", async () => {
      for (const outputs of [pass, all, expression]) {
        assert.deepEqual(await after(outputs, { pass: true }, { decision: null }), [false, null]);
        assert.deepEqual(await after(outputs, {}, { error: "cancelled" }), [true, null]);
      }
    });

    test("stays where nobody was asked there, and where it was called for something else", async () => {
      assert.deepEqual(await after(all, { pass: false }, {}), [false, true]);
      assert.deepEqual(await after("", { pass: false }, { decision: false }), [true, true]);
      assert.deepEqual(await after("", {}, { error: "cancelled" }), [true, true]);
    });

    test("is what the model makes of another variable", async () => {
      const other = `<flowable:out source="sum" target="pass"/>`;
      for (const outputs of [other, all + other])
        assert.deepEqual(await after(outputs, { pass: true, sum: true }, { decision: null }), [true, true]);
    });
  });

  test("is none where a process is started with one", async () => {
    const scenario = await Scenario.start(two(""), { pass: true });
    assert.equal(decision(scenario), undefined);
  });
});
