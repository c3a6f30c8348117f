import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { processCalls, workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { aColleague, aDefinition, bpmn, flow, started, task, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Several people sign a step, and each of them once. */
let app: TestApp;
let starter: TestUser;
let signers: TestUser[];
let outsider: TestUser;
before(async () => {
  app = await startTestApp();
  starter = await aColleague(app, "clerk");
  signers = await Promise.all([1, 2, 3].map(() => aColleague(app, "firstReviewer")));
  outsider = await aColleague(app, "finance");
});
after(() => app.close());

const idOf = ({ actor }: TestUser) => actor.userId;
/** A step that the three sign until two have agreed, and one behind it that the outsider does. */
const signed = (key: string, isSequential: boolean) =>
  aDefinition(
    app,
    key,
    bpmn(
      key,
      `<startEvent id="start" />${flow("start", "sign")}${task(
        "sign",
        `flowable:assignee="\${signer}"`,
        `<multiInstanceLoopCharacteristics isSequential="${isSequential}" flowable:collection="\${usersOf('${signers.map(idOf).join(",")}')}" flowable:elementVariable="signer">
          <completionCondition>\${nrOfPassedInstances == 2}</completionCondition></multiInstanceLoopCharacteristics>`,
      )}${flow("sign", "last")}${task("last", `flowable:assignee="${idOf(outsider)}"`)}${flow("last", "end")}<endEvent id="end" />`,
    ),
  );
const named = async (by: TestUser, id: string) => ({ taskId: (await taskOf(by, id)).taskId, processInstanceId: id });
const complete = async (by: TestUser, id: string, pass = true) =>
  by.call(calls.complete, { ...(await named(by, id)), pass, comment: "意见", variables: null, attachmentList: null });
const add = async (by: TestUser, id: string, signer: TestUser) => ({
  ...(await named(by, id)),
  userIds: idOf(signer),
  place: "after" as const,
  comment: null,
});
/** Whom somebody may not ask to sign, of all colleagues. */
async function refusedBy(by: TestUser, id: string): Promise<string[]> {
  const refused: string[] = [];
  for (const signer of signers) {
    const { failures } = await by.refused(calls.addSigner, await add(by, id, signer));
    if (failures[0]?.field === "userIds") refused.push(idOf(signer));
  }
  return refused;
}
const shown = async (by: TestUser, id: string) =>
  (await by.call(processCalls.detail, { processInstanceId: id })).stepSigners.map(({ userId }) => userId).toSorted();

describe("FlowTask.addSigner", () => {
  it("refuses oneself and who signs the step at the same time, or has signed it (FIELD_INVALID)", async () => {
    const [a, b] = signers as [TestUser, TestUser, TestUser];
    const id = await started(starter, await signed("together", false));
    const all = signers.map(idOf).toSorted();
    assert.deepEqual((await refusedBy(a, id)).toSorted(), all);
    assert.deepEqual(await shown(a, id), all, "the page knows whom not to offer");
    await complete(b, id, false);
    assert.deepEqual((await refusedBy(a, id)).toSorted(), all);
    await a.call(calls.addSigner, await add(a, id, outsider));
    assert.deepEqual(await shown(a, id), [...all, idOf(outsider)].toSorted());
    await complete(a, id);
    await complete(outsider, id);
    assert.equal((await taskOf(outsider, id)).row.taskDefinitionKey, "last", "two have agreed");
  });

  it("refuses who is yet to sign after oneself (FIELD_INVALID)", async () => {
    const [a, b] = signers as [TestUser, TestUser, TestUser];
    const id = await started(starter, await signed("inTurn", true));
    assert.equal((await refusedBy(a, id)).length, 3);
    await complete(a, id);
    assert.equal((await refusedBy(b, id)).length, 3);
  });

  it("refuses who stood in for one of the signers (FIELD_INVALID)", async () => {
    const [a, b] = signers as [TestUser, TestUser, TestUser];
    const id = await started(starter, await signed("stoodIn", false));
    await app.pool.query(
      "insert into flow_stand_in (user_id, stand_in_id, start_date, end_date, create_user, update_user) values ($1, $2, current_date, current_date, 1, 1)",
      [idOf(b), idOf(outsider)],
    );
    await complete(outsider, id);
    assert.equal((await a.refused(calls.addSigner, await add(a, id, outsider))).errorCode, "FIELD_INVALID");
    await app.pool.query("delete from flow_stand_in where user_id = $1", [idOf(b)]);
  });

  it("takes who signed when the process was here before, and was returned", async () => {
    const [a, b, c] = signers as [TestUser, TestUser, TestUser];
    const id = await started(starter, await signed("again", false));
    const fourth = await aColleague(app, "clerk");
    await a.call(calls.addSigner, await add(a, id, fourth));
    await complete(fourth, id);
    await complete(b, id);
    await outsider.call(calls.return, {
      ...(await named(outsider, id)),
      activityId: "sign",
      comment: "重新会签",
      comeBack: false,
      attachmentList: null,
    });
    await c.call(calls.addSigner, await add(c, id, fourth));
    assert.equal((await taskOf(fourth, id)).row.taskDefinitionKey, "sign");
  });
});

describe("FlowTask.claim", () => {
  it("refuses a second task of a step that several out of a pool sign (FIELD_INVALID)", async () => {
    const [a, b] = signers as [TestUser, TestUser, TestUser];
    const pool = `<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>`;
    const sign = task("sign", `flowable:candidateGroups="firstReviewer"`, pool);
    const key = "pooledSigners";
    const id = await started(
      starter,
      await aDefinition(
        app,
        key,
        bpmn(
          key,
          `<startEvent id="start" />${flow("start", "sign")}${sign}${flow("sign", "end")}<endEvent id="end" />`,
        ),
      ),
    );
    const open = (await a.list(calls.claimList, { processInstanceId: id })).records.map((row) => row.id);
    assert.equal(open.length, 3);
    const [first = "", second = "", third = ""] = open;
    await a.call(calls.claim, { taskId: first });
    const refusal = async (taskId: string) => (await a.refused(calls.claim, { taskId })).failures[0]?.field;
    assert.equal(await refusal(second), "taskId");
    await complete(a, id);
    assert.equal(await refusal(second), "taskId", "whoever has signed does not sign again");
    await b.call(calls.claim, { taskId: second });
    await b.call(calls.unclaim, { taskId: second });
    await b.call(calls.claim, { taskId: third });
  });
});

describe("FlowTask.transfer", () => {
  it("hands a task to nobody who signs its step already (FIELD_INVALID); they may be asked for an answer", async () => {
    const [a, b] = signers as [TestUser, TestUser, TestUser];
    const id = await started(starter, await signed("handed", false));
    const to = { ...(await named(a, id)), userId: idOf(b), comment: null };
    assert.equal((await a.refused(calls.transfer, to)).failures[0]?.field, "userId");
    await a.call(calls.delegate, to);
  });
});
