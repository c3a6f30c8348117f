import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { standInCalls } from "@jipei/contract/workflow/stand-in.ts";
import { processCalls, workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import { aColleague, aDefinition, chain, started, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Tasks that an absent colleague could claim. */
let app: TestApp;
let starter: TestUser;
let absent: TestUser;
let standIn: TestUser;
let byName: string;
before(async () => {
  app = await startTestApp();
  starter = await aColleague(app, "clerk");
  absent = await aColleague(app, "leader");
  standIn = await aColleague(app, "firstReviewer");
  const names = `${absent.actor.userId},${starter.actor.userId}`;
  byName = await aDefinition(app, "byName", chain("byName", [["check", `flowable:candidateUsers="${names}"`]]));
});
after(() => app.close());

const standsIn = (startDate = today(), endDate = startDate) =>
  absent.call(standInCalls.submit, { standInId: standIn.actor.userId, startDate, endDate, reason: "出差" });
const claimable = async (by: TestUser, processInstanceId: string) =>
  (await by.list(calls.claimList, { processInstanceId })).records.map(({ id }) => id);
const counted = async (by: TestUser) => (await by.call(calls.count, undefined)).claimable;
const may = async (by: TestUser, processInstanceId: string) =>
  (await by.call(processCalls.detail, { processInstanceId })).may.map(({ action }) => action);

describe("FlowTask.claim by a stand-in", () => {
  it("is refused before the first day of the absence, and to who stands in for nobody (NOT_CANDIDATE)", async () => {
    const id = await started(starter, byName);
    const [taskId = ""] = await claimable(absent, id);
    const { id: early } = await standsIn(addDays(today(), 1));
    for (const by of [standIn, await aColleague(app, "finance")]) {
      assert.deepEqual(await claimable(by, id), []);
      assert.equal((await by.refused(calls.claim, { taskId })).errorCode, "NOT_CANDIDATE");
    }
    await absent.call(standInCalls.remove, { ids: early });
  });

  it("takes the task for the absent, of which both then see it; the history names both", async () => {
    await standsIn();
    const before = await counted(standIn);
    const id = await started(starter, byName);
    const [taskId = ""] = await claimable(standIn, id);
    assert.equal(await counted(standIn), before + 1);
    assert.deepEqual(await may(standIn, id), ["claim"]);
    const { rows } = await app.pool.query(`select from message where target = $1 and link like '%' || $2 || '%'`, [
      standIn.actor.userId,
      taskId,
    ]);
    assert.equal(rows.length, 1, "they were told");
    await standIn.call(calls.claim, { taskId });
    assert.equal((await taskOf(absent, id)).row.assignee, absent.actor.userId);
    assert.equal((await taskOf(standIn, id)).taskId, taskId);
    await standIn.call(calls.unclaim, { taskId });
    await standIn.call(calls.claim, { taskId });
    const deciding = { taskId, processInstanceId: id, pass: true, comment: null, variables: null };
    await standIn.call(calls.complete, { ...deciding, attachmentList: null });
    const { opinions } = await absent.call(processCalls.detail, { processInstanceId: id });
    const said = opinions.slice(1).map(({ action, createUser, forUser }) => [action, createUser, forUser]);
    assert.deepEqual(
      said,
      ["claim", "unclaim", "claim", "pass"].map((action) => [action, standIn.actor.userId, absent.actor.userId]),
    );
  });

  it("does not reach what the absent could claim by their role or department", async () => {
    const leaders = await aDefinition(
      app,
      "leaders",
      chain("leaders", [["check", `flowable:candidateGroups="leader"`]]),
    );
    const id = await started(starter, leaders);
    const [taskId = ""] = await claimable(absent, id);
    assert.deepEqual(await claimable(standIn, id), []);
    assert.equal((await standIn.refused(calls.claim, { taskId })).errorCode, "NOT_CANDIDATE");
  });
});
