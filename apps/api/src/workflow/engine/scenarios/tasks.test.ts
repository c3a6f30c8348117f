import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { complete } from "../interpreter/complete.ts";
import { assign } from "../interpreter/people.ts";
import { terminate } from "../interpreter/terminate.ts";
import { migrate } from "../interpreter/migrate.ts";
import { bpmn, modelOf, path, Scenario, user } from "./scenario.ts";

const ends = `<startEvent id="s"/><endEvent id="e"/>`;
const one = (attributes: string) => bpmn(`${ends}${user("a", attributes)}${path("s > a > e")}`);

describe("user tasks", () => {
  test("go to whom the model says: a user, the leader of the starter, a field of the form", async () => {
    const to = async (attributes: string, variables = {}) =>
      (await Scenario.start(one(attributes), variables)).task("a");
    assert.equal((await to(`flowable:assignee="zhang"`)).assignee, "zhang");
    assert.equal((await to(`flowable:assignee="\${starter}"`)).assignee, "u1");
    assert.equal((await to(`flowable:assignee="\${leaderOf(starter)}"`)).assignee, "leader of u1");
    assert.equal((await to(`flowable:assignee="\${agent}"`, { agent: "u7" })).assignee, "u7");
    assert.equal((await to(`flowable:assignee="\${agent}"`, { agent: null })).assignee, null);
    const candidates = await to(`flowable:candidateUsers="u2, \${more}" flowable:candidateGroups="clerk,dept:\${d}"`, {
      more: ["u3", "u4,u5"],
      d: "0301",
    });
    assert.deepEqual(candidates.candidateUsers, ["u2", "u3", "u4", "u5"]);
    assert.deepEqual(candidates.candidateGroups, ["clerk", "dept:0301"]);
  });

  test("have a title, a form, a priority and a day", async () => {
    const xml = bpmn(
      `${ends}<userTask id="a" name="Leave of \${who}" flowable:formKey="leave" flowable:priority="80" flowable:dueDate="P3D"/>${path("s > a > e")}`,
    );
    const task = (await Scenario.start(xml, { who: "李雷" })).task("a");
    assert.deepEqual([task.name, task.formKey, task.priority], ["Leave of 李雷", "leave", 80]);
    assert.equal(task.due?.toISOString(), "2026-03-05T01:00:00.000Z");
  });

  test("are claimed and handed over", async () => {
    const scenario = await Scenario.start(one(`flowable:candidateGroups="clerk"`));
    const { key } = scenario.task("a");
    await scenario.take((state) => assign(state, key, "u5"));
    assert.deepEqual(scenario.tasks, ["a:u5"]);
    await scenario.take((state) => assign(state, key, null));
    assert.deepEqual(scenario.tasks, ["a"]);
    assert.throws(() => assign(scenario.state, "t99", "u5"), { code: "NO_TASK" });
  });

  test("are done once", async () => {
    const scenario = await Scenario.start(bpmn(`${ends}${user("a")}${user("b")}${path("s > a > b > e")}`));
    const { key } = scenario.task("a");
    await scenario.complete("a");
    await assert.rejects(complete(scenario.model, scenario.state, key, {}, scenario.host()), { code: "NO_TASK" });
    await scenario.complete("b");
    await assert.rejects(complete(scenario.model, scenario.state, key, {}, scenario.host()), { code: "NOT_RUNNING" });
  });

  test("take no variables that mean something to JavaScript or to the interpreter", async () => {
    const scenario = await Scenario.start(one(""));
    for (const variables of [
      JSON.parse(`{"__proto__": {"x": 1}}`),
      { constructor: 1 },
      { prototype: 1 },
      { starter: "u9" },
      { nrOfCompletedInstances: 9 },
      { "": 1 },
    ])
      await assert.rejects(scenario.complete("a", variables), { code: "VARIABLE_NAME" }, JSON.stringify(variables));
    for (const value of [JSON.parse(`{"a": {"__proto__": 1}}`), Number.NaN, new Date() as never, undefined as never])
      await assert.rejects(scenario.complete("a", { value }), { code: "VARIABLE_VALUE" });
    assert.equal(Object.hasOwn(Object.prototype, "x"), false);
  });
});

