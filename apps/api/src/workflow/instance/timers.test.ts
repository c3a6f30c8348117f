import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { flowFollowCalls } from "@jipei/contract/workflow/flow-follow.ts";
import { standInCalls } from "@jipei/contract/workflow/stand-in.ts";
import { processCalls, workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { aColleague, aDefinition, bpmn, chain, flow, started, task, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { workflow } from "../workflow.routes.ts";

/** What happens by itself: timers, signals, reminders; and who acts for the absent. */
let app: TestApp;
let starter: TestUser;
let one: TestUser;
let two: TestUser;
before(async () => {
  app = await startTestApp();
  starter = await aColleague(app);
  one = await aColleague(app, "firstReviewer");
  two = await aColleague(app, "secondReviewer");
});
after(() => app.close());

const tick = async (name: "workflow.due" | "workflow.remind") =>
  workflow.timers?.find((timer) => timer.name === name)?.run(app.services);
const settle = async () => {
  await tick("workflow.due");
  await app.runJobs();
};
const status = async (id: string) =>
  (await starter.call(processCalls.detail, { processInstanceId: id })).instance.status;
const messages = async (userId: string, title: string) =>
  Number(
    (
      await app.pool.query<{ n: string }>(`select count(*) as n from message where target = $1 and title_zh = $2`, [
        userId,
        title,
      ])
    ).rows[0]?.n,
  );

describe("workflow.due", () => {
  it("lets a deadline act by itself, once, also where it is looked for several times", async () => {
    const definition = await aDefinition(
      app,
      "deadline",
      bpmn(
        "deadline",
        `<startEvent id="s" />${flow("s", "check")}${task("check", `flowable:assignee="${one.actor.userId}"`)}${flow("check", "e")}
        <boundaryEvent id="late" attachedToRef="check"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
        ${flow("late", "up")}${task("up", `flowable:assignee="${two.actor.userId}"`)}${flow("up", "e")}<endEvent id="e" />`,
      ),
    );
    const id = await started(starter, definition);
    await settle();
    assert.equal((await one.list(workCalls.todoList, { processInstanceId: id })).total, 1, "not due yet");
    await app.pool.query(`update flow_timer set due = now() - interval '1 minute' where instance_id = $1`, [id]);
    await tick("workflow.due");
    await tick("workflow.due");
    assert.equal(app.sentJobs.length, 2);
    await app.runJobs();
    assert.equal((await one.list(workCalls.todoList, { processInstanceId: id })).total, 0);
    assert.equal((await two.list(workCalls.todoList, { processInstanceId: id })).total, 1);
    const history = await starter.call(processCalls.history, { processInstanceId: id });
    assert.deepEqual(
      history
        .filter(({ activityType }) => activityType === "userTask")
        .map(({ activityId, outcome }) => [activityId, outcome]),
      [
        ["check", "cancelled"],
        ["up", null],
      ],
    );
  });

  it("tries a deadline again later where the process cannot go on (FLOW_FAILED), and leaves the process as it is", async () => {
    const definition = await aDefinition(
      app,
      "stuck",
      bpmn(
        "stuck",
        `<startEvent id="s" />${flow("s", "check")}${task("check", `flowable:assignee="${one.actor.userId}"`)}${flow("check", "e")}
        <boundaryEvent id="late" attachedToRef="check"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
        ${flow("late", "up")}${task("up", 'flowable:assignee="left-us"')}${flow("up", "e")}<endEvent id="e" />`,
      ),
    );
    const id = await started(starter, definition);
    await app.pool.query(`update flow_timer set due = now() - interval '1 minute' where instance_id = $1`, [id]);
    await settle();
    assert.equal((await one.list(workCalls.todoList, { processInstanceId: id })).total, 1);
    const { rows } = await app.pool.query(`select due > now() as later from flow_timer where instance_id = $1`, [id]);
    assert.deepEqual(rows, [{ later: true }]);
  });

  it("ends the clock of a process that was to start a number of times", async () => {
    const once = `<startEvent id="s"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></startEvent>`;
    const definition = await aDefinition(app, "once", bpmn("once", `${once}${flow("s", "e")}<endEvent id="e" />`));
    const clocks = () =>
      app.pool.query<{ n: number }>(`select count(*)::int as n from flow_start_timer where definition_id = $1`, [
        definition,
      ]);
    assert.equal((await clocks()).rows[0]?.n, 1);
    await app.pool.query(`update flow_start_timer set due = now() - interval '1 hour' where definition_id = $1`, [
      definition,
    ]);
    await settle();
    assert.equal((await clocks()).rows[0]?.n, 0);
  });

  it("starts a process by its clock, which goes on; a later version has its own", async () => {
    const body = (cycle: string) =>
      `<startEvent id="s"><timerEventDefinition><timeCycle>${cycle}</timeCycle></timerEventDefinition></startEvent>${flow("s", "a")}${task("a", `flowable:assignee="${two.actor.userId}"`)}${flow("a", "e")}<endEvent id="e" />`;
    const definition = await aDefinition(app, "daily", bpmn("daily", body("R/P1D")));
    const begun = async () =>
      Number(
        (
          await app.pool.query<{ n: string }>(
            `select count(*) as n from flow_instance where process_definition_id = $1`,
            [definition],
          )
        ).rows[0]?.n,
      );
    await settle();
    assert.equal(await begun(), 0);
    await app.pool.query(`update flow_start_timer set due = now() - interval '1 hour' where definition_id = $1`, [
      definition,
    ]);
    await tick("workflow.due");
    await settle();
    assert.equal(await begun(), 1);
    const { rows } = await app.pool.query(
      `select due > now() as later from flow_start_timer where definition_id = $1`,
      [definition],
    );
    assert.deepEqual(rows, [{ later: true }]);
    const next = await aDefinition(app, "daily", bpmn("daily", body("R/P2D")));
    const clocks = await app.pool.query(`select definition_id::text as id from flow_start_timer`);
    assert.deepEqual(clocks.rows, [{ id: next }]);
  });

  it("brings a signal to each process that waits for it, once", async () => {
    const signal = `<signal id="go" name="go" />`;
    const waiting = bpmn(
      "waits",
      `<startEvent id="s" />${flow("s", "w")}<intermediateCatchEvent id="w"><signalEventDefinition signalRef="go" /></intermediateCatchEvent>${flow("w", "e")}<endEvent id="e" />`,
    ).replace("<process", `${signal}<process`);
    const throwing = bpmn(
      "throws",
      `<startEvent id="s" />${flow("s", "t")}<intermediateThrowEvent id="t"><signalEventDefinition signalRef="go" /></intermediateThrowEvent>${flow("t", "e")}<endEvent id="e" />`,
    ).replace("<process", `${signal}<process`);
    const waits = await aDefinition(app, "waits", waiting);
    const ids = [await started(starter, waits), await started(starter, waits)];
    await started(starter, await aDefinition(app, "throws", throwing));
    await settle();
    assert.deepEqual(await Promise.all(ids.map(status)), ["finished", "finished"]);
  });

  it("tries again later what a process refuses (FLOW_FAILED): a signal that came, and a start by a clock", async () => {
    const left = task("up", 'flowable:assignee="left-us"') + flow("up", "e");
    const signal = (key: string, body: string) =>
      bpmn(key, `<startEvent id="s" />${body}<endEvent id="e" />`).replace(
        "<process",
        `<signal id="gone" name="gone" /><process`,
      );
    const event = `<signalEventDefinition signalRef="gone" />`;
    const caught = `${flow("s", "w")}<intermediateCatchEvent id="w">${event}</intermediateCatchEvent>${flow("w", "up")}${left}`;
    const id = await started(starter, await aDefinition(app, "hears", signal("hears", caught)));
    const thrown = `${flow("s", "t")}<intermediateThrowEvent id="t">${event}</intermediateThrowEvent>${flow("t", "e")}`;
    await started(starter, await aDefinition(app, "says", signal("says", thrown)));
    const clock = `<startEvent id="s"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></startEvent>`;
    const definition = await aDefinition(
      app,
      "neverBegins",
      bpmn("neverBegins", `${clock}${flow("s", "up")}${left}<endEvent id="e" />`),
    );
    await app.pool.query(`update flow_start_timer set due = now() - interval '1 hour' where definition_id = $1`, [
      definition,
    ]);
    await settle();
    await tick("workflow.due");
    assert.deepEqual([await status(id), app.sentJobs.length], ["running", 0]);
    const { rows } = await app.pool.query(
      `select (select arrivals from flow_wait where instance_id = $1) as arrivals,
        (select due > now() from flow_start_timer where definition_id = $2) as later`,
      [id, definition],
    );
    assert.deepEqual(rows, [{ arrivals: 1, later: true }]);
  });

  it("goes on in the process that called another, once that has ended", async () => {
    await aDefinition(app, "called", chain("called", [["inner", `flowable:assignee="${one.actor.userId}"`]]));
    const calling = await aDefinition(
      app,
      "calling",
      bpmn(
        "calling",
        `<startEvent id="s" />${flow("s", "c")}<callActivity id="c" calledElement="called" />${flow("c", "e")}<endEvent id="e" />`,
      ),
    );
    const id = await started(starter, calling);
    const held = await taskOf(one);
    assert.notEqual(held.processInstanceId, id);
    await one.call(workCalls.complete, {
      taskId: held.taskId,
      processInstanceId: held.processInstanceId,
      pass: true,
      variables: null,
    });
    assert.equal(await status(id), "finished");
  });
});

describe("FlowFollow.deliver", () => {
  it("tells a process what it waits for, once (FLOW_FAILED), by an administrator alone (ROLE_DENIED)", async () => {
    const definition = await aDefinition(
      app,
      "told",
      bpmn(
        "told",
        `<startEvent id="s" />${flow("s", "paid")}<receiveTask id="paid" />${flow("paid", "e")}<endEvent id="e" />`,
      ),
    );
    const processInstanceId = await started(starter, definition);
    const input = { processInstanceId, name: "paid" };
    assert.equal((await starter.refused(flowFollowCalls.deliver, input)).errorCode, "ROLE_DENIED");
    await app.as("sysAdmin").call(flowFollowCalls.deliver, input);
    assert.equal(await status(processInstanceId), "finished");
    assert.equal((await app.as("sysAdmin").refused(flowFollowCalls.deliver, input)).errorCode, "STATE_ILLEGAL");
  });
});

describe("workflow.remind", () => {
  it("reminds of a task before it is due, once", async () => {
    const definition = await aDefinition(
      app,
      "due",
      chain("due", [["check", `flowable:assignee="${one.actor.userId}" flowable:dueDate="PT2H"`]]),
    );
    const processInstanceId = await started(starter, definition);
    await tick("workflow.remind");
    await tick("workflow.remind");
    assert.equal(await messages(one.actor.userId, "任务即将到期"), 1);
    const { taskId } = await taskOf(one, processInstanceId);
    const { rows } = await app.pool.query<{ title: string; link: string }>(
      `select title_zh as title, link from message where target = $1 and link like $2 order by id`,
      [one.actor.userId, `%/${processInstanceId}/%`],
    );
    const link = `/work/process/due/handle/${taskId}/${processInstanceId}/-`;
    assert.deepEqual(rows, [
      { title: "有新的待办任务", link },
      { title: "任务即将到期", link },
    ]);
  });
});

describe("FlowStandIn.submit", () => {
  it("lets a colleague act for an absent one between two days, in their name, but not about what the colleague started (SELF_REVIEW)", async () => {
    const definition = await aDefinition(
      app,
      "absent",
      chain("absent", [["check", `flowable:assignee="${one.actor.userId}"`]]),
    );
    const stand = { standInId: two.actor.userId, startDate: today(), endDate: addDays(today(), 3), reason: "出差" };
    assert.equal(
      (await two.refused(standInCalls.submit, { ...stand, userId: one.actor.userId })).errorCode,
      "NOT_OWNER",
    );
    assert.equal(
      (await one.refused(standInCalls.submit, { ...stand, endDate: addDays(today(), -1) })).failures[0]?.field,
      "endDate",
    );
    assert.equal(
      (await one.refused(standInCalls.submit, { ...stand, standInId: one.actor.userId })).failures[0]?.field,
      "standInId",
    );
    const { id } = await one.call(standInCalls.submit, stand as never);
    const told = await messages(two.actor.userId, "有新的待办任务");
    const processInstanceId = await started(starter, definition);
    assert.equal(await messages(two.actor.userId, "有新的待办任务"), told + 1);
    const held = await taskOf(two, processInstanceId);
    await two.call(workCalls.complete, {
      taskId: held.taskId,
      processInstanceId,
      pass: true,
      comment: "代为审批",
      variables: null,
    });
    const { opinions } = await starter.call(processCalls.detail, { processInstanceId });
    const last = opinions.at(-1);
    assert.deepEqual([last?.userName, last?.forUserName, last?.opinion], [two.actor.name, one.actor.name, "代为审批"]);
    const own = await started(two, definition);
    const mine = await taskOf(two, own);
    const input = { taskId: mine.taskId, processInstanceId: own, pass: true, variables: null };
    assert.equal((await two.refused(workCalls.complete, input)).errorCode, "SELF_REVIEW");
    await one.call(standInCalls.remove, { ids: id });
    assert.equal((await two.refused(workCalls.complete, { ...input, comment: "再试" })).errorCode, "NOT_ASSIGNED");
  });
});
