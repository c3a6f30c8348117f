import assert from "node:assert/strict";
import { describe, test } from "node:test";
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

  test("comes with the end of a called process, and not with what a process is started with", async () => {
    const call = `<callActivity id="c" calledElement="child"><extensionElements><flowable:out source="pass" target="pass"/></extensionElements></callActivity>`;
    const scenario = await Scenario.start(bpmn(`${ends}${call}${path("s > c > e")}`), { pass: true });
    assert.equal(decision(scenario), undefined);
    await scenario.childEnded("child1", { pass: true });
    assert.equal(decision(scenario), true);
  });
});
