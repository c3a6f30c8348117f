import { call } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { flowCategory } from "../core/fields/codes.ts";
import { code, datetime, id, lookup, ref, text } from "../core/fields/field.ts";
import { list, none, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { machine } from "../core/machine.ts";
import { flowEnding, instanceStatus, takers } from "./flow-codes.ts";
import { definitionRef } from "./flow-definition.ts";
import { formFilters, listedValues } from "./flow-form.ts";
import { routeFields } from "./flow-route.ts";

/** A process that was started: who started it, about which row, and how it ended. */
export const FlowFollow = entity(
  "FlowFollow",
  "流程实例跟踪",
  "Process",
  {
    processDefinitionId: definitionRef,
    processDefinitionKey: text(60, "流程标识", "Key", "computed", { always: true }),
    processDefinitionName: text(100, "流程名称", "Process", "computed", { always: true }),
    category: code(flowCategory, "流程分类", "Category", "computed", { always: true }),
    /** Entity of the row that it is about, and the id of this row. */
    businessType: text(60, "业务类型", "Kind of row", "computed", { exact: true }),
    businessId: text(20, "业务ID", "Row", "computed", { exact: true }),
    title: text(200, "标题", "Title", "computed", { always: true }),
    startUser: ref("User", "发起人", "Started by", "computed", { always: true }),
    startUserName: { ...lookup("startUser", "User", "realName", "发起人姓名", "Name of the starter"), person: true },
    startTime: datetime("发起时间", "Started", "computed", { always: true }),
    endTime: datetime("结束时间", "Ended", "computed"),
    status: code(instanceStatus, "状态", "State", "computed", { always: true }),
    ending: code(flowEnding, "结束方式", "How it ended", "computed"),
    deleteReason: text(200, "删除原因", "Reason", "computed"),
    ...routeFields,
  },
  {
    idName: "processInstanceId",
    table: "flow_instance",
    title: "title",
    filters: [
      "processDefinitionKey",
      "processDefinitionName",
      "category",
      "title",
      "startUser",
      "startTime",
      "status",
      "ending",
    ],
    grams: ["title"],
    sorts: ["startTime", "endTime"],
    order: ["-startTime"],
  },
);
export interface FlowFollowRow extends Row<typeof FlowFollow> {}

export const flowFollowMachine = machine({
  name: "flowFollow",
  zh: "流程实例",
  en: "Process",
  entity: "FlowFollow",
  field: "status",
  resource: "flow_follow",
  states: instanceStatus,
  initial: "running",
  actions: {
    finish: { zh: "结束", en: "End", from: ["running"], to: "finished", by: [], clock: true },
    suspend: {
      zh: "随定义挂起",
      en: "Suspend with its definition",
      from: ["running"],
      to: "suspended",
      by: [],
      clock: true,
    },
    activate: {
      zh: "随定义激活",
      en: "Activate with its definition",
      from: ["suspended"],
      to: "running",
      by: [],
      clock: true,
    },
    cancel: {
      zh: "随上级流程取消",
      en: "Cancel with the process that called it",
      from: ["running", "suspended"],
      to: "deleted",
      by: [],
      clock: true,
    },
    withdraw: { zh: "撤回", en: "Withdraw", from: ["running"], to: "deleted", by: takers },
    terminate: {
      zh: "终止",
      en: "Terminate",
      from: ["running"],
      to: "deleted",
      by: takers,
      reason: true,
      danger: true,
    },
    delete: {
      zh: "删除",
      en: "Delete",
      from: ["running", "suspended"],
      to: "deleted",
      by: ["sysAdmin"],
      reason: true,
      danger: true,
    },
  },
});
export type FlowFollowMove = keyof typeof flowFollowMachine.actions;

/** The tasks that are open in a process now. */
export const currentTasks = list(
  record({
    taskId: id("任务", "Task", "required"),
    taskName: text(100, "任务名称", "Name of the task", "required"),
    assigneeName: text(50, "处理人", "Assignee"),
  }),
  200,
);
/** A process with where it stands; in a list with what its form says there. */
export const followRow = rowShape(FlowFollow, { currentTasks });
export const listedProcess = rowShape(FlowFollow, { currentTasks, formValues: listedValues });

const path = "/api/blade-flow/follow";
const resource = "flow_follow";
/** The same id under the name that clients filter by. */
export const followFilters = { processInstanceId: id("流程实例", "Process", "optional"), ...formFilters };

export const flowFollowCalls = {
  list: call({
    name: "FlowFollow.list",
    method: "GET",
    path: `${path}/list`,
    zh: "流程实例列表",
    en: "Processes: list",
    access: `${resource}_view`,
    audience: ["bureau"],
    input: queryShape(FlowFollow, followFilters),
    output: pageShape(listedProcess),
  }),
  /** It stays in the history, and the row that it is about is as before it was handed in. */
  delete: call({
    name: "FlowFollow.delete",
    method: "POST",
    path: `${path}/delete-process-instance`,
    zh: "删除流程实例",
    en: "Process: delete",
    access: `${resource}_delete`,
    audience: ["bureau"],
    style: "query",
    input: record({
      processInstanceId: id("流程实例", "Process", "required"),
      deleteReason: text(200, "删除原因", "Reason"),
    }),
    output: none,
  }),
  /** Tells a process the message, or the element of the receive task, that it waits for. */
  deliver: call({
    name: "FlowFollow.deliver",
    method: "POST",
    path: `${path}/deliver`,
    zh: "送达流程等待的消息",
    en: "Process: deliver what it waits for",
    access: `${resource}_deliver`,
    audience: ["bureau"],
    input: record({
      processInstanceId: id("流程实例", "Process", "required"),
      name: text(255, "消息", "Message", "required"),
    }),
    output: none,
  }),
  export: call({ ...exportCall(FlowFollow, path, resource, ["bureau"]), input: queryShape(FlowFollow, formFilters) }),
};
