import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { whyCalls } from "@jipei/contract/access/why.ts";
import { standInCalls } from "@jipei/contract/workflow/stand-in.ts";
import { processCalls, workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { today } from "../../core/foundation/clock.ts";
import { aColleague, aDefinition, bpmn, chain, flow, started, task, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** What people do with tasks, and what they may not. */
let app: TestApp;
let starter: TestUser;
let one: TestUser;
let two: TestUser;
let twoSteps: string;
let pooled: string;
before(async () => {
  app = await startTestApp();
  starter = await aColleague(app, "clerk");
  one = await aColleague(app, "firstReviewer");
  two = await aColleague(app, "secondReviewer");
  twoSteps = await aDefinition(
    app,
    "twoSteps",
    chain("twoSteps", [
      ["apply", `flowable:assignee="\${starter}"`],
      ["first", `flowable:assignee="${one.actor.userId}"`],
      ["second", `flowable:assignee="${two.actor.userId}"`],
    ]),
  );
  pooled = await aDefinition(
    app,
    "pooled",
    chain("pooled", [["check", `flowable:candidateGroups="firstReviewer,clerk"`]]),
  );
});
after(() => app.close());

const decision = (held: { taskId: string; processInstanceId: string }, more: object = {}) => ({
  taskId: held.taskId,
  processInstanceId: held.processInstanceId,
  pass: true,
  comment: null,
  variables: null,
  attachmentList: null,
  ...more,
});
const code = async (by: TestUser, call: Parameters<TestUser["refused"]>[0], input: unknown) =>
  (await by.refused(call, input)).errorCode;
const property = (id: string, more: string) => `<flowable:formProperty id="${id}" name="${id}" ${more} />`;
const form = (inside: string) => `<extensionElements>${inside}</extensionElements>`;
const detail = (by: TestUser, processInstanceId: string) => by.call(processCalls.detail, { processInstanceId });
const may = async (by: TestUser, processInstanceId: string) =>
  (await detail(by, processInstanceId)).may.map(({ action }) => action).toSorted();

describe("FlowTask.claim", () => {
  const claimable = async (by: TestUser, processInstanceId: string) =>
    (await by.list(calls.claimList, { processInstanceId })).records[0];

  it("18.1-1: makes a candidate the assignee, and puts the task into the list of what they have to do", async () => {
    const id = await started(starter, pooled);
    const row = await claimable(one, id);
    assert.deepEqual([row?.status, row?.candidateRoles, row?.assignee], ["0", ["firstReviewer", "clerk"], null]);
    await one.call(calls.claim, { taskId: row?.id ?? "" });
    assert.equal(await claimable(one, id), undefined);
    const { row: mine } = await taskOf(one, id);
    assert.deepEqual([mine.status, mine.assignee], ["1", one.actor.userId]);
    assert.ok(mine.claimTime);
  });

  it("refuses who is no candidate (NOT_CANDIDATE), and who comes second (TASK_CLAIMED)", async () => {
    const id = await started(starter, pooled);
    const taskId = (await claimable(one, id))?.id ?? "";
    assert.equal(await code(two, calls.claim, { taskId }), "NOT_CANDIDATE");
    const others = await Promise.all([1, 2, 3, 4].map(() => aColleague(app, "firstReviewer")));
    const answers = await Promise.all(others.map((by) => by.attempt(calls.claim, { taskId })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
    assert.ok(answers.every(({ errorCode }) => errorCode === null || errorCode === "TASK_CLAIMED"));
    assert.equal(await code(one, calls.claim, { taskId: "999999" }), "NOT_FOUND");
  });

  it("is given back to all candidates (unclaim); a task with one assignee is not", async () => {
    const id = await started(starter, pooled);
    const taskId = (await claimable(one, id))?.id ?? "";
    await one.call(calls.claim, { taskId });
    assert.equal(await code(two, calls.unclaim, { taskId }), "NOT_ASSIGNED");
    await one.call(calls.unclaim, { taskId });
    assert.equal((await claimable(one, id))?.assignee, null);
    const fixed = await taskOf(one, await started(starter, twoSteps));
    assert.equal(await code(one, calls.unclaim, { taskId: fixed.taskId }), "NOT_CANDIDATE");
  });
});

describe("Lists of tasks and processes", () => {
  it("find a part of a title among one's own alone, and among those that one acts for", async () => {
    const [absent, present] = [await aColleague(app), await aColleague(app)];
    const step = (by: TestUser, key: string) =>
      aDefinition(app, key, chain(key, [["check", `flowable:assignee="${by.actor.userId}"`]]));
    const start = async (processDefinitionId: string, by: TestUser) =>
      (await by.call(calls.start, { processDefinitionId, title: "打印机维修", variables: null, attachmentList: null }))
        .processInstanceId;
    const first = await start(await step(absent, "ofAbsent"), starter);
    const second = await start(await step(present, "ofPresent"), one);
    const found = async (by: TestUser, call: typeof calls.todoList, title = "印机") =>
      (await by.list(call, { title })).records.map(({ processInstanceId }) => processInstanceId).toSorted();
    assert.deepEqual(await found(absent, calls.todoList), [first]);
    assert.deepEqual(await found(present, calls.todoList), [second]);
    assert.deepEqual(await found(present, calls.todoList, "机印"), []);
    await app.pool.query(
      "insert into flow_stand_in (user_id, stand_in_id, start_date, end_date, create_user, update_user) values ($1, $2, current_date, current_date, 1, 1)",
      [absent.actor.userId, present.actor.userId],
    );
    assert.deepEqual(await found(present, calls.todoList), [first, second].toSorted());
    await absent.call(
      calls.complete,
      decision({ taskId: (await taskOf(absent, first)).taskId, processInstanceId: first }),
    );
    assert.deepEqual(await found(absent, calls.doneList), [first]);
    assert.deepEqual(await found(present, calls.doneList), []);
    const sent = async (by: TestUser) => (await by.list(calls.sendList, { title: "印机" })).records.map(({ id }) => id);
    assert.deepEqual([await sent(starter), await sent(one)], [[first], [second]]);
  });
});

describe("FlowTask.complete", () => {
  it("18.1-2: goes on to the next task, then to the end; lists and counters follow", async () => {
    const id = await started(starter, twoSteps);
    const counted = await one.call(calls.count, undefined);
    const first = await taskOf(one, id);
    await one.call(calls.complete, decision(first, { comment: "材料齐全" }));
    assert.equal((await one.call(calls.count, undefined)).todo, counted.todo - 1);
    const [done] = (await one.list(calls.doneList, { processInstanceId: id })).records;
    assert.deepEqual(
      [done?.status, done?.pass, done?.comment, done?.doneByName],
      ["2", true, "材料齐全", one.actor.name],
    );
    const [sent] = (await starter.list(calls.sendList, { startUser: starter.actor.userId })).records;
    assert.deepEqual(
      [sent?.id, sent?.status, sent?.currentTasks.map(({ assigneeName }) => assigneeName)],
      [id, "running", [two.actor.name]],
    );
    await two.call(calls.complete, decision(await taskOf(two, id)));
    const { instance } = await detail(starter, id);
    assert.deepEqual([instance.status, instance.ending], ["finished", "passed"]);
  });

  it("refuses whose task it is not by any call (NOT_ASSIGNED), and a task of another process (FIELD_INVALID)", async () => {
    const id = await started(starter, twoSteps);
    const held = await taskOf(one, id);
    const named = { taskId: held.taskId, processInstanceId: id };
    const userId = two.actor.userId;
    for (const [call, input] of [
      [calls.complete, decision(held)],
      [calls.unclaim, named],
      [calls.return, { ...named, comment: "x" }],
      [calls.transfer, { ...named, userId }],
      [calls.delegate, { ...named, userId }],
      [calls.addSigner, { ...named, userIds: userId, place: "after" }],
      [calls.removeSigner, { ...named, userId }],
      [calls.terminate, { ...named, reason: "x" }],
    ] as const)
      assert.equal(await code(two, call as typeof calls.complete, input), "NOT_ASSIGNED", call.name);
    const [all] = await two.call(calls.completeAll, { tasks: [decision(held)] });
    assert.deepEqual([all?.done, all?.errorCode], [false, "NOT_ASSIGNED"]);
    const other = await started(starter, twoSteps);
    assert.equal(
      (await one.refused(calls.complete, decision({ ...held, processInstanceId: other }))).failures[0]?.field,
      "processInstanceId",
    );
    assert.equal(await code(app.as("student", { accountId: "1" }), calls.complete, decision(held)), "ROLE_DENIED");
    assert.equal(
      (await app.as("finance").refused(processCalls.detail, { processInstanceId: id })).errorCode,
      "NOT_FOUND",
    );
  });

  it("is done once, however often and by however many at the same moment", async () => {
    const id = await started(starter, twoSteps);
    const held = await taskOf(one, id);
    const answers = await Promise.all(
      [1, 2, 3].map((n) => one.attempt(calls.complete, decision(held, { comment: `第${n}次` }))),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
    assert.ok(answers.every(({ errorCode }) => errorCode === null || errorCode === "STATE_ILLEGAL"));
    assert.equal((await two.list(calls.todoList, { processInstanceId: id })).total, 1);
  });

  it("refuses the starter as approver, also as candidate and as stand-in, and a stand-in for the starter (SELF_REVIEW)", async () => {
    const id = await started(starter, pooled);
    const taskId = (await starter.list(calls.claimList, { processInstanceId: id })).records[0]?.id ?? "";
    await starter.call(calls.claim, { taskId });
    const held = { taskId, processInstanceId: id };
    assert.equal(await code(starter, calls.complete, decision(held)), "SELF_REVIEW");
    assert.deepEqual(await may(starter, id), ["copy", "terminate", "transfer", "unclaim", "urge", "withdraw"]);
    await starter.call(calls.transfer, { ...held, userId: two.actor.userId });
    await two.call(calls.complete, decision(held));
  });

  it("refuses names of internals, of what the process decides by, and values that are none (FIELD_INVALID)", async () => {
    const id = await started(starter, twoSteps);
    const held = await taskOf(one, id);
    for (const name of ["__proto__", "constructor", "prototype", "pass", "starter", "execution", "nrOfInstances", ""]) {
      const variables = JSON.parse(`{${JSON.stringify(name)}: 1}`) as object;
      assert.equal((await one.refused(calls.complete, decision(held, { variables }))).status, 400, name);
    }
    for (const variables of [[1], "x", { a: { b: 1 } }, { a: "x".repeat(3000) }])
      assert.equal(await code(one, calls.complete, decision(held, { variables })), "FIELD_INVALID");
    await one.call(calls.complete, decision(held, { variables: { amount: 1.5 } }));
    assert.equal(
      await code(two, calls.complete, decision(await taskOf(two, id), { variables: { amount: 9 } })),
      "FIELD_INVALID",
    );
  });

  it("stores what the form of a step asks for, and refuses what it does not take", async () => {
    const definition = await aDefinition(
      app,
      "withForm",
      chain("withForm", [
        [
          "ask",
          `flowable:assignee="\${starter}"`,
          form(
            property("amount", `type="double" required="true"`) +
              property("day", `type="date"`) +
              `<flowable:formProperty id="kind" name="类别" type="enum"><flowable:value id="a" name="甲" /></flowable:formProperty>`,
          ),
        ],
        [
          "check",
          `flowable:assignee="${one.actor.userId}"`,
          form(
            property("amount", `type="double" writable="false"`) +
              property("day", `type="date" readable="false" writable="false"`) +
              property("note", `type="string" required="true"`),
          ),
        ],
      ]),
    );
    const { fields } = await starter.call(flowDefinitionCalls.detail, { processDefinitionId: definition });
    assert.deepEqual(
      fields.map(({ name, kind, required }) => [name, kind, required]),
      [
        ["amount", "number", true],
        ["day", "date", false],
        ["kind", "choice", false],
      ],
    );
    const wrong = { amount: "viel", day: "2026-02-30", kind: "b", other: 1 };
    const start = { processDefinitionId: definition, title: null, attachmentList: null };
    assert.deepEqual(
      (await starter.refused(calls.start, { ...start, variables: wrong })).failures.map(({ field }) => field),
      ["variables.amount", "variables.day", "variables.kind", "variables.other"],
    );
    assert.equal(await code(starter, calls.start, { ...start, variables: {} }), "FIELD_INVALID");
    const id = await started(starter, definition, { amount: "1500.5", day: "2026-03-02", kind: "a" });
    const held = await taskOf(one, id);
    assert.deepEqual(
      (await one.call(processCalls.detail, { taskId: held.taskId })).fields.map(({ name, right, value }) => [
        name,
        right,
        value,
      ]),
      [
        ["amount", "read", 1500.5],
        ["note", "write", null],
      ],
    );
    assert.equal(await code(one, calls.complete, decision(held)), "FIELD_INVALID");
    assert.equal(
      await code(one, calls.complete, decision(held, { variables: { note: "好", amount: 1 } })),
      "FIELD_INVALID",
    );
    await one.call(calls.complete, decision(held, { variables: { note: "好" } }));
  });

  it("show who was sent a copy what the process was started with, and no more", async () => {
    const definition = await aDefinition(
      app,
      "copied",
      chain("copied", [
        [
          "apply",
          'flowable:assignee="${starter}"',
          form(
            property("paper", `type="string"`) + property("secret", `type="string" readable="false" writable="false"`),
          ),
        ],
        ["check", `flowable:assignee="${one.actor.userId}"`, form(property("note", `type="string"`))],
      ]),
    );
    const id = await started(starter, definition, { paper: "通知" });
    const reader = await aColleague(app, "finance");
    await one.call(calls.copy, { processInstanceId: id, userIds: reader.actor.userId, comment: null });
    assert.deepEqual(
      (await detail(reader, id)).fields.map(({ name, right, value }) => [name, right, value]),
      [["paper", "read", "通知"]],
    );
  });
});

describe("FlowTask.completeAll", () => {
  it("answers for each, and leaves the others as they are where one is refused", async () => {
    const ids = [await started(starter, twoSteps), await started(starter, twoSteps)];
    const held = await Promise.all(ids.map((id) => taskOf(one, id)));
    const answers = await one.call(calls.completeAll, {
      tasks: [
        decision(held[0] as (typeof held)[0]),
        decision({ taskId: "424242", processInstanceId: ids[0] as string }),
        decision(held[1] as (typeof held)[0], { pass: false }),
      ],
    });
    assert.deepEqual(
      answers.map(({ done, errorCode }) => [done, errorCode ?? null]),
      [
        [true, null],
        [false, "NOT_FOUND"],
        [false, "REASON_REQUIRED"],
      ],
    );
    assert.equal((await two.list(calls.todoList, { processInstanceId: ids[0] as string })).total, 1);
    assert.equal((await one.list(calls.todoList, { processInstanceId: ids[1] as string })).total, 1);
  });
});

describe("FlowTask.return", () => {
  it("goes back to an earlier step and to whoever did it, and comes straight back where that is asked for", async () => {
    const id = await started(starter, twoSteps);
    await one.call(calls.complete, decision(await taskOf(one, id)));
    const held = await taskOf(two, id);
    assert.deepEqual(
      (await detail(two, id)).returnTargets.map(({ activityId, isStarter }) => [activityId, isStarter]),
      [
        ["apply", true],
        ["first", false],
      ],
    );
    const back = { taskId: held.taskId, processInstanceId: id, attachmentList: null };
    assert.equal(await code(two, calls.return, { ...back, activityId: "apply" }), "REASON_REQUIRED");
    assert.equal(await code(two, calls.return, { ...back, activityId: "end", comment: "x" }), "FLOW_FAILED");
    await two.call(calls.return, { ...back, activityId: null, comment: "补充材料", comeBack: true });
    const own = await taskOf(starter, id);
    assert.equal(own.row.taskDefinitionKey, "apply");
    await starter.call(calls.complete, decision(own));
    assert.equal((await one.list(calls.todoList, { processInstanceId: id })).total, 0);
    assert.equal((await taskOf(two, id)).row.taskDefinitionKey, "second");
  });
});

describe("FlowTask.transfer and delegate", () => {
  it("hand a task over for good, or for an answer with which it comes back; neither to the starter (SELF_REVIEW) nor to nobody (FIELD_INVALID)", async () => {
    const id = await started(starter, twoSteps);
    const held = await taskOf(one, id);
    const named = { taskId: held.taskId, processInstanceId: id };
    assert.equal(await code(one, calls.transfer, { ...named, userId: starter.actor.userId }), "SELF_REVIEW");
    assert.equal(await code(one, calls.delegate, { ...named, userId: starter.actor.userId }), "SELF_REVIEW");
    assert.equal(await code(one, calls.transfer, { ...named, userId: "987654321" }), "FIELD_INVALID");
    await one.call(calls.delegate, { ...named, userId: two.actor.userId, comment: "请提意见" });
    assert.equal(await code(one, calls.complete, decision(held)), "NOT_ASSIGNED");
    const delegated = await taskOf(two, id);
    assert.equal(delegated.row.owner, one.actor.userId);
    await two.call(calls.complete, decision(delegated, { comment: "可以" }));
    const again = await taskOf(one, id);
    assert.deepEqual([again.taskId, again.row.owner], [held.taskId, null]);
    await one.call(calls.transfer, { ...named, userId: two.actor.userId, comment: "转您办理" });
    await two.call(calls.complete, decision(held));
    const { opinions } = await detail(starter, id);
    assert.deepEqual(
      opinions.map(({ action, opinion, userName, targetUsers }) => [action, opinion, userName, targetUsers]),
      [
        ["start", null, starter.actor.name, null],
        ["delegate", "请提意见", one.actor.name, two.actor.name],
        ["answer", "可以", two.actor.name, null],
        ["transfer", "转您办理", one.actor.name, two.actor.name],
        ["pass", null, two.actor.name, null],
      ],
    );
  });
});

describe("FlowTask.delegate", () => {
  it("lets the delegate answer, and decide nothing by any call (STATE_ILLEGAL) nor by a button", async () => {
    const id = await started(starter, pooled);
    const [row] = (await one.list(calls.claimList, { processInstanceId: id })).records;
    const named = { taskId: row?.id ?? "", processInstanceId: id };
    await one.call(calls.claim, { taskId: named.taskId });
    await one.call(calls.delegate, { ...named, userId: two.actor.userId, comment: null });
    assert.deepEqual(await may(two, id), ["complete", "copy", "transfer"]);
    const userId = (await aColleague(app, "finance")).actor.userId;
    for (const [call, input] of [
      [calls.unclaim, { taskId: named.taskId }],
      [calls.return, { ...named, activityId: null, comment: "x" }],
      [calls.delegate, { ...named, userId }],
      [calls.addSigner, { ...named, userIds: userId, place: "after" }],
      [calls.removeSigner, { ...named, userId }],
      [calls.terminate, { ...named, reason: "x" }],
    ] as const)
      assert.equal(await code(two, call as typeof calls.complete, input), "STATE_ILLEGAL", call.name);
    await two.call(calls.complete, decision(named, { pass: false, comment: "不妥" }));
    assert.deepEqual(await may(one, id), [
      "addSigner",
      "complete",
      "copy",
      "delegate",
      "terminate",
      "transfer",
      "unclaim",
    ]);
    await one.call(calls.unclaim, { taskId: named.taskId });
    const [again] = (await one.list(calls.claimList, { processInstanceId: id })).records;
    assert.deepEqual([again?.id, again?.owner], [named.taskId, null]);
  });
});

describe("Role.explain", () => {
  it("says of a task that whoever has it, may claim it or follows all processes sees it, and nobody else", async () => {
    const held = await taskOf(one, await started(starter, twoSteps));
    await started(starter, pooled);
    const [open] = (await one.list(calls.claimList, { processDefinitionKey: "pooled" })).records;
    const sees = async ({ actor: { userId } }: TestUser, rowId: string | undefined) =>
      (await app.as("sysAdmin").call(whyCalls.explain, { userId, entity: "FlowTask", rowId })).allowed;
    const follower = await aColleague(app, "auditor");
    const seen = await Promise.all([
      ...[one, two, follower].map((user) => sees(user, held.taskId)),
      ...[one, two, follower].map((user) => sees(user, open?.id)),
    ]);
    assert.deepEqual(seen, [true, false, true, true, false, true]);
  });
});

describe("FlowTask.addSigner and removeSigner", () => {
  it("let a colleague sign before and after, and take off who has not signed", async () => {
    const id = await started(starter, twoSteps);
    const [third, fourth] = [await aColleague(app, "finance"), await aColleague(app, "clerk")];
    const named = async (by: TestUser) => ({ taskId: (await taskOf(by, id)).taskId, processInstanceId: id });
    assert.equal(
      await code(one, calls.addSigner, { ...(await named(one)), userIds: starter.actor.userId, place: "before" }),
      "SELF_REVIEW",
    );
    await one.call(calls.addSigner, {
      ...(await named(one)),
      userIds: third.actor.userId,
      place: "before",
      comment: null,
    });
    assert.equal((await one.list(calls.todoList, { processInstanceId: id })).total, 0);
    await third.call(calls.complete, decision(await taskOf(third, id)));
    await one.call(calls.addSigner, {
      ...(await named(one)),
      userIds: fourth.actor.userId,
      place: "after",
      comment: null,
    });
    await one.call(calls.complete, decision(await taskOf(one, id)));
    assert.equal((await two.list(calls.todoList, { processInstanceId: id })).total, 0);
    await fourth.call(calls.complete, decision(await taskOf(fourth, id)));
    assert.equal((await taskOf(two, id)).row.taskDefinitionKey, "second");
  });

  it("lets a colleague sign after the only one whom the model asks", async () => {
    const id = await started(starter, twoSteps);
    const third = await aColleague(app, "finance");
    const held = await taskOf(one, id);
    const named = { taskId: held.taskId, processInstanceId: id };
    await one.call(calls.addSigner, { ...named, userIds: third.actor.userId, place: "after", comment: null });
    await one.call(calls.complete, decision(held));
    assert.equal((await two.list(calls.todoList, { processInstanceId: id })).total, 0);
    await third.call(calls.complete, decision(await taskOf(third, id)));
    assert.equal((await taskOf(two, id)).row.taskDefinitionKey, "second");
    const { standing, passed } = await detail(two, id);
    assert.deepEqual(standing, [{ activityId: "second" }]);
    assert.ok(passed.some(({ activityId }) => activityId === "first"));
    const last = { ...named, taskId: (await taskOf(two, id)).taskId };
    await two.call(calls.terminate, { ...last, reason: "不再需要" });
    // The page of the task that was cancelled shows how the process ended.
    const { instance, task } = await two.call(processCalls.detail, last);
    assert.deepEqual(
      [instance.status, task, await code(two, processCalls.detail, { taskId: last.taskId })],
      ["deleted", null, "NOT_FOUND"],
    );
  });

  it("takes off again whom one has added behind oneself, also after handing the task over", async () => {
    const id = await started(starter, twoSteps);
    const [third, fourth] = [await aColleague(app, "finance"), await aColleague(app, "clerk")];
    const named = async (by: TestUser) => ({ taskId: (await taskOf(by, id)).taskId, processInstanceId: id });
    const seen = async (by: TestUser) => {
      const { may, addedSigners } = await detail(by, id);
      return [may.some(({ action }) => action === "removeSigner"), addedSigners.map(({ userId }) => userId)];
    };
    const [a, b] = [third.actor.userId, fourth.actor.userId];
    await one.call(calls.addSigner, { ...(await named(one)), userIds: `${a},${b}`, place: "after", comment: null });
    assert.deepEqual(await seen(one), [true, [a, b]]);
    await one.call(calls.removeSigner, { ...(await named(one)), userId: a, comment: "出差" });
    assert.deepEqual(await seen(one), [true, [b]]);
    assert.equal(await code(one, calls.removeSigner, { ...(await named(one)), userId: a }), "FIELD_INVALID");
    const fifth = await aColleague(app, "firstReviewer");
    await one.call(calls.transfer, { ...(await named(one)), userId: fifth.actor.userId, comment: null });
    await fifth.call(calls.removeSigner, { ...(await named(fifth)), userId: b, comment: null });
    assert.deepEqual(await seen(fifth), [false, []]);
    await fifth.call(calls.complete, decision(await taskOf(fifth, id)));
    assert.equal((await taskOf(two, id)).row.taskDefinitionKey, "second");
  });

  it("takes off whom one has put in front, while one waits for them; a stand-in does so too, and nobody else (FIELD_INVALID)", async () => {
    const id = await started(starter, twoSteps);
    const [third, fourth, fifth] = [
      await aColleague(app, "finance"),
      await aColleague(app, "clerk"),
      await aColleague(app, "firstReviewer"),
    ];
    const { taskId } = await taskOf(one, id);
    const [a, b] = [third.actor.userId, fourth.actor.userId];
    await one.call(calls.addSigner, {
      taskId,
      processInstanceId: id,
      userIds: `${a},${b}`,
      place: "before",
      comment: null,
    });
    const seen = async (by: TestUser) => {
      const { task, may, addedSigners } = await detail(by, id);
      return [task?.assignee, may.some(({ action }) => action === "removeSigner"), addedSigners.map((it) => it.userId)];
    };
    assert.deepEqual(await seen(one), [undefined, true, [a, b]]);
    const waitsFor = async (by: TestUser) =>
      (await by.call(calls.waiting, undefined)).flatMap(({ processInstanceId, colleagues }) =>
        processInstanceId === id ? [colleagues.map(({ userId }) => userId)] : [],
      );
    assert.deepEqual(await waitsFor(one), [[a, b]], "who waits finds the process again");
    for (const other of [third, two, starter, fifth]) assert.deepEqual(await waitsFor(other), []);
    assert.deepEqual(await seen(third), [a, false, []]);
    const remove = { processInstanceId: id, taskId: null, comment: "出差" };
    for (const other of [third, two, starter])
      assert.equal(await code(other, calls.removeSigner, { ...remove, userId: b }), "FIELD_INVALID");
    await one.call(calls.removeSigner, { ...remove, userId: b });
    const day = today();
    await one.call(standInCalls.submit, {
      standInId: fifth.actor.userId,
      startDate: day,
      endDate: day,
      reason: "出差",
    });
    assert.deepEqual(await waitsFor(fifth), [[a]], "as does who stands in for them");
    await fifth.call(calls.removeSigner, { ...remove, userId: a });
    assert.deepEqual(await waitsFor(one), []);
    const { opinions } = await detail(one, id);
    assert.deepEqual(
      opinions.filter(({ action }) => action === "removeSigner").map((it) => [it.createUser, it.forUser, it.taskId]),
      [
        [one.actor.userId, null, null],
        [fifth.actor.userId, one.actor.userId, null],
      ],
    );
    await one.call(calls.complete, decision(await taskOf(one, id)));
    assert.equal((await taskOf(two, id)).row.taskDefinitionKey, "second");
  });

  it("removes a signer whom one has added to a task that several sign at once, and nobody else (FIELD_INVALID)", async () => {
    const definition = await aDefinition(
      app,
      "several",
      bpmn(
        "several",
        `<startEvent id="start" />${flow("start", "sign")}${task(
          "sign",
          `flowable:assignee="\${loopCounter == 0 ? '${one.actor.userId}' : '${two.actor.userId}'}"`,
          `<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>`,
        )}${flow("sign", "end")}<endEvent id="end" />`,
      ),
    );
    const id = await started(starter, definition);
    const held = await taskOf(one, id);
    const named = { taskId: held.taskId, processInstanceId: id };
    const third = await aColleague(app, "finance");
    // Whom the model asks, nobody takes off.
    assert.equal(await code(one, calls.removeSigner, { ...named, userId: two.actor.userId }), "FIELD_INVALID");
    await one.call(calls.addSigner, { ...named, userIds: third.actor.userId, place: "after", comment: null });
    assert.equal((await third.list(calls.todoList, { processInstanceId: id })).total, 1);
    const ofTwo = { ...named, taskId: (await taskOf(two, id)).taskId };
    assert.equal(await code(two, calls.removeSigner, { ...ofTwo, userId: third.actor.userId }), "FIELD_INVALID");
    await one.call(calls.removeSigner, { ...named, userId: third.actor.userId, comment: null });
    assert.equal((await third.list(calls.todoList, { processInstanceId: id })).total, 0);
    await two.call(calls.complete, decision(await taskOf(two, id)));
    await one.call(calls.complete, decision(held));
    assert.equal((await detail(starter, id)).instance.status, "finished");
  });
});

describe("FlowFollow.withdraw, terminate, urge and copy", () => {
  it("the starter withdraws while nobody has acted, and no later (FLOW_ACTED), and nobody else (NOT_OWNER)", async () => {
    const id = await started(starter, twoSteps);
    assert.equal(await code(one, calls.withdraw, { processInstanceId: id }), "NOT_OWNER");
    await starter.call(calls.withdraw, { processInstanceId: id, comment: "填错了" });
    const { instance } = await detail(starter, id);
    assert.deepEqual([instance.status, instance.ending], ["deleted", "withdrawn"]);
    assert.equal((await one.list(calls.todoList, { processInstanceId: id })).total, 0);
    const acted = await started(starter, twoSteps);
    await one.call(calls.complete, decision(await taskOf(one, acted)));
    assert.equal(await code(starter, calls.withdraw, { processInstanceId: acted }), "FLOW_ACTED");
  });

  it("the starter withdraws what only changed hands, and what goes on by another version", async () => {
    const steps = () => chain("passedOn", [["check", `flowable:assignee="${one.actor.userId}"`]]);
    const first = await aDefinition(app, "passedOn", steps());
    const id = await started(starter, first);
    const held = await taskOf(one, id);
    const named = { taskId: held.taskId, processInstanceId: id, comment: null };
    const admin = app.as("sysAdmin");
    const [delegate, added] = [await aColleague(app, "finance"), await aColleague(app, "finance")];
    await one.call(calls.delegate, { ...named, userId: delegate.actor.userId });
    await delegate.call(calls.complete, decision(held));
    await one.call(calls.addSigner, { ...named, userIds: added.actor.userId, place: "after" });
    await one.call(calls.transfer, { ...named, userId: two.actor.userId });
    const targetDefinitionId = await aDefinition(app, "passedOn", steps());
    await admin.call(flowDefinitionCalls.migrate, { processDefinitionId: first, targetDefinitionId });
    await starter.call(calls.withdraw, { processInstanceId: id, comment: null });
    assert.equal((await detail(starter, id)).instance.ending, "withdrawn");
  });

  it("whoever has a task terminates with a reason (REASON_REQUIRED); the starter hears of it", async () => {
    const id = await started(starter, twoSteps);
    const held = await taskOf(one, id);
    const input = { taskId: held.taskId, processInstanceId: id };
    assert.equal(await code(one, calls.terminate, input), "REASON_REQUIRED");
    await one.call(calls.terminate, { ...input, reason: "事项取消" });
    const { instance, standing } = await detail(starter, id);
    assert.deepEqual(
      [instance.status, instance.ending, instance.deleteReason, standing],
      ["deleted", "terminated", "事项取消", []],
    );
  });

  it("urges once an hour (RATE_LIMIT), and copies to colleagues, who may then read it", async () => {
    const id = await started(starter, twoSteps);
    await starter.call(calls.urge, { processInstanceId: id, comment: "请尽快" });
    assert.equal(await code(starter, calls.urge, { processInstanceId: id }), "RATE_LIMIT");
    assert.equal(await code(two, calls.urge, { processInstanceId: id }), "NOT_OWNER");
    const reader = await aColleague(app, "finance");
    await one.call(calls.copy, { processInstanceId: id, userIds: reader.actor.userId, comment: "请知悉" });
    const [copy] = (await reader.list(calls.copyList)).records;
    assert.deepEqual([copy?.processInstanceId, copy?.opinion, copy?.readTime], [id, "请知悉", null]);
    const told = await app.pool.query<{ link: string }>(`select link from message where target = $1`, [
      reader.actor.userId,
    ]);
    assert.ok(told.rows.some(({ link }) => link.endsWith(`/detail/${id}/-?unread`)));
    assert.equal((await detail(reader, id)).instance.id, id);
    await reader.call(calls.readCopy, { processInstanceId: id });
    assert.equal((await reader.call(calls.count, undefined)).copied, 0);
  });
});

describe("FlowDefinition.changeState", () => {
  it("18.2-3: freezes the processes and refuses new ones (FLOW_SUSPENDED), until it is active again", async () => {
    const definition = await aDefinition(
      app,
      "frozen",
      chain("frozen", [["check", `flowable:assignee="${one.actor.userId}"`]]),
    );
    const admin = app.as("sysAdmin");
    const id = await started(starter, definition);
    const held = await taskOf(one, id);
    const set = (state: "active" | "suspended") =>
      admin.call(flowDefinitionCalls.changeState, { processId: definition, state });
    await set("suspended");
    assert.equal(
      await code(app.as("sysAdmin"), flowDefinitionCalls.changeState, { processId: definition, state: "suspended" }),
      "STATE_ILLEGAL",
    );
    assert.equal(await code(one, calls.complete, decision(held)), "FLOW_SUSPENDED");
    const start = { processDefinitionId: definition, variables: null };
    assert.equal(await code(starter, calls.start, start), "FLOW_SUSPENDED");
    assert.equal((await starter.list(calls.startList, { key: "frozen" })).total, 0);
    assert.equal((await detail(starter, id)).instance.status, "suspended");
    await set("active");
    await one.call(calls.complete, decision(held));
  });
});
