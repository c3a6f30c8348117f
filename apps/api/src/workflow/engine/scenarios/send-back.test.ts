import assert from "node:assert/strict";
import { test } from "node:test";
import { type Return, returnsOf, sendBack } from "../interpreter/send-back.ts";
import { bpmn, path, Scenario, user } from "./scenario.ts";

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
