import type { InputOf } from "@jipei/contract/core/call.ts";
import { Leave, type LeaveRow, leaveCalls as calls, leaveKey } from "@jipei/contract/workflow/leave.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { lockRow, readRow } from "../../core/database/rows.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, illegalState, invalidValue } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { leaveStatus } from "@jipei/contract/workflow/leave.ts";
import { findColleagues, getColleagues } from "../instance/people.ts";
import { begin } from "../tasks/begin.ts";
import { completeTask } from "../tasks/complete.ts";
import { getStartable } from "../tasks/start-process.ts";
import { leaveLifecycle, leaveScope } from "./leave.lifecycle.ts";

type Asked = Pick<InputOf<typeof calls.resubmit>, "startTime" | "endTime" | "reason">;

/** 18.3-1: stores the leave and starts its process, whose first task is the approver’s. @throws FLOW_SUSPENDED, SELF_REVIEW, FIELD_INVALID, STATE_ILLEGAL */
async function start(tx: Tx, actor: Actor, input: InputOf<typeof calls.startProcess>, app: Services) {
  const { processDefinitionId, businessId, approverId, taskUser } = input;
  const definition = await getStartable(tx, actor, processDefinitionId);
  if (definition.key !== leaveKey)
    throw invalidValue(Leave, "processDefinitionId", "不是请假流程", "is no process for leave");
  const approver = await getApprover(tx, actor, approverId ?? taskUser);
  const values = { ...toAsked(input), processDefinitionId, taskUser: approver };
  const { id } = businessId
    ? await updateRow(tx, actor, Leave, (await lockOwn(tx, actor, businessId)).id, values)
    : await insertRow(tx, actor, Leave, { ...values, status: "unSubmit" });
  const instance = await begin(
    { tx, actor, app },
    {
      definition,
      title: `${actor.name}的请假（${values.startTime.slice(0, 10)}至${values.endTime.slice(0, 10)}）`,
      variables: { taskUser: approver, startTime: values.startTime, endTime: values.endTime, reason: values.reason },
      business: { type: Leave.name, id },
    },
    { opinion: values.reason },
  );
  await transition(tx, actor, leaveLifecycle, "start", [id], { processInstanceId: instance.id }, app);
  return { businessId: id, processInstanceId: instance.id };
}

/** The one who is asked: a colleague, and not who asks. @throws FIELD_INVALID, SELF_REVIEW */
async function getApprover(tx: Tx, actor: Actor, id: string | null | undefined): Promise<string> {
  if (!id) throw invalidValue(Leave, "taskUser", "请选择", "choose one");
  if (id === actor.userId) throw new Refusal("SELF_REVIEW");
  await getColleagues(tx, actor, [id]);
  return id;
}

/** @throws FIELD_INVALID where the times are out of order */
function toAsked({ startTime, endTime, reason }: Asked): Asked {
  if (endTime <= startTime) throw invalidValue(Leave, "endTime", "须晚于开始时间", "has to be after the start");
  return { startTime, endTime, reason };
}

/** A leave of one’s own that is not on its way. @throws NOT_FOUND, NOT_OWNER, STATE_ILLEGAL */
async function lockOwn(tx: Tx, actor: Actor, id: string) {
  const leave = await lockRow(tx, Leave, leaveScope, actor, id);
  if (leave.createUser !== actor.userId) throw new Refusal("NOT_OWNER");
  if (leave.status !== "unSubmit") throw illegalState(leaveStatus, leave.status, "提交请假", "ask for leave");
  return leave;
}

/** The applicant changes a leave that was returned to them, and completes their step with it. @throws NOT_OWNER, NOT_ASSIGNED, FIELD_INVALID */
async function resubmit(tx: Tx, actor: Actor, input: InputOf<typeof calls.resubmit>, app: Services) {
  const { businessId, taskId } = input;
  const leave = await lockRow(tx, Leave, leaveScope, actor, businessId);
  if (leave.createUser !== actor.userId || leave.processInstanceId === null) throw new Refusal("NOT_OWNER");
  const asked = toAsked(input);
  await updateRow(tx, actor, Leave, businessId, asked);
  const { processInstanceId } = leave;
  await completeTask(tx, actor, { taskId, processInstanceId, pass: true, variables: null }, app, { ...asked });
  return { businessId };
}

async function detail(db: Db, actor: Actor, { businessId }: { businessId: string }, app: Services) {
  const row: LeaveRow = await readRow(db, Leave, leaveScope, actor, businessId);
  return { ...toResponse(Leave, actor, app.cipher, row, "detail"), approverId: row.taskUser };
}

export const leaveRoutes: readonly Route[] = [
  writes(calls.startProcess, start),
  { ...reads(calls.detail, detail), owner: { entity: Leave, resource: "leave", scope: leaveScope } },
  writes(calls.resubmit, resubmit),
  reads(calls.approvers, (db, actor, { name }) => findColleagues(db, actor, name)),
];
