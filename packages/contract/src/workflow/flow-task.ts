import { type Row, entity } from "../core/entity.ts";
import { flowCategory, taskStatus } from "../core/fields/codes.ts";
import { code, datetime, int, lookup, ref, text, texts } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { flag, orNull, rowShape } from "../core/fields/shape.ts";
import { machine } from "../core/machine.ts";
import { takers } from "./flow-codes.ts";
import { definitionRef } from "./flow-definition.ts";
import { listedValues } from "./flow-form.ts";
import { routeFields } from "./flow-route.ts";

/** What somebody has to do in a process, or has done. */
export const FlowTask = entity(
  "FlowTask",
  "流程任务",
  "Task",
  {
    taskName: text(100, "任务名称", "Task", "computed", { always: true }),
    taskDefinitionKey: text(200, "任务节点", "Step", "computed", { always: true }),
    processInstanceId: ref("FlowFollow", "流程实例", "Process", "computed", { always: true }),
    processDefinitionId: definitionRef,
    processDefinitionKey: text(60, "流程标识", "Key", "computed", { always: true }),
    processDefinitionName: text(100, "流程名称", "Name of the process", "computed", { always: true }),
    category: code(flowCategory, "流程分类", "Category", "computed", { always: true }),
    businessId: text(20, "业务ID", "Row", "computed", { exact: true }),
    title: text(200, "标题", "Title", "computed", { always: true }),
    startUser: ref("User", "发起人", "Started by", "computed", { always: true }),
    startUserName: { ...lookup("startUser", "User", "realName", "发起人姓名", "Name of the starter"), person: true },
    assignee: ref("User", "处理人", "Assignee", "computed"),
    assigneeName: { ...lookup("assignee", "User", "realName", "处理人姓名", "Name of the assignee"), person: true },
    /** Who delegated it, and gets it back with the answer. */
    owner: ref("User", "委派人", "Delegated by", "computed"),
    ownerName: { ...lookup("owner", "User", "realName", "委派人姓名", "Name of who delegated it"), person: true },
    /** Who did it; another than the assignee where they stood in for them. */
    doneBy: ref("User", "办理人", "Done by", "computed"),
    doneByName: { ...lookup("doneBy", "User", "realName", "办理人姓名", "Name of who did it"), person: true },
    candidateRoles: texts(60, "候选角色", "Candidate roles", "computed"),
    dueTime: datetime("办理期限", "Due", "computed"),
    priority: int("优先级", "Priority", "computed", { always: true }),
    claimTime: datetime("签收时间", "Claimed", "computed"),
    endTime: datetime("完成时间", "Completed", "computed"),
    passed: code(yesNo, "审批结果", "Decision", "computed"),
    comment: text(500, "审批意见", "Opinion", "computed"),
    status: code(taskStatus, "任务状态", "State", "computed", { always: true }),
    ...routeFields,
  },
  {
    idName: "taskId",
    title: "taskName",
    filters: [
      "taskName",
      "processDefinitionName",
      "processDefinitionKey",
      "processInstanceId",
      "category",
      "title",
      "createTime",
      "status",
    ],
    grams: ["title"],
    sorts: ["dueTime"],
    order: ["-createTime"],
  },
);
export interface FlowTaskRow extends Row<typeof FlowTask> {}

export const flowTaskMachine = machine({
  name: "flowTask",
  zh: "流程任务",
  en: "Task",
  entity: "FlowTask",
  field: "status",
  resource: "flow_task",
  states: taskStatus,
  initial: "0",
  actions: {
    claim: { zh: "签收", en: "Claim", from: ["0"], to: "1", by: takers },
    unclaim: { zh: "退签", en: "Put back", from: ["1"], to: "0", by: takers },
    complete: { zh: "办理", en: "Complete", from: ["1"], to: "2", by: takers },
  },
});

/** A task with its decision as yes or no, empty until there is one; in a list with what the form of its process says there. */
const pass = orNull(flag("是否通过", "Passed"));
export const taskRow = rowShape(FlowTask, { pass });
export const listedTask = rowShape(FlowTask, { pass, formValues: listedValues });
