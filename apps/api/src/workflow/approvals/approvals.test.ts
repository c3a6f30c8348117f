import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { machines } from "@jipei/contract/machines.ts";
import { approvedMoves, extraApprovalCalls as calls } from "@jipei/contract/workflow/extra-approval.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { aCommittedClass, acceptRoster, anApprovedOrgPlan } from "../../../test/factories/class.ts";
import { type TrainingBase, aTrainingBase } from "../../../test/factories/training-base.ts";
import { aColleague, aDefinition, chain, flow, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { workflow } from "../workflow.routes.ts";

/** A class is confirmed only once the process has ended well that the parameter names. */
let app: TestApp;
let base: TrainingBase;
let orgPlanId: string;
let clerk: TestUser;
let leader: TestUser;
before(async () => {
  app = await startTestApp();
  base = await aTrainingBase(app);
  orgPlanId = await anApprovedOrgPlan(app, base, { headcount: 1000 });
  clerk = await aColleague(app, "clerk");
  leader = await aColleague(app, "leader");
  await aDefinition(
    app,
    "classApproval",
    chain("classApproval", [["leader", `flowable:assignee="${leader.actor.userId}"`]]),
  );
});
after(() => app.close());

const require = (key: string) =>
  app.pool.query(
    `insert into parameter (param_name, param_key, param_value, create_user, update_user) values ('x', 'approval.class.confirm', $1, 0, 0)
    on conflict (param_key) where is_deleted = 0 do update set param_value = $1`,
    [key],
  );
const aClass = async () => {
  const built = await aCommittedClass(app, { base, orgPlanId, students: 2 });
  await acceptRoster(app, built);
  return built.classId;
};
const move = "trainingClass.confirm";
const confirm = (classId: string) => ({ ids: classId, status: "Confirm" }) as never;
const state = async (businessId: string) => (await clerk.call(calls.state, { move, businessId })).state;
const decide = async (processInstanceId: string, pass: boolean) => {
  const { taskId } = await taskOf(leader, processInstanceId);
  await leader.call(workCalls.complete, { taskId, processInstanceId, pass, comment: "意见", variables: null });
};

describe("moves that ask for a further approval", () => {
  it("are moves of machines, of the entity that is named", () => {
    for (const [name, { entity }] of Object.entries(approvedMoves)) {
      const [machine = "", action = ""] = name.split(".");
      const found = machines.find((one) => one.name === machine);
      assert.equal(found?.entity, entity, name);
      assert.ok(Object.hasOwn(found?.actions ?? {}, action), name);
    }
  });
});

describe("FlowApproval.start", () => {
  it("is not needed while the parameter names no process (STATE_ILLEGAL)", async () => {
    const classId = await aClass();
    assert.equal(await state(classId), "notNeeded");
    assert.equal((await clerk.refused(calls.start, { move, businessId: classId })).errorCode, "STATE_ILLEGAL");
    assert.equal(
      (await clerk.refused(calls.start, { move: "class.nothing", businessId: classId })).errorCode,
      "FIELD_INVALID",
    );
    await clerk.call(classCalls.switchStatus, confirm(classId));
  });

  it("has to end well before the move, which says who has it now (APPROVAL_REQUIRED)", async () => {
    await require("classApproval");
    const classId = await aClass();
    const refused = await clerk.refused(classCalls.switchStatus, confirm(classId));
    assert.deepEqual([refused.status, refused.errorCode, await state(classId)], [409, "APPROVAL_REQUIRED", "missing"]);
    const { processInstanceId } = await clerk.call(calls.start, { move, businessId: classId, comment: null });
    assert.equal(
      (await clerk.refused(calls.start, { move, businessId: classId, comment: "再次" })).errorCode,
      "STATE_ILLEGAL",
    );
    assert.match((await clerk.refused(classCalls.switchStatus, confirm(classId))).msg, new RegExp(leader.actor.name));
    const { row } = await taskOf(leader, processInstanceId);
    assert.match(row.title ?? "", /^培训班级：/);
    await decide(processInstanceId, false);
    assert.equal(await state(classId), "refused");
    assert.equal((await clerk.refused(classCalls.switchStatus, confirm(classId))).errorCode, "APPROVAL_REQUIRED");
    await decide(
      (await clerk.call(calls.start, { move, businessId: classId, comment: "补充后再报" })).processInstanceId,
      true,
    );
    assert.equal(await state(classId), "passed");
    await clerk.call(classCalls.switchStatus, confirm(classId));
  });

  it("is not passed where its deadline comes before anybody has decided (APPROVAL_REQUIRED), and can be asked for again", async () => {
    const late = `<boundaryEvent id="late" attachedToRef="leader"><timerEventDefinition><timeDuration>P3D</timeDuration></timerEventDefinition></boundaryEvent>${flow("late", "overdue")}<endEvent id="overdue" name="逾期" />`;
    const steps = chain("dueApproval", [["leader", `flowable:assignee="${leader.actor.userId}"`]]);
    await aDefinition(app, "dueApproval", steps.replace("</process>", `${late}</process>`));
    await require("dueApproval");
    const classId = await aClass();
    const { processInstanceId } = await clerk.call(calls.start, { move, businessId: classId, comment: null });
    await app.pool.query(`update flow_timer set due = now() - interval '1 minute' where instance_id = $1`, [
      processInstanceId,
    ]);
    await workflow.timers?.find((timer) => timer.name === "workflow.due")?.run(app.services);
    await app.runJobs();
    assert.equal(await state(classId), "undecided");
    assert.equal((await clerk.refused(classCalls.switchStatus, confirm(classId))).errorCode, "APPROVAL_REQUIRED");
    await decide(
      (await clerk.call(calls.start, { move, businessId: classId, comment: "再报" })).processInstanceId,
      true,
    );
    assert.equal(await state(classId), "passed");
  });

  it("is not passed by a step of who asked for it, and is where the process asks nobody", async () => {
    const own = 'flowable:assignee="${starter}"';
    await aDefinition(
      app,
      "notedApproval",
      chain("notedApproval", [
        ["leader", `flowable:assignee="${leader.actor.userId}"`],
        ["note", own],
      ]),
    );
    await require("notedApproval");
    const classId = await aClass();
    const { processInstanceId } = await clerk.call(calls.start, { move, businessId: classId, comment: null });
    await decide(processInstanceId, false);
    const { taskId } = await taskOf(clerk, processInstanceId);
    await clerk.call(workCalls.complete, { taskId, processInstanceId, pass: true, variables: null });
    assert.equal(await state(classId), "refused");
    await aDefinition(app, "freeApproval", chain("freeApproval", [["fill", own]]));
    await require("freeApproval");
    await clerk.call(calls.start, { move, businessId: classId, comment: null });
    assert.equal(await state(classId), "passed");
  });

  it("counts no more once the class was returned and handed in again", async () => {
    await require("classApproval");
    const classId = await aClass();
    await decide((await clerk.call(calls.start, { move, businessId: classId, comment: null })).processInstanceId, true);
    // Moves and approvals within the same second belong together.
    await app.pool.query(
      `update flow_instance set start_time = start_time - interval '1 minute' where business_id = $1`,
      [classId],
    );
    assert.equal(await state(classId), "missing");
    assert.equal((await clerk.refused(classCalls.switchStatus, confirm(classId))).errorCode, "APPROVAL_REQUIRED");
    assert.equal(
      (await base.orgAdmin.refused(calls.state, { move: "subsidyApplication.reCommit", businessId: "1" })).errorCode,
      "NOT_FOUND",
    );
  });
});
