import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { standInCalls } from "@jipei/contract/workflow/stand-in.ts";
import { processCalls, workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { today } from "../../core/foundation/clock.ts";
import { aColleague, aDefinition, chain, started, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Tasks that were delegated, and are taken back before they are answered. */
let app: TestApp;
let starter: TestUser;
let owner: TestUser;
let delegate: TestUser;
let definition: string;
before(async () => {
  app = await startTestApp();
  starter = await aColleague(app, "clerk");
  owner = await aColleague(app, "firstReviewer");
  delegate = await aColleague(app, "secondReviewer");
  definition = await aDefinition(
    app,
    "recalled",
    chain("recalled", [["check", `flowable:assignee="${owner.actor.userId}"`]]),
  );
});
after(() => app.close());

interface Named {
  taskId: string;
  processInstanceId: string;
}
/** A task that its assignee, or who stands in for them, delegated. */
async function aDelegated(by = owner): Promise<Named> {
  const id = await started(starter, definition);
  const { taskId } = await taskOf(by, id);
  const named = { taskId, processInstanceId: id };
  await by.call(calls.delegate, { ...named, userId: delegate.actor.userId, comment: "请提意见" });
  return named;
}
const answer = (named: Named) => ({ ...named, pass: true, comment: "可以", variables: null, attachmentList: null });
const recall = (named: Named, comment: string | null = null) => ({ ...named, comment });
const code = async (by: TestUser, named: Named) => (await by.refused(calls.recall, recall(named))).errorCode;
const detail = (by: TestUser, { processInstanceId }: Named) => by.call(processCalls.detail, { processInstanceId });
const may = async (by: TestUser, named: Named) => (await detail(by, named)).may.map(({ action }) => action);
const deeds = async (named: Named) =>
  (await detail(starter, named)).opinions.map(({ action, createUser, forUser, opinion }) => [
    action,
    createUser,
    forUser,
    opinion,
  ]);

describe("FlowTask.recall", () => {
  it("gives a task back to who delegated it; the history says so, and the delegate is told", async () => {
    const named = await aDelegated();
    assert.deepEqual(await may(owner, named), ["recall"]);
    await owner.call(calls.recall, recall(named, "她出差了"));
    const { taskId, row } = await taskOf(owner, named.processInstanceId);
    assert.deepEqual([taskId, row.assignee, row.owner], [named.taskId, owner.actor.userId, null]);
    assert.equal((await delegate.list(calls.todoList, { processInstanceId: named.processInstanceId })).total, 0);
    assert.deepEqual((await deeds(named)).slice(1), [
      ["delegate", owner.actor.userId, null, "请提意见"],
      ["recall", owner.actor.userId, null, "她出差了"],
    ]);
    const { rows } = await app.pool.query(
      "select from message where target = $1 and title_zh = '委派已收回' and link is null",
      [delegate.actor.userId],
    );
    assert.equal(rows.length, 1);
    assert.equal((await delegate.refused(calls.complete, answer(named))).errorCode, "NOT_ASSIGNED");
    await owner.call(calls.complete, answer(named));
    assert.equal((await detail(starter, named)).instance.ending, "passed");
  });

  it("reaches what the delegate passed on to another colleague", async () => {
    const named = await aDelegated();
    const third = await aColleague(app, "finance");
    await delegate.call(calls.transfer, { ...named, userId: third.actor.userId, comment: null });
    assert.equal(await code(delegate, named), "NOT_OWNER");
    await owner.call(calls.recall, recall(named));
    assert.equal((await third.list(calls.todoList, { processInstanceId: named.processInstanceId })).total, 0);
    assert.equal((await taskOf(owner, named.processInstanceId)).taskId, named.taskId);
  });

  it("is refused to everybody else, the delegate and the starter among them (NOT_OWNER)", async () => {
    const named = await aDelegated();
    for (const by of [delegate, starter, await aColleague(app, "sysAdmin")]) {
      assert.equal(await code(by, named), "NOT_OWNER");
      assert.ok(!(await may(by, named)).includes("recall"));
    }
  });

  it("is refused once the task was answered, recalled or done, and where it never was delegated (STATE_ILLEGAL)", async () => {
    const answered = await aDelegated();
    await delegate.call(calls.complete, answer(answered));
    assert.equal(await code(owner, answered), "STATE_ILLEGAL");
    assert.ok(!(await may(owner, answered)).includes("recall"));
    const recalled = await aDelegated();
    await owner.call(calls.recall, recall(recalled, "先补充材料"));
    assert.equal(await code(owner, recalled), "STATE_ILLEGAL");
    await owner.call(calls.complete, answer(recalled));
    assert.equal(await code(owner, recalled), "STATE_ILLEGAL");
    const id = await started(starter, definition);
    assert.equal(
      await code(owner, { taskId: (await taskOf(owner, id)).taskId, processInstanceId: id }),
      "STATE_ILLEGAL",
    );
  });

  it("and the answer of the delegate at the same moment: one of them happens", async () => {
    for (let round = 0; round < 6; round++) {
      const named = await aDelegated();
      const recalling = () => owner.attempt(calls.recall, recall(named));
      const answering = () => delegate.attempt(calls.complete, answer(named));
      const answers = await Promise.all(round % 2 === 0 ? [recalling(), answering()] : [answering(), recalling()]);
      const refused = answers.flatMap(({ errorCode }) => errorCode ?? []);
      const [, , last, ...more] = await deeds(named);
      assert.deepEqual([refused, more], [[last?.[0] === "recall" ? "NOT_ASSIGNED" : "STATE_ILLEGAL"], []]);
      const { row } = await taskOf(owner, named.processInstanceId);
      assert.deepEqual([row.id, row.owner], [named.taskId, null]);
    }
  });

  it("is made by who stands in for the delegator, too, whose task it is again", async () => {
    const standIn = await aColleague(app, "finance");
    const day = today();
    await owner.call(standInCalls.submit, {
      standInId: standIn.actor.userId,
      startDate: day,
      endDate: day,
      reason: "出差",
    });
    const named = await aDelegated(standIn);
    assert.deepEqual([await may(owner, named), await may(standIn, named)], [["recall"], ["recall"]]);
    await standIn.call(calls.recall, recall(named));
    assert.equal((await taskOf(owner, named.processInstanceId)).row.assignee, owner.actor.userId);
    assert.deepEqual((await deeds(named)).at(-1), ["recall", standIn.actor.userId, owner.actor.userId, null]);
  });
});

describe("FlowTask.waiting", () => {
  it("names what somebody delegated and who has it, until it comes back", async () => {
    const named = await aDelegated();
    const waitsFor = async (by: TestUser) =>
      (await by.call(calls.waiting, undefined)).flatMap(({ taskId, colleagues }) =>
        taskId === named.taskId ? [colleagues.map(({ userId }) => userId)] : [],
      );
    assert.deepEqual([await waitsFor(owner), await waitsFor(delegate)], [[[delegate.actor.userId]], []]);
    const { task } = await owner.call(processCalls.detail, named);
    assert.deepEqual([task?.id, task?.assignee], [named.taskId, delegate.actor.userId]);
    await owner.call(calls.recall, recall(named));
    assert.deepEqual(await waitsFor(owner), []);
  });
});
