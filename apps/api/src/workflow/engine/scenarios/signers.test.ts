import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addSigners, assign, getAddedSigners, removeSigner } from "../interpreter/people.ts";
import { bpmn, path, Scenario, user } from "./scenario.ts";

const ends = `<startEvent id="s"/><endEvent id="e"/>`;
const signed = (isSequential: boolean, completion = "") =>
  bpmn(
    `${ends}<userTask id="a" flowable:assignee="\${p}"><multiInstanceLoopCharacteristics isSequential="${isSequential}" flowable:collection="\${people}" flowable:elementVariable="p">
     ${completion && `<completionCondition>${completion}</completionCondition>`}</multiInstanceLoopCharacteristics></userTask>${user("after")}${path("s > a > after > e")}`,
  );
const people = { people: ["u1", "u2", "u3"] };

const add = (scenario: Scenario, task: string, signer: string, where: "before" | "after" = "after") => {
  const { key } = scenario.task(task);
  return scenario.take((state, host) => addSigners(scenario.model, state, key, signer.split(","), where, host));
};
const remove = (scenario: Scenario, task: string) => {
  const { execution, assignee } = scenario.task(task);
  const { parent } = scenario.state.executions.find(({ key }) => key === execution) ?? {};
  const one = { key: parent ?? "", signer: assignee ?? "" };
  return scenario.take((state, host) => removeSigner(scenario.model, state, one, host));
};
/** Who may take off whom. */
const removable = ({ state }: Scenario) => getAddedSigners(state).map(({ by, signer }) => `${by} ${signer}`);

describe("several signers", () => {
  test("all at once, until all have signed (会签)", async () => {
    const scenario = await Scenario.start(signed(false), people);
    assert.deepEqual(scenario.tasks, ["a:u1", "a:u2", "a:u3"]);
    for (const name of ["a:u2", "a:u1"]) await scenario.complete(name);
    assert.deepEqual(scenario.tasks, ["a:u3"]);
    await scenario.complete("a:u3");
    assert.deepEqual(scenario.tasks, ["after"]);
    // What counted the signers is gone with them.
    assert.deepEqual(scenario.state.variables, people);
  });

  test("all at once, until one has (或签)", async () => {
    const scenario = await Scenario.start(signed(false, "${nrOfCompletedInstances >= 1}"), people);
    await scenario.complete("a:u2");
    assert.deepEqual(scenario.tasks, ["after"]);
    assert.deepEqual(
      scenario.state.activities.filter((activity) => activity.element === "a").map((activity) => activity.outcome),
      ["cancelled", "completed", "cancelled"],
    );
  });

  test("until a share of them has", async () => {
    const scenario = await Scenario.start(signed(false, "${nrOfCompletedInstances / nrOfInstances >= 0.6}"), people);
    await scenario.complete("a:u2");
    assert.equal(scenario.tasks.length, 2);
    await scenario.complete("a:u3");
    assert.deepEqual(scenario.tasks, ["after"]);
  });

  test("until so many agree, or no longer can", async () => {
    const two = "${nrOfPassedInstances >= 2 || nrOfCompletedInstances - nrOfPassedInstances > nrOfInstances - 2}";
    const vote = async (...answers: boolean[]) => {
      const scenario = await Scenario.start(signed(false, two), people);
      for (const [at, pass] of answers.entries()) await scenario.complete(`a:u${at + 1}`, { pass });
      return scenario;
    };
    assert.equal((await vote(true)).tasks.length, 2);
    assert.equal((await vote(false, true)).tasks.length, 1);
    for (const answers of [
      [true, true],
      [true, false, true],
      [false, false],
    ])
      assert.deepEqual((await vote(...answers)).tasks, ["after"]);
    assert.equal((await vote(true, false, true)).state.variables.pass, true);
    assert.equal((await vote(false, false)).state.variables.pass, false);
  });

  test("until one refuses: what each says is a variable of the process", async () => {
    const scenario = await Scenario.start(signed(false, "${variables:equals(agreed, false)}"), people);
    await scenario.complete("a:u1", { agreed: true });
    assert.equal(scenario.tasks.length, 2);
    await scenario.complete("a:u2", { agreed: false });
    assert.deepEqual(scenario.tasks, ["after"]);
  });

  test("one after the other", async () => {
    const scenario = await Scenario.start(signed(true), people);
    for (const name of ["a:u1", "a:u2", "a:u3"]) {
      assert.deepEqual(scenario.tasks, [name]);
      await scenario.complete(name);
    }
    assert.deepEqual(scenario.tasks, ["after"]);
  });

  test("one after the other, until it is enough", async () => {
    const scenario = await Scenario.start(signed(true, "${nrOfCompletedInstances == 2}"), people);
    await scenario.complete("a:u1");
    await scenario.complete("a:u2");
    assert.deepEqual(scenario.tasks, ["after"]);
  });

  test("nobody is passed over, and what is no list is an error", async () => {
    assert.deepEqual((await Scenario.start(signed(false), { people: [] })).tasks, ["after"]);
    await assert.rejects(Scenario.start(signed(false), { people: "u1" }), { code: "NOT_A_LIST" });
    const many = { people: Array.from({ length: 1001 }, (_, index) => `u${index}`) };
    await assert.rejects(Scenario.start(signed(false), many), { code: "TOO_MANY_INSTANCES" });
  });

  test("a number instead of a list, with the counter", async () => {
    const xml = bpmn(
      `${ends}<userTask id="a" name="\${loopCounter}"><multiInstanceLoopCharacteristics><loopCardinality>\${n}</loopCardinality></multiInstanceLoopCharacteristics></userTask>${path("s > a > e")}`,
    );
    const scenario = await Scenario.start(xml, { n: 3 });
    assert.deepEqual(
      scenario.state.tasks.map((task) => task.name),
      ["0", "1", "2"],
    );
  });

  test("sub-processes for each, within each other", async () => {
    const xml = bpmn(
      `${ends}<subProcess id="sub"><multiInstanceLoopCharacteristics flowable:collection="teams" flowable:elementVariable="team"/><startEvent id="s2"/><endEvent id="e2"/>
       <userTask id="a" name="a" flowable:assignee="\${p}"><multiInstanceLoopCharacteristics isSequential="true" flowable:collection="\${team}" flowable:elementVariable="p"/></userTask>${path("s2 > a > e2")}</subProcess>${path("s > sub > e")}`,
    );
    const scenario = await Scenario.start(xml, { teams: [["u1", "u2"], ["u3"]] });
    assert.deepEqual(scenario.tasks, ["a:u1", "a:u3"]);
    await scenario.complete("a:u3");
    await scenario.complete("a:u1");
    assert.deepEqual(scenario.tasks, ["a:u2"]);
    await scenario.complete("a:u2");
    scenario.assertEnded();
  });
});

