import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { flowFollowCalls } from "@jipei/contract/workflow/flow-follow.ts";
import { processCalls, workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { aColleague, aDefinition, bpmn, chain, flow, started, task, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { workflow } from "../workflow.routes.ts";
import { lockInstance } from "./run.ts";

/** A process that calls another one: what ends the call before the other process has ended, and when it hears of its end. */
let app: TestApp;
let starter: TestUser;
let one: TestUser;
let two: TestUser;
before(async () => {
  app = await startTestApp();
  starter = await aColleague(app);
  one = await aColleague(app, "firstReviewer");
  two = await aColleague(app, "secondReviewer");
  await aDefinition(app, "called", chain("called", [["inner", `flowable:assignee="${one.actor.userId}"`]]));
});
after(() => app.close());

const settle = async () => {
  await workflow.timers?.find((timer) => timer.name === "workflow.due")?.run(app.services);
  await app.runJobs();
};
const message = `<messageEventDefinition messageRef="stop" />`;
const hour = `<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>`;
const boundary = (event: string) =>
  `<boundaryEvent id="late" attachedToRef="c">${event}</boundaryEvent>${flow("late", "up")}`;
const step = (id: string, user: TestUser) => task(id, `flowable:assignee="${user.actor.userId}"`);
const call = (inside = "") => `<callActivity id="c" calledElement="called">${inside}</callActivity>`;

/** A process whose call another one is asked for at once, and the step `up` after what may happen meanwhile. */
function calling(key: string, { inside = "", beside = "" }): Promise<string> {
  const body = `<startEvent id="s" />${flow("s", "c")}${call(inside)}${flow("c", "e")}${beside}<endEvent id="e" />`;
  return aDefinition(app, key, bpmn(key, body).replace("<process", `<message id="stop" name="stop" /><process`));
}
const up = () => `${step("up", two)}${flow("up", "e")}`;

/** How a process and those that it called stand: the first one first. */
async function standing(id: string) {
  const { rows } = await app.pool.query<{ status: string; ending: string | null }>(
    `select status, ending from flow_instance where $1::bigint in (id, root_id) order by id`,
    [id],
  );
  return rows.map(({ status, ending }) => (ending === null ? status : `${status} ${ending}`));
}
const waitsAt = async (user: TestUser, processInstanceId: string) =>
  (await user.list(workCalls.todoList, { processInstanceId })).records.map((row) => row.taskDefinitionKey);
const deliver = (processInstanceId: string) =>
  app.as("sysAdmin").call(flowFollowCalls.deliver, { processInstanceId, name: "stop" });
/** Completes the step of a called process. */
async function endCalled(rootId: string, { at = 0, pass = true } = {}) {
  const { rows } = await app.pool.query<{ id: string }>(
    `select id::text from flow_instance where root_id = $1 order by id`,
    [rootId],
  );
  const { taskId, processInstanceId } = await taskOf(one, rows[at]?.id);
  await one.call(workCalls.complete, { taskId, processInstanceId, pass, comment: "见附件", variables: null });
}

describe("FlowTask.withdraw of a process that called another", () => {
  it("ends both", async () => {
    const id = await started(starter, await calling("withdrawn", {}));
    await starter.call(workCalls.withdraw, { processInstanceId: id, comment: "填错了" });
    assert.deepEqual(await standing(id), ["deleted withdrawn", "deleted terminated"]);
  });
});

describe("FlowFollow.delete of a process that called another", () => {
  it("ends both, also where the other one is suspended", async () => {
    const asleep = await aDefinition(
      app,
      "asleep",
      chain("asleep", [["inner", `flowable:assignee="${one.actor.userId}"`]]),
    );
    const body = `<startEvent id="s" />${flow("s", "c")}<callActivity id="c" calledElement="asleep" />${flow("c", "e")}<endEvent id="e" />`;
    const id = await started(starter, await aDefinition(app, "removed", bpmn("removed", body)));
    const admin = app.as("sysAdmin");
    await admin.call(flowDefinitionCalls.changeState, { processId: asleep, state: "suspended" });
    await admin.call(flowFollowCalls.delete, { processInstanceId: id, deleteReason: "重复" });
    assert.deepEqual(await standing(id), ["deleted deleted", "deleted terminated"]);
  });
});

describe("a process that waits in one that it called", () => {
  it("is with who has the task there, who hears that it is urged", async () => {
    const id = await started(starter, await calling("waits", {}));
    const { instance } = await starter.call(processCalls.detail, { processInstanceId: id });
    const [listed] = (await starter.list(workCalls.sendList, { processDefinitionKey: "waits" })).records;
    for (const { currentTasks } of [instance, listed ?? instance])
      assert.deepEqual(
        currentTasks.map(({ assigneeName }) => assigneeName),
        [one.actor.name],
      );
    await starter.call(workCalls.urge, { processInstanceId: id, comment: null });
    const { rows } = await app.pool.query(
      `select from message where target = $1 and title_zh = '催办' and link like '%' || $2 || '%'`,
      [one.actor.userId, (await taskOf(one)).taskId],
    );
    assert.ok(rows.length > 0);
  });
});

describe("FlowDefinition.migrate of a process that another one called", () => {
  it("waits for the step that is made in either of them", async () => {
    const inner = () => chain("movedThere", [["inner", `flowable:assignee="${one.actor.userId}"`]]);
    const first = await aDefinition(app, "movedThere", inner());
    const body = `<startEvent id="s" />${flow("s", "c")}<callActivity id="c" calledElement="movedThere" />${flow("c", "e")}<endEvent id="e" />`;
    const id = await started(starter, await aDefinition(app, "movesThere", bpmn("movesThere", body)));
    const second = await aDefinition(app, "movedThere", inner());
    let isMade = false;
    let moving: Promise<boolean> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await lockInstance(tx, id);
      moving = app
        .as("sysAdmin")
        .call(flowDefinitionCalls.migrate, { processDefinitionId: first, targetDefinitionId: second })
        .then(() => isMade);
      await setTimeout(300);
      isMade = true;
    });
    assert.equal(await moving, true);
  });
});

