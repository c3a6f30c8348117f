import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { migrate } from "../interpreter/migrate.ts";
import { assign } from "../interpreter/people.ts";
import { type Return, returnsOf, sendBack } from "../interpreter/send-back.ts";
import { bpmn, flow, modelOf, path, Scenario, user } from "./scenario.ts";

const ends = `<startEvent id="s"/><endEvent id="e"/>`;
const back = (scenario: Scenario, task: string, target: string, options?: Return) => {
  const { key } = scenario.task(task);
  return scenario.take((state, host) => sendBack(scenario.model, state, key, target, host, options));
};
const line = bpmn(`${ends}${user("a")}${user("b")}${user("c")}${path("s > a > b > c > e")}`);
const fork = bpmn(
  `${ends}${user("first")}<parallelGateway id="g"/><parallelGateway id="j"/>${user("a1")}${user("a2")}${user("b1")}${user("last")}
   ${path("s > first > g > a1 > a2 > j > last > e", "g > b1 > j")}`,
);

test("a task goes back along the line, and the way is done again", async () => {
  const scenario = await Scenario.start(line);
  await scenario.complete("a");
  await scenario.complete("b");
  assert.deepEqual(returnsOf(scenario.model, scenario.state, scenario.task("c").key), ["b", "a"]);
  await back(scenario, "c", "a", { assignee: "u1" });
  assert.deepEqual(scenario.tasks, ["a:u1"]);
  assert.equal(scenario.state.activities.find((activity) => activity.element === "c")?.outcome, "returned");
  for (const name of ["a:u1", "b", "c"]) await scenario.complete(name);
  scenario.assertEnded();
  assert.equal(scenario.way, "s a b c a b c e");
});

test("or comes straight back to who sent it", async () => {
  const scenario = await Scenario.start(line);
  await scenario.complete("a");
  await scenario.complete("b");
  await back(scenario, "c", "a", { comeBack: true });
  await scenario.complete("a");
  assert.deepEqual(scenario.tasks, ["c"]);
  await scenario.complete("c");
  scenario.assertEnded();
});

test("only to a user task that was done, and is not the own one", async () => {
  const scenario = await Scenario.start(line);
  await scenario.complete("a");
  for (const target of ["b", "c", "s", "nowhere"])
    await assert.rejects(back(scenario, "b", target), { code: "NO_RETURN" }, target);
});

test("within a branch, the other branch goes on", async () => {
  const scenario = await Scenario.start(fork);
  await scenario.complete("first");
  await scenario.complete("a1");
  await back(scenario, "a2", "a1");
  assert.deepEqual(scenario.tasks, ["a1", "b1"]);
  await scenario.complete("b1");
  await scenario.complete("a1");
  // The other branch waits at the join, and goes on waiting.
  await back(scenario, "a2", "a1");
  await scenario.complete("a1");
  await scenario.complete("a2");
  assert.deepEqual(scenario.tasks, ["last"]);
});

test("to before the fork, all branches end", async () => {
  for (const isWaiting of [false, true]) {
    const scenario = await Scenario.start(fork);
    await scenario.complete("first");
    await scenario.complete("a1");
    if (isWaiting) await scenario.complete("b1");
    await back(scenario, "a2", "first");
    assert.deepEqual(scenario.tasks, ["first"]);
    for (const name of ["first", "a1", "a2", "b1", "last"]) await scenario.complete(name);
    scenario.assertEnded();
  }
});

test("out of a sub-process and of several signers, these end as a whole", async () => {
  const scenario = await Scenario.start(
    bpmn(
      `${ends}${user("a")}<subProcess id="sub"><startEvent id="s2"/><endEvent id="e2"/><userTask id="b" name="b" flowable:assignee="\${p}">
       <multiInstanceLoopCharacteristics flowable:collection="people" flowable:elementVariable="p"/></userTask>${path("s2 > b > e2")}</subProcess>${path("s > a > sub > e")}`,
    ),
    { people: ["u1", "u2"] },
  );
  await scenario.complete("a");
  await back(scenario, "b:u2", "a", { comeBack: true });
  assert.deepEqual(scenario.tasks, ["a"]);
  await scenario.complete("a");
  assert.deepEqual(scenario.tasks, ["b:u1", "b:u2"]);
});

