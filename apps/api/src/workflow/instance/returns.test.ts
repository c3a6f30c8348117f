import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { processCalls, workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { aColleague, aDefinition, bpmn, chain, flow, started, task, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Where a process stands after a return, and who has it then. */
let app: TestApp;
let starter: TestUser;
let one: TestUser;
let two: TestUser;
let three: TestUser;
before(async () => {
  app = await startTestApp();
  starter = await aColleague(app);
  one = await aColleague(app, "firstReviewer");
  two = await aColleague(app, "secondReviewer");
  three = await aColleague(app, "leader");
});
after(() => app.close());

const own = 'flowable:assignee="${starter}"';
const of = ({ actor }: TestUser) => `flowable:assignee="${actor.userId}"`;
const done = async (user: TestUser, id: string) => {
  const { taskId, processInstanceId } = await taskOf(user, id);
  await user.call(workCalls.complete, { taskId, processInstanceId, pass: true, variables: null });
};
const sendBack = async (user: TestUser, id: string, activityId: string, comeBack = false) => {
  const { taskId, processInstanceId } = await taskOf(user, id);
  const input = { taskId, processInstanceId, activityId, comeBack, comment: "请补充", attachmentList: null };
  await user.call(workCalls.return, input);
};
const standing = async (id: string) => {
  const { instance } = await starter.call(processCalls.detail, { processInstanceId: id });
  return instance.currentTasks.map(({ taskName }) => taskName).toSorted();
};

describe("FlowTask.return", () => {
  it("comes straight back to who had claimed the task, and to nobody else", async () => {
    const candidates = `flowable:candidateUsers="${one.actor.userId},${two.actor.userId}"`;
    const xml = chain("claimed", [
      ["apply", own],
      ["check", candidates],
    ]);
    const id = await started(starter, await aDefinition(app, "claimed", xml));
    const [open] = (await two.list(workCalls.claimList, { processInstanceId: id })).records;
    await two.call(workCalls.claim, { taskId: open?.id ?? "" });
    await sendBack(two, id, "apply", true);
    await done(starter, id);
    assert.equal((await one.list(workCalls.claimList, { processInstanceId: id })).total, 0);
    assert.equal((await taskOf(two, id)).row.taskDefinitionKey, "check");
  });

  it("leads to who was asked, or claimed the task, and to nobody whom they added", async () => {
    const candidates = `flowable:candidateUsers="${one.actor.userId},${three.actor.userId}"`;
    const xml = chain("withAdded", [
      ["check", candidates],
      ["again", of(two)],
    ]);
    const id = await started(starter, await aDefinition(app, "withAdded", xml));
    const [open] = (await one.list(workCalls.claimList, { processInstanceId: id })).records;
    await one.call(workCalls.claim, { taskId: open?.id ?? "" });
    const added = await aColleague(app);
    const { taskId, processInstanceId } = await taskOf(one, id);
    const signers = { taskId, processInstanceId, userIds: added.actor.userId, comment: null };
    await one.call(workCalls.addSigner, { ...signers, place: "after" });
    await done(one, id);
    await done(added, id);
    await sendBack(two, id, "check");
    assert.equal((await taskOf(one, id)).row.taskDefinitionKey, "check");
    assert.equal((await added.list(workCalls.todoList, { processInstanceId: id })).total, 0);
  });

  it("has one branch of a block done again that was joined, and leaves the other as it is", async () => {
    const body = `<startEvent id="s" />${flow("s", "apply")}${task("apply", own)}${flow("apply", "g")}<parallelGateway id="g" />
      ${flow("g", "a")}${task("a", of(one))}${flow("a", "j")}${flow("g", "b")}${task("b", of(two))}${flow("b", "j")}<parallelGateway id="j" />
      ${flow("j", "last")}${task("last", of(three))}${flow("last", "e")}<endEvent id="e" />`;
    const id = await started(starter, await aDefinition(app, "forked", bpmn("forked", body)));
    await done(one, id);
    await sendBack(two, id, "a");
    assert.deepEqual(await standing(id), ["环节a"]);
    await done(one, id);
    await done(two, id);
    const { returnTargets } = await three.call(processCalls.detail, { processInstanceId: id });
    assert.deepEqual(returnTargets.map(({ activityId }) => activityId).toSorted(), ["a", "apply", "b"]);
    await sendBack(three, id, "a");
    assert.deepEqual(await standing(id), ["环节a"]);
    await done(one, id);
    assert.deepEqual(await standing(id), ["环节last"]);
    await done(three, id);
    const { instance } = await starter.call(processCalls.detail, { processInstanceId: id });
    assert.deepEqual([instance.status, instance.ending], ["finished", "passed"]);
  });
});