describe("service and script tasks", () => {
  test("run actions of the closed list with their inputs", async () => {
    const field = `<extensionElements><flowable:field name="to" expression="\${starter}"/><flowable:field name="text"><flowable:string>Hello \${name}</flowable:string></flowable:field></extensionElements>`;
    for (const way of [
      `flowable:type="notify"`,
      `flowable:class="notify"`,
      `flowable:delegateExpression="\${notify}"`,
      `implementation="notify"`,
    ]) {
      const scenario = await Scenario.start(
        bpmn(`${ends}<serviceTask id="a" ${way}>${field}</serviceTask>${path("s > a > e")}`),
        { name: "Li" },
      );
      assert.deepEqual(scenario.log, [`notify {"to":"u1","text":"Hello Li"}`]);
      scenario.assertEnded();
    }
  });

  test("compute, and keep the result", async () => {
    const scenario = await Scenario.start(
      bpmn(
        `${ends}<serviceTask id="a" flowable:expression="\${days * 2}" flowable:resultVariable="double"/>
         <scriptTask id="b" scriptFormat="juel" flowable:resultVariable="long"><script>\${double > 5}</script></scriptTask>
         <scriptTask id="c"><script>\${execution.setVariable('done', true)}</script></scriptTask><manualTask id="d"/><task id="f"/>${path("s > a > b > c > d > f > e")}`,
      ),
      { days: 3 },
    );
    scenario.assertEnded();
    assert.deepEqual(scenario.state.variables, { days: 3, double: 6, long: true, done: true });
    assert.equal(scenario.way, "s a b c d f e");
  });

  test("are skipped where the instance allows it", async () => {
    const xml = one(`flowable:skipExpression="\${days &lt; 2}"`);
    assert.deepEqual((await Scenario.start(xml, { days: 1 })).tasks, ["a"]);
    const skipping = { days: 1, _FLOWABLE_SKIP_EXPRESSION_ENABLED: true };
    (await Scenario.start(xml, skipping)).assertEnded();
  });
});

test("the starter stands in the variable that the model names, and data objects are there", async () => {
  const scenario = await Scenario.start(
    bpmn(
      `<startEvent id="s" flowable:initiator="who"/><endEvent id="e"/><dataObject id="d" name="limit" itemSubjectRef="xsd:int"><extensionElements><flowable:value>5</flowable:value></extensionElements></dataObject>${user("a")}${path("s > a > e")}`,
    ),
  );
  assert.deepEqual(scenario.state.variables, { limit: 5, who: "u1" });
});

test("an instance that is terminated leaves nothing that waits", async () => {
  const scenario = await Scenario.start(one(""));
  const ended = terminate(scenario.state, scenario.now);
  assert.equal(ended.status, "terminated");
  assert.deepEqual([ended.executions, ended.tasks], [[], []]);
  assert.equal(ended.activities.at(-1)?.outcome, "cancelled");
});

test("a token that waits at a join needs the flow by which it came", async () => {
  const fork = (flow: string) =>
    bpmn(
      `${ends}<parallelGateway id="g"/><parallelGateway id="j"/>${user("a")}${user("b")}${path("s > g > a", "g > b > j > e")}<sequenceFlow id="${flow}" sourceRef="a" targetRef="j"/>`,
    );
  const scenario = await Scenario.start(fork("f1"));
  await scenario.complete("a");
  assert.equal(migrate(scenario.model, await modelOf(fork("f1")), scenario.state).isPossible, true);
  const { standings } = migrate(scenario.model, await modelOf(fork("f2")), scenario.state);
  assert.equal(standings.find((standing) => standing.element === "j")?.obstacle, "missing flow");
});

test("a move to another version is possible where every place is there", async () => {
  const scenario = await Scenario.start(one(""));
  const preview = async (xml: string) => migrate(scenario.model, await modelOf(xml), scenario.state);
  const longer = await preview(bpmn(`${ends}${user("a")}${user("b")}${path("s > a > b > e")}`));
  assert.equal(longer.isPossible, true);
  const gone = await preview(bpmn(`${ends}${user("b")}${path("s > b > e")}`));
  assert.equal(gone.isPossible, false);
  assert.deepEqual(
    gone.standings.find((standing) => standing.what === "task"),
    {
      element: "a",
      name: "a",
      what: "task",
      obstacle: "missing",
    },
  );
  const other = await preview(bpmn(`${ends}<receiveTask id="a"/>${path("s > a > e")}`));
  assert.equal(other.standings[0]?.obstacle, "other type");
});
