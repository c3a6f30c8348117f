import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { flowFollowCalls } from "@jipei/contract/workflow/flow-follow.ts";
import { leaveCalls as calls, leaveKey } from "@jipei/contract/workflow/leave.ts";
import { processCalls, workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { leaveBpmn } from "../../../seed/reference/leave.bpmn.ts";
import { aColleague, aDefinition, flow, leaveDefinition, taskOf } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { workflow } from "../workflow.routes.ts";

/** The sample business of the workflow, from the form to its end. */
let app: TestApp;
let processDefinitionId: string;
let applicant: TestUser;
let approver: TestUser;
before(async () => {
  app = await startTestApp();
  processDefinitionId = await leaveDefinition(app);
  applicant = await aColleague(app, "clerk");
  approver = await aColleague(app, "leader");
});
after(() => app.close());

const asked = { startTime: "2026-03-02 08:00:00", endTime: "2026-03-04 18:00:00", reason: "探亲" };
const start = (by = applicant, more: object = {}) =>
  by.call(calls.startProcess, { processDefinitionId, ...asked, approverId: approver.actor.userId, ...more });
const detail = (businessId: string, by = applicant) => by.call(calls.detail, { businessId });

describe("Leave.startProcess", () => {
  it("18.3-1: stores the leave and gives the first task to the approver", async () => {
    const { businessId, processInstanceId } = await start();
    const leave = await detail(businessId);
    assert.deepEqual(
      [leave.id, leave.processInstanceId, leave.status, leave.reason, leave.approverId],
      [businessId, processInstanceId, "running", "探亲", approver.actor.userId],
    );
    const { row } = await taskOf(approver, processInstanceId);
    assert.deepEqual([row.businessId, row.routeKey, row.routeValue], [businessId, "leave", "/work/process/leave"]);
    assert.equal((await detail(businessId, approver)).applicantName, leave.applicantName);
    assert.equal((await app.as("finance").refused(calls.detail, { businessId })).errorCode, "NOT_FOUND");
  });

  it("is read by who stands in for the approver while they have its task", async () => {
    const deputy = await aColleague(app, "leader");
    const { businessId } = await start();
    assert.equal((await deputy.refused(calls.detail, { businessId })).errorCode, "NOT_FOUND");
    await app.pool.query(
      "insert into flow_stand_in (user_id, stand_in_id, start_date, end_date, create_user, update_user) values ($1, $2, current_date, current_date, 1, 1)",
      [approver.actor.userId, deputy.actor.userId],
    );
    assert.equal((await detail(businessId, deputy)).id, businessId);
    await app.pool.query("delete from flow_stand_in where user_id = $1", [approver.actor.userId]);
  });

  it("refuses oneself as approver (SELF_REVIEW), times out of order and nobody (FIELD_INVALID), institutions (ROLE_DENIED)", async () => {
    const input = { processDefinitionId, ...asked, approverId: applicant.actor.userId };
    assert.equal((await applicant.refused(calls.startProcess, input)).errorCode, "SELF_REVIEW");
    const late = { ...input, approverId: approver.actor.userId, endTime: asked.startTime };
    assert.equal((await applicant.refused(calls.startProcess, late)).failures[0]?.field, "endTime");
    assert.equal(
      (await applicant.refused(calls.startProcess, { ...input, approverId: null })).failures[0]?.field,
      "taskUser",
    );
    assert.equal(
      (await app.as("orgAdmin", { orgId: "1" }).refused(calls.startProcess, input)).errorCode,
      "ROLE_DENIED",
    );
    assert.equal((await app.as("auditor").refused(calls.startProcess, input)).errorCode, "ROLE_DENIED");
  });
});

describe("FlowTask.complete of a leave", () => {
  it("18.3-2: ends it with the decision, which the applicant hears of", async () => {
    const { businessId, processInstanceId } = await start();
    const { taskId } = await taskOf(approver, processInstanceId);
    await approver.call(workCalls.complete, {
      taskId,
      processInstanceId,
      pass: true,
      comment: "同意",
      variables: null,
    });
    const leave = await detail(businessId);
    assert.deepEqual([leave.status, leave.passed], ["finished", "1"]);
    const { rows } = await app.pool.query(`select title_zh from message where target = $1`, [applicant.actor.userId]);
    assert.ok(rows.some((row) => row.title_zh === "流程已结束"));
    const history = await applicant.call(processCalls.history, { processInstanceId });
    assert.deepEqual(
      history.map(({ activityType, pass }) => [activityType, pass]),
      [
        ["startEvent", null],
        ["userTask", null],
        ["userTask", true],
        ["endEvent", null],
      ],
    );
    const { passed } = await applicant.call(processCalls.detail, { processInstanceId });
    assert.deepEqual(
      passed.map(({ activityId }) => activityId),
      ["start", "apply", "approve", "decision", "approved", "toApply", "toApprove", "toDecision", "toApproved"],
    );
  });

  it("refuses without a reason what is not approved (REASON_REQUIRED), and ends it as refused", async () => {
    const { businessId, processInstanceId } = await start();
    const { taskId } = await taskOf(approver, processInstanceId);
    const no = { taskId, processInstanceId, pass: false, variables: null };
    assert.equal((await approver.refused(workCalls.complete, no)).errorCode, "REASON_REQUIRED");
    await approver.call(workCalls.complete, { ...no, comment: "工作安排不开" });
    assert.deepEqual([(await detail(businessId)).status, (await detail(businessId)).passed], ["finished", "0"]);
  });
});

describe("Leave.resubmit", () => {
  it("hands in again what was returned to the applicant, and comes back to the approver", async () => {
    const { businessId, processInstanceId } = await start();
    const first = await taskOf(approver, processInstanceId);
    const back = { taskId: first.taskId, processInstanceId, comment: "请说明去向" };
    await approver.call(workCalls.return, { ...back, activityId: null, comeBack: undefined, attachmentList: null });
    const own = await taskOf(applicant, processInstanceId);
    assert.equal(own.row.taskName, "填写请假单");
    await applicant.call(calls.resubmit, { businessId, taskId: own.taskId, ...asked, reason: "探亲，去杭州" });
    assert.equal((await detail(businessId)).reason, "探亲，去杭州");
    const again = await taskOf(approver, processInstanceId);
    assert.notEqual(again.taskId, first.taskId);
    const { fields, opinions } = await approver.call(processCalls.detail, { taskId: again.taskId });
    assert.equal(fields.find(({ name }) => name === "reason")?.value, "探亲，去杭州");
    assert.deepEqual(
      opinions.map(({ action }) => action),
      ["start", "return", "resubmit"],
    );
  });
});

describe("FlowFollow.delete", () => {
  it("18.2-5: needs a reason (REASON_REQUIRED), and leaves the leave as it was before; it can be handed in again", async () => {
    const { businessId, processInstanceId } = await start();
    const admin = app.as("sysAdmin");
    assert.equal((await admin.refused(flowFollowCalls.delete, { processInstanceId })).errorCode, "REASON_REQUIRED");
    await admin.call(flowFollowCalls.delete, { processInstanceId, deleteReason: "重复提交" });
    assert.equal((await detail(businessId)).status, "unSubmit");
    assert.equal((await approver.list(workCalls.todoList, { processInstanceId })).total, 0);
    const [row] = (await admin.list(flowFollowCalls.list, { processInstanceId })).records;
    assert.deepEqual([row?.status, row?.deleteReason, row?.currentTasks], ["deleted", "重复提交", []]);
    assert.equal(
      (await admin.refused(flowFollowCalls.delete, { processInstanceId, deleteReason: "再次" })).errorCode,
      "STATE_ILLEGAL",
    );
    const again = await start(applicant, { businessId });
    assert.equal(again.businessId, businessId);
    assert.equal((await detail(businessId)).status, "running");
  });
});

describe("workflow.due of a leave", () => {
  it("hands it back where nobody has decided before its deadline; it can be handed in again", async () => {
    const late = `<boundaryEvent id="late" attachedToRef="approve"><timerEventDefinition><timeDuration>P3D</timeDuration></timerEventDefinition></boundaryEvent>${flow("late", "overdue")}<endEvent id="overdue" name="逾期" />`;
    const definition = await aDefinition(app, leaveKey, leaveBpmn.replace("</process>", `${late}</process>`));
    const { businessId, processInstanceId } = await start(applicant, { processDefinitionId: definition });
    await app.pool.query(`update flow_timer set due = now() - interval '1 minute' where instance_id = $1`, [
      processInstanceId,
    ]);
    await workflow.timers?.find((timer) => timer.name === "workflow.due")?.run(app.services);
    await app.runJobs();
    const { instance } = await applicant.call(processCalls.detail, { processInstanceId });
    assert.deepEqual([instance.status, instance.ending], ["finished", "undecided"]);
    assert.equal((await detail(businessId)).status, "unSubmit");
    await start(applicant, { processDefinitionId: definition, businessId });
    assert.equal((await detail(businessId)).status, "running");
  });
});
