import { call } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, datetime, id, lookup, ref, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { list, record, rowShape } from "../core/fields/shape.ts";
import { machine } from "../core/machine.ts";
import { applicants } from "./flow-codes.ts";
import { colleague } from "./work.calls.ts";

export const leaveStatus = codeList("LEAVE_STATUS", "请假状态", "State of a leave", {
  unSubmit: ["未提交", "Not submitted"],
  running: ["审批中", "In approval", "busy"],
  finished: ["已结束", "Finished", "good"],
});

/** A leave that somebody asks for: the sample business of the workflow. */
export const Leave = entity(
  "Leave",
  "请假单",
  "Leave",
  {
    processDefinitionId: ref("FlowDefinition", "流程定义", "Definition", "required"),
    processInstanceId: ref("FlowFollow", "流程实例", "Process", "computed"),
    startTime: datetime("开始时间", "From", "required"),
    endTime: datetime("结束时间", "To", "required"),
    reason: text(500, "请假理由", "Reason", "required"),
    taskUser: ref("User", "审批人", "Approver", "required"),
    approverName: { ...lookup("taskUser", "User", "realName", "审批人姓名", "Name of the approver"), person: true },
    applicantName: { ...lookup("createUser", "User", "realName", "申请人姓名", "Name of the applicant"), person: true },
    applyTime: datetime("申请时间", "Applied", "computed"),
    status: code(leaveStatus, "状态", "State", "computed", { always: true }),
    passed: code(yesNo, "是否批准", "Approved", "computed"),
  },
  {
    idName: "businessId",
    title: "reason",
    filters: ["applyTime", "status"],
    sorts: ["applyTime"],
    order: ["-applyTime"],
  },
);
export interface LeaveRow extends Row<typeof Leave> {}

export const leaveMachine = machine({
  name: "leave",
  zh: "请假",
  en: "Leave",
  entity: "Leave",
  field: "status",
  resource: "leave",
  states: leaveStatus,
  initial: "unSubmit",
  actions: {
    start: { zh: "提交请假", en: "Ask for leave", from: ["unSubmit"], to: "running", by: applicants },
    finish: { zh: "审批结束", en: "End", from: ["running"], to: "finished", by: [], clock: true },
    giveBack: { zh: "退回未提交", en: "Give back", from: ["running"], to: "unSubmit", by: [], clock: true },
  },
});

/** Key of the process that comes with the product. */
export const leaveKey = "leave";

const path = "/api/blade-desk/process/leave";
const businessId = id("请假单", "Leave", "required");
const asked = {
  startTime: datetime("开始时间", "From", "required"),
  endTime: datetime("结束时间", "To", "required"),
  reason: text(500, "请假理由", "Reason", "required"),
};
/** The approver goes by either name. */
const approver = {
  approverId: id("审批人", "Approver", "optional"),
  taskUser: id("审批人", "Approver", "optional"),
};

export const leaveCalls = {
  /** Stores the leave and starts its process; with `businessId`, one of one's own that was given back. */
  startProcess: call({
    name: "Leave.startProcess",
    adds: Leave,
    method: "POST",
    path: `${path}/start-process`,
    zh: "发起请假",
    en: "Ask for leave",
    access: "leave_start",
    audience: ["bureau"],
    input: record({
      processDefinitionId: id("流程定义", "Definition", "required"),
      businessId: id("请假单", "Leave", "optional"),
      ...asked,
      ...approver,
    }),
    output: record({ businessId, processInstanceId: id("流程实例", "Process", "required") }),
  }),
  detail: call({
    name: "Leave.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "请假单详情",
    en: "Leave: detail",
    access: ["leave_view", "flow_task_view"],
    audience: ["bureau"],
    input: record({ businessId }),
    output: rowShape(Leave, { approverId: id("审批人", "Approver", "optional") }),
  }),
  /** Changes a leave that was returned to its applicant, and hands it in again. */
  resubmit: call({
    name: "Leave.resubmit",
    method: "POST",
    path: `${path}/resubmit`,
    zh: "重新提交请假",
    en: "Ask for leave again",
    access: "leave_start",
    audience: ["bureau"],
    input: record({ businessId, taskId: id("任务", "Task", "required"), ...asked }),
    output: record({ businessId }),
  }),
  /** Who can be asked: colleagues who may complete tasks, by a part of their name. */
  approvers: call({
    name: "Leave.approvers",
    method: "GET",
    path: `${path}/approver-list`,
    zh: "可选审批人",
    en: "Approvers",
    access: "leave_start",
    audience: ["bureau"],
    input: record({ name: text(50, "姓名", "Name") }),
    output: list(colleague, 50),
  }),
};