describe("into a block that was joined", () => {
  async function atLast(xml = fork): Promise<Scenario> {
    const scenario = await Scenario.start(xml);
    for (const name of ["first", "a1", "a2", "b1"]) await scenario.complete(name);
    assert.deepEqual(scenario.tasks, ["last"]);
    return scenario;
  }

  test("its branch alone is done again", async () => {
    const scenario = await atLast();
    await back(scenario, "last", "a1");
    for (const name of ["a1", "a2", "last"]) {
      assert.deepEqual(scenario.tasks, [name]);
      await scenario.complete(name);
    }
    scenario.assertEnded();
  });

  test("again and again, and from within the block", async () => {
    const scenario = await atLast();
    await back(scenario, "last", "b1");
    await scenario.complete("b1");
    await back(scenario, "last", "a2");
    await back(scenario, "a2", "a1");
    for (const name of ["a1", "a2"]) await scenario.complete(name);
    await back(scenario, "last", "first");
    for (const name of ["first", "b1", "a1", "a2", "last"]) await scenario.complete(name);
    scenario.assertEnded();
  });

  test("in a block within a block, and where what follows may go round again", async () => {
    const scenario = await atLast(
      bpmn(
        `${ends}${["first", "a1", "a2", "b1", "last"].map((id) => user(id)).join("")}
         ${["g", "j", "g2", "j2"].map((id) => `<parallelGateway id="${id}"/>`).join("")}<manualTask id="a3"/><exclusiveGateway id="x" default="on"/>
         ${path("s > first > g > a1 > g2 > a2 > j2 > j > last > x", "g2 > a3 > j2", "g > b1 > j")}
         ${flow("round", "x", "first", "${variables:getOrDefault(again, false)}")}<sequenceFlow id="on" sourceRef="x" targetRef="e"/>`,
      ),
    );
    await back(scenario, "last", "a2");
    await scenario.complete("a2");
    await scenario.complete("last", { again: true });
    for (const name of ["first", "a1"]) await scenario.complete(name);
    // The other branch has yet to be done in this round: it goes on beside the step that goes back.
    await back(scenario, "a2", "a1");
    assert.deepEqual(scenario.tasks, ["a1", "b1"]);
    for (const name of ["b1", "a1", "a2"]) await scenario.complete(name);
    await scenario.complete("last", { again: false });
    scenario.assertEnded();
  });

  test("what an event ended before it was joined cannot be joined any more", async () => {
    const scenario = await Scenario.start(
      fork.replace(
        "</process>",
        `<subProcess id="ev" triggeredByEvent="true"><startEvent id="s2"><messageEventDefinition messageRef="m"/></startEvent><endEvent id="e2"/>${user("objection")}${path("s2 > objection > e2")}</subProcess></process><message id="m" name="stop"/>`,
      ),
    );
    for (const name of ["first", "a1"]) await scenario.complete(name);
    await scenario.deliver("message", "stop");
    assert.deepEqual(returnsOf(scenario.model, scenario.state, scenario.task("objection").key), ["first"]);
    await assert.rejects(back(scenario, "objection", "a1"), { code: "NO_RETURN" });
    await assert.rejects(back(scenario, "objection", "first", { comeBack: true }), { code: "NO_RETURN" });
    await back(scenario, "objection", "first");
    for (const name of ["first", "a1", "a2", "b1", "last"]) await scenario.complete(name);
    scenario.assertEnded();
  });
});

test("to a step of another branch, it comes straight back, since nobody else would ask the own step again", async () => {
  const scenario = await Scenario.start(fork);
  for (const name of ["first", "a1", "b1"]) await scenario.complete(name);
  await back(scenario, "a2", "b1");
  assert.deepEqual(scenario.tasks, ["b1"]);
  await scenario.complete("b1");
  assert.deepEqual(scenario.tasks, ["a2"]);
  for (const name of ["a2", "last"]) await scenario.complete(name);
  scenario.assertEnded();
});

describe("coming straight back", () => {
  test("leaves the other branches as they are, whether they are done or not", async () => {
    for (const isDone of [false, true]) {
      const scenario = await Scenario.start(fork);
      for (const name of ["first", "a1", ...(isDone ? ["b1"] : [])]) await scenario.complete(name);
      await back(scenario, "a2", "first", { comeBack: true });
      assert.deepEqual(scenario.tasks, isDone ? ["first"] : ["b1", "first"]);
      for (const name of ["first", "a2", ...(isDone ? [] : ["b1"]), "last"]) await scenario.complete(name);
      scenario.assertEnded();
    }
  });

  test("to who had the task, in turn where it was sent back twice", async () => {
    const scenario = await Scenario.start(line);
    for (const name of ["a", "b"]) await scenario.complete(name);
    await scenario.take((state) => assign(state, scenario.task("c").key, "u3"));
    await back(scenario, "c", "b", { comeBack: true, assignee: "u2" });
    await back(scenario, "b:u2", "a", { comeBack: true });
    await scenario.complete("a");
    assert.deepEqual(scenario.tasks, ["b:u2"]);
    await scenario.complete("b");
    assert.deepEqual(scenario.tasks, ["c:u3"]);
    await scenario.complete("c");
    scenario.assertEnded();
  });

  test("is over where the step is sent back further without it: all is done again", async () => {
    const scenario = await Scenario.start(
      fork.replace(path("s > first"), `${user("zero")}${path("s > zero > first")}`),
    );
    for (const name of ["zero", "first", "a1", "b1"]) await scenario.complete(name);
    await back(scenario, "a2", "first", { comeBack: true });
    await back(scenario, "first", "zero");
    for (const name of ["zero", "first", "a1", "b1", "a2", "last"]) await scenario.complete(name);
    scenario.assertEnded();
  });

  test("is over where a boundary event leads elsewhere, unless it is in another branch", async () => {
    const deadline = (on: string) =>
      `<boundaryEvent id="late" attachedToRef="${on}"><timerEventDefinition><timeDuration>P5D</timeDuration></timerEventDefinition></boundaryEvent>${path("late > e")}`;
    const before = await Scenario.start(fork.replace("</process>", `${deadline("first")}</process>`));
    for (const name of ["first", "a1", "b1"]) await before.complete(name);
    await back(before, "a2", "first", { comeBack: true });
    await before.fire("late");
    before.assertEnded();
    const beside = await Scenario.start(fork.replace("</process>", `${deadline("b1")}</process>`));
    for (const name of ["first", "a1", "b1"]) await beside.complete(name);
    await back(beside, "a2", "b1");
    await beside.fire("late");
    for (const name of ["a2", "last"]) await beside.complete(name);
    beside.assertEnded();
  });
});

test("another version has to have the step that wants it again", async () => {
  const scenario = await Scenario.start(line);
  for (const name of ["a", "b"]) await scenario.complete(name);
  await back(scenario, "c", "a", { comeBack: true });
  const without = await modelOf(bpmn(`${ends}${user("a")}${user("b")}${path("s > a > b > e")}`));
  const { isPossible, standings } = migrate(scenario.model, without, scenario.state);
  assert.equal(isPossible, false);
  assert.equal(standings.find(({ element }) => element === "c")?.obstacle, "missing");
});