describe("signers are added and removed (加签、减签)", () => {
  test("where all sign at once", async () => {
    const scenario = await Scenario.start(signed(false), people);
    await add(scenario, "a:u1", "u9");
    assert.deepEqual(scenario.tasks, ["a:u1", "a:u2", "a:u3", "a:u9"]);
    await remove(scenario, "a:u2");
    for (const name of ["a:u1", "a:u3", "a:u9"]) await scenario.complete(name);
    assert.deepEqual(scenario.tasks, ["after"]);
  });

  test("where one signs after the other", async () => {
    const scenario = await Scenario.start(signed(true), people);
    await add(scenario, "a:u1", "u8", "before");
    await add(scenario, "a:u8", "u9", "after");
    for (const name of ["a:u8", "a:u9", "a:u1", "a:u2", "a:u3"]) {
      assert.deepEqual(scenario.tasks, [name]);
      await scenario.complete(name);
    }
    assert.deepEqual(scenario.tasks, ["after"]);
  });

  test("in front of who has the task, where it was handed over", async () => {
    const scenario = await Scenario.start(signed(true), people);
    const { key } = scenario.task("a:u1");
    await scenario.take((state) => assign(state, key, "u7"));
    await add(scenario, "a:u7", "u9", "before");
    assert.deepEqual(removable(scenario), ["u7 u9"]);
    await scenario.complete("a:u9");
    assert.deepEqual(scenario.tasks, ["a:u7"]);
  });

  test("to the task of one person, before and after", async () => {
    const xml = bpmn(
      `${ends}${user("a", `flowable:assignee="u1"`)}${user("after")}<boundaryEvent id="x" attachedToRef="a"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>${path("s > a > after > e", "x > e")}`,
    );
    const after = await Scenario.start(xml);
    await add(after, "a:u1", "u9", "after");
    assert.deepEqual(after.tasks, ["a:u1"]);
    await after.complete("a:u1");
    assert.deepEqual(after.tasks, ["a:u9"]);
    assert.equal(after.state.timers.length, 1);
    await after.complete("a:u9");
    assert.deepEqual(after.tasks, ["after"]);
    assert.deepEqual(after.state.timers, []);
    const before = await Scenario.start(xml);
    await add(before, "a:u1", "u9", "before");
    assert.deepEqual(before.tasks, ["a:u9"]);
    await before.complete("a:u9");
    assert.deepEqual(before.tasks, ["a:u1"]);
    await before.complete("a:u1");
    assert.deepEqual(before.tasks, ["after"]);
  });

  test("does not turn a refusal of who was asked into an agreement", async () => {
    const xml = bpmn(`${ends}${user("a", `flowable:assignee="u1"`)}${user("after")}${path("s > a > after > e")}`);
    const scenario = await Scenario.start(xml);
    await add(scenario, "a:u1", "u8,u9", "after");
    await scenario.complete("a:u1", { pass: true });
    await scenario.complete("a:u8", { pass: false });
    assert.deepEqual([scenario.tasks, scenario.state.variables.pass], [["after"], false]);
    const alone = await Scenario.start(xml);
    await add(alone, "a:u1", "u9", "after");
    await alone.complete("a:u1", { pass: false });
    assert.deepEqual([alone.tasks, alone.state.variables.pass], [["after"], false]);
  });

  test("and who was put in front advises, whoever put them there", async () => {
    const xml = bpmn(`${ends}${user("a", `flowable:assignee="u1"`)}${user("after")}${path("s > a > after > e")}`);
    const scenario = await Scenario.start(xml);
    await add(scenario, "a:u1", "u9", "after");
    await add(scenario, "a:u1", "u7,u8", "before");
    await add(scenario, "a:u7", "u6", "before");
    for (const name of ["a:u6", "a:u7", "a:u8"]) await scenario.complete(name, { pass: false });
    await scenario.complete("a:u1", { pass: true });
    await add(scenario, "a:u9", "u5", "before");
    await scenario.complete("a:u5", { pass: false });
    await scenario.complete("a:u9", { pass: true });
    assert.deepEqual([scenario.tasks, scenario.state.variables.pass], [["after"], true]);
  });

  test("who waits behind those whom they put in front takes them off, until it is their turn", async () => {
    const scenario = await Scenario.start(bpmn(`${ends}${user("a", `flowable:assignee="u1"`)}${path("s > a > e")}`));
    await add(scenario, "a:u1", "u7,u8,u9", "before");
    assert.deepEqual([scenario.tasks, removable(scenario)], [["a:u7"], ["u1 u7", "u1 u8", "u1 u9"]]);
    await add(scenario, "a:u7", "u6", "after");
    await remove(scenario, "a:u7");
    assert.deepEqual([scenario.tasks, removable(scenario)], [["a:u6"], ["u1 u8", "u1 u9"]]);
    await scenario.complete("a:u6");
    const [, last] = getAddedSigners(scenario.state);
    assert.ok(last);
    await scenario.take((state, host) => removeSigner(scenario.model, state, last, host));
    await scenario.complete("a:u8");
    assert.deepEqual([scenario.tasks, removable(scenario)], [["a:u1"], []]);
    await add(scenario, "a:u1", "u7,u8", "before");
    assert.deepEqual(removable(scenario), ["u1 u7", "u1 u8"]);
    for (const signer of ["u7", "u8"]) await scenario.complete(`a:${signer}`);
    await scenario.complete("a:u1");
    scenario.assertEnded();
  });

  test("the last one stays", async () => {
    const scenario = await Scenario.start(signed(false), people);
    await remove(scenario, "a:u1");
    await remove(scenario, "a:u2");
    await assert.rejects(remove(scenario, "a:u3"), { code: "LAST_SIGNER" });
  });

  test("who is left may be enough", async () => {
    const scenario = await Scenario.start(signed(false, "${nrOfCompletedInstances / nrOfInstances >= 0.5}"), people);
    await scenario.complete("a:u1");
    assert.equal(scenario.tasks.length, 2);
    await remove(scenario, "a:u2");
    assert.deepEqual(scenario.tasks, ["after"]);
  });
});