describe("a call that is interrupted", () => {
  it("by a deadline ends the other process, once, and goes on from there", async () => {
    const id = await started(starter, await calling("overdue", { beside: boundary(hour) + up() }));
    await app.pool.query(`update flow_timer set due = now() - interval '1 minute' where instance_id = $1`, [id]);
    await settle();
    await settle();
    assert.deepEqual(await standing(id), ["running", "deleted terminated"]);
    assert.deepEqual(await waitsAt(two, id), ["up"]);
  });

  it("by a message ends the other process", async () => {
    const id = await started(starter, await calling("told", { beside: boundary(message) + up() }));
    await deliver(id);
    assert.deepEqual(await standing(id), ["running", "deleted terminated"]);
    assert.deepEqual(await waitsAt(two, id), ["up"]);
  });

  it("by an event sub-process ends the other process", async () => {
    const beside = `<subProcess id="ev" triggeredByEvent="true"><startEvent id="s2">${message}</startEvent>${flow("s2", "up")}${step("up", two)}${flow("up", "e2")}<endEvent id="e2" /></subProcess>`;
    const id = await started(starter, await calling("objection", { beside }));
    await deliver(id);
    assert.deepEqual(await standing(id), ["running", "deleted terminated"]);
    assert.deepEqual(await waitsAt(two, id), ["up"]);
  });

  it("because enough of several have ended ends the others", async () => {
    const inside = `<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality><completionCondition>\${nrOfCompletedInstances &gt;= 1}</completionCondition></multiInstanceLoopCharacteristics>`;
    const id = await started(starter, await calling("several", { inside }));
    await endCalled(id, { at: 1 });
    assert.deepEqual(await standing(id), [
      "finished undecided",
      "deleted terminated",
      "finished passed",
      "deleted terminated",
    ]);
  });

  it("by the end of the whole process ends with it", async () => {
    const body = `<startEvent id="s" />${flow("s", "g")}<parallelGateway id="g" />${flow("g", "c")}${call()}${flow("c", "e")}<endEvent id="e" />
      ${flow("g", "up")}${step("up", two)}${flow("up", "t")}<endEvent id="t"><terminateEventDefinition /></endEvent>`;
    const id = await started(starter, await aDefinition(app, "ended", bpmn("ended", body)));
    const { taskId, processInstanceId } = await taskOf(two, id);
    await two.call(workCalls.complete, { taskId, processInstanceId, pass: true, variables: null });
    assert.deepEqual(await standing(id), ["finished passed", "deleted terminated"]);
  });
});

describe("a process that called another, when that has ended", () => {
  const endings = async (key: string, inside: string, pass: boolean) => {
    const id = await started(starter, await calling(key, { inside }));
    await endCalled(id, { pass });
    return standing(id);
  };
  const up = `<extensionElements><flowable:out source="pass" target="pass" /></extensionElements>`;

  it("ends as that was decided, where it takes the decision over", async () => {
    assert.deepEqual(await endings("handedUp", up, true), ["finished passed", "finished passed"]);
    assert.deepEqual(await endings("handedUp", up, false), ["finished refused", "finished refused"]);
  });

  it("is undecided where it does not", async () => {
    assert.deepEqual(await endings("alone", "", true), ["finished undecided", "finished passed"]);
    assert.deepEqual(await endings("alone", "", false), ["finished undecided", "finished refused"]);
  });

  it("is not passed by the starter’s own step there, when others have refused", async () => {
    const key = "refusedThere";
    const body = `<startEvent id="s" />${flow("s", "inner")}${step("inner", one)}${flow("inner", "note")}${task("note", 'flowable:assignee="${starter}"')}${flow("note", "e")}<endEvent id="e" />`;
    await aDefinition(app, key, bpmn(key, body));
    const outer = `<startEvent id="s" />${flow("s", "c")}<callActivity id="c" calledElement="${key}">${up}</callActivity>${flow("c", "e")}<endEvent id="e" />`;
    const id = await started(starter, await aDefinition(app, "asksThere", bpmn("asksThere", outer)));
    await endCalled(id, { pass: false });
    const { rows } = await app.pool.query<{ id: string }>(`select id::text from flow_instance where parent_id = $1`, [
      id,
    ]);
    const { taskId, processInstanceId } = await taskOf(starter, rows[0]?.id);
    await starter.call(workCalls.complete, { taskId, processInstanceId, pass: true, variables: null });
    assert.deepEqual(await standing(id), ["finished refused", "finished refused"]);
  });
});

describe("a process that is suspended while the one ends that it called", () => {
  it("hears of that when it is activated, once", async () => {
    const definition = await calling("paused", {});
    const id = await started(starter, definition);
    const admin = app.as("sysAdmin");
    await admin.call(flowDefinitionCalls.changeState, { processId: definition, state: "suspended" });
    await endCalled(id);
    await settle();
    assert.deepEqual(await standing(id), ["suspended", "finished passed"]);
    await admin.call(flowDefinitionCalls.changeState, { processId: definition, state: "active" });
    await settle();
    assert.deepEqual(await standing(id), ["finished undecided", "finished passed"]);
  });

  it("hears of one that was terminated as of an error", async () => {
    const definition = await calling("pausedToo", {});
    const id = await started(starter, definition);
    const admin = app.as("sysAdmin");
    await admin.call(flowDefinitionCalls.changeState, { processId: definition, state: "suspended" });
    const { rows } = await app.pool.query<{ id: string }>(`select id::text from flow_instance where parent_id = $1`, [
      id,
    ]);
    await admin.call(flowFollowCalls.delete, { processInstanceId: rows[0]?.id ?? "", deleteReason: "误发" });
    await admin.call(flowDefinitionCalls.changeState, { processId: definition, state: "active" });
    await settle();
    assert.deepEqual(await standing(id), ["finished failed", "deleted deleted"]);
  });
});

describe("FlowTask.start of a process that calls others without end", () => {
  /** Starts a process of these elements between its start and its end, and holds that nothing is left of it. @returns why it is refused */
  const refused = async (key: string, called: string, inside = "") => {
    const body = `<startEvent id="s" />${flow("s", "c")}<callActivity id="c" calledElement="${called}">${inside}</callActivity>${flow("c", "e")}<endEvent id="e" />`;
    const processDefinitionId = await aDefinition(app, key, bpmn(key, body));
    const input = { processDefinitionId, title: null, variables: null, attachmentList: null };
    const { errorCode, msgEn } = await starter.refused(workCalls.start, input);
    const { rows } = await app.pool.query(`select from flow_instance where process_definition_key = any($1)`, [
      [key, called],
    ]);
    assert.equal(rows.length, 0);
    return `${errorCode} ${msgEn}`;
  };

  it("is refused (FLOW_FAILED) where a process calls itself", async () => {
    assert.match(await refused("endless", "endless"), /^FLOW_FAILED .*more than 20 levels/);
  });

  it("is refused (FLOW_FAILED) where all of them together do not come to rest", async () => {
    const steps = Array.from({ length: 100 }, (_, at) => `t${at}`);
    const body = steps.map((id, at) => `<manualTask id="${id}" />${flow(id, steps[at + 1] ?? "e")}`).join("");
    await aDefinition(app, "long", bpmn("long", `<startEvent id="s" />${flow("s", "t0")}${body}<endEvent id="e" />`));
    const many = `<multiInstanceLoopCharacteristics><loopCardinality>60</loopCardinality></multiInstanceLoopCharacteristics>`;
    assert.match(await refused("wide", "long", many), /^FLOW_FAILED .*took 5000 steps at once/);
  });
});
