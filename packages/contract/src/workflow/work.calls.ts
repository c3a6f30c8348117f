import { call } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { code, files, id, int, text } from "../core/fields/field.ts";
import { any, flag, list, none, optional, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { signerPlace } from "./flow-codes.ts";
import { FlowCopy, copyRow } from "./flow-copy.ts";
import { FlowDefinition } from "./flow-definition.ts";
import { activityShape, addedSigners, detailShape } from "./flow-detail.ts";
import { FlowFollow, listedProcess } from "./flow-follow.ts";
import { type FlowValues, formFilters } from "./flow-form.ts";
import { FlowTask, listedTask } from "./flow-task.ts";

const path = "/api/blade-flow/work";
const taking = { method: "POST", style: "body" } as const;
const complete = "flow_task_complete";

const taskId = id("任务", "Task", "required");
const processInstanceId = id("流程实例", "Process", "required");
const comment = text(500, "意见", "Opinion");
const attachmentList = files();
/** Further process variables by their names: what the form of the step takes, and nothing that the process has from elsewhere. */
const variables = any<FlowValues | null | undefined>();
const userId = id("用户", "User", "required");
const userIds = text(2000, "用户", "Users", "required", { picked: true });

const completion = {
  taskId,
  processInstanceId,
  pass: flag("是否通过", "Passed"),
  comment,
  variables,
  attachmentList,
};

/** As many as one list of what waits for colleagues has, the newest first. */
export const mostWaiting = 50;

/** A colleague whom a task can be given to. */
export const colleague = record({
  userId,
  name: text(50, "姓名", "Name", "required"),
  deptName: text(100, "部门", "Department"),
});

/** One of the lists of tasks as a workbook, with what the form says where it is narrowed to one process. */
const exportTasks = (which: "claim" | "todo" | "done", zh: string, en: string) =>
  call({
    ...exportCall(FlowTask, `${path}/${which}`, "flow_task"),
    name: `FlowTask.${which}.export`,
    zh,
    en,
    input: queryShape(FlowTask, formFilters),
  });

export const workCalls = {
  startList: call({
    name: "FlowTask.startList",
    method: "GET",
    path: `${path}/start-list`,
    zh: "可发起的流程",
    en: "Processes that may be started",
    access: ["flow_task_start", "flow_task_view"],
    input: queryShape(FlowDefinition),
    output: pageShape(rowShape(FlowDefinition)),
  }),
  claimList: call({
    name: "FlowTask.claimList",
    method: "GET",
    path: `${path}/claim-list`,
    zh: "待签任务",
    en: "Tasks to claim",
    access: "flow_task_view",
    input: queryShape(FlowTask, formFilters),
    output: pageShape(listedTask),
  }),
  todoList: call({
    name: "FlowTask.todoList",
    method: "GET",
    path: `${path}/todo-list`,
    zh: "待办任务",
    en: "Tasks to do",
    access: "flow_task_view",
    input: queryShape(FlowTask, formFilters),
    output: pageShape(listedTask),
  }),
  sendList: call({
    name: "FlowTask.sendList",
    method: "GET",
    path: `${path}/send-list`,
    zh: "已发流程",
    en: "Processes that I started",
    access: "flow_task_view",
    input: queryShape(FlowFollow, formFilters),
    output: pageShape(listedProcess),
  }),
  doneList: call({
    name: "FlowTask.doneList",
    method: "GET",
    path: `${path}/done-list`,
    zh: "办结任务",
    en: "Tasks that I have done",
    access: "flow_task_view",
    input: queryShape(FlowTask, formFilters),
    output: pageShape(listedTask),
  }),
  copyList: call({
    name: "FlowCopy.list",
    method: "GET",
    path: `${path}/copy-list`,
    zh: "抄送我的流程",
    en: "Processes copied to me",
    access: "flow_task_view",
    input: queryShape(FlowCopy),
    output: pageShape(copyRow),
  }),
  exportClaimable: exportTasks("claim", "导出待签任务", "Tasks to claim: export"),
  exportTodo: exportTasks("todo", "导出待办任务", "Tasks to do: export"),
  exportDone: exportTasks("done", "导出办结任务", "Tasks that I have done: export"),
  exportSent: call({
    ...exportCall(FlowFollow, `${path}/send`, "flow_task"),
    name: "FlowTask.exportSent",
    input: queryShape(FlowFollow, formFilters),
  }),
  exportCopies: exportCall(FlowCopy, `${path}/copy`, "flow_task"),

  /** Where I wait for colleagues: for signers whom I put in front of me, or for the answer to what I delegated. */
  waiting: call({
    name: "FlowTask.waiting",
    method: "GET",
    path: `${path}/waiting-list`,
    zh: "等待他人办理的流程",
    en: "Processes in which I wait for colleagues",
    access: "flow_task_view",
    output: list(
      record({
        processInstanceId,
        processDefinitionKey: text(100, "流程标识", "Process key", "required"),
        businessId: text(20, "业务", "Business row"),
        title: text(200, "标题", "Title", "required"),
        /** My task that I delegated; null while I have none, until the signers have signed. */
        taskId: id("任务", "Task"),
        colleagues: addedSigners,
      }),
      mostWaiting,
    ),
  }),

  /** How many tasks wait for me, and how many I could claim. */
  count: call({
    name: "FlowTask.count",
    method: "GET",
    path: `${path}/count`,
    zh: "待办数量",
    en: "Number of tasks",
    access: "flow_task_view",
    output: record({
      todo: int("待办", "To do", "required"),
      claimable: int("待签", "To claim", "required"),
      overdue: int("已超期", "Overdue", "required"),
      copied: int("未读抄送", "Unread copies", "required"),
    }),
  }),

  /** Starts a process with what its form takes. */
  start: call({
    ...taking,
    name: "FlowFollow.start",
    adds: FlowFollow,
    path: `${path}/start-process`,
    zh: "发起流程",
    en: "Start a process",
    access: "flow_task_start",
    input: record({
      processDefinitionId: id("流程定义", "Definition", "required"),
      title: text(200, "标题", "Title"),
      variables,
      attachmentList,
    }),
    output: record({ processInstanceId }),
  }),
  claim: call({
    name: "FlowTask.claim",
    method: "POST",
    path: `${path}/claim-task`,
    zh: "签收任务",
    en: "Claim a task",
    access: "flow_task_claim",
    style: "query",
    input: record({ taskId }),
    output: none,
  }),
  /** Gives a claimed task back to all who may claim it. */
  unclaim: call({
    name: "FlowTask.unclaim",
    method: "POST",
    path: `${path}/unclaim-task`,
    zh: "退签任务",
    en: "Put a task back",
    access: "flow_task_unclaim",
    style: "query",
    input: record({ taskId }),
    output: none,
  }),
  complete: call({
    ...taking,
    name: "FlowTask.complete",
    path: `${path}/complete-task`,
    zh: "办理任务",
    en: "Complete a task",
    access: complete,
    input: record(completion),
    output: none,
  }),
  /** Several at once. Each is completed or refused by itself, and answered in the order in which it was sent. */
  completeAll: call({
    ...taking,
    name: "FlowTask.completeAll",
    path: `${path}/complete-tasks`,
    zh: "批量办理任务",
    en: "Complete several tasks",
    access: complete,
    input: record({ tasks: list(record(completion), 200) }),
    output: list(
      record({
        taskId,
        done: flag("是否办结", "Completed"),
        errorCode: text(60, "错误代码", "Code of the refusal"),
        msg: text(1000, "原因", "Why not, in Chinese"),
        msgEn: text(1000, "英文原因", "Why not"),
      }),
      200,
    ),
  }),
  /** Sends a process back to an earlier step; without one, to its starter. */
  return: call({
    ...taking,
    name: "FlowTask.return",
    path: `${path}/return-task`,
    zh: "退回任务",
    en: "Return a task",
    access: complete,
    input: record({
      taskId,
      processInstanceId,
      activityId: text(200, "退回节点", "Step"),
      comment: text(500, "退回原因", "Reason"),
      /** Whether the process comes straight back here once the step is done again. */
      comeBack: optional(flag("重新办理后直接返回本节点", "Comes straight back here")),
      attachmentList,
    }),
    output: none,
  }),
  /** The starter takes back what nobody has acted upon. */
  withdraw: call({
    ...taking,
    name: "FlowFollow.withdraw",
    path: `${path}/withdraw`,
    zh: "撤回流程",
    en: "Withdraw a process",
    access: "flow_follow_withdraw",
    input: record({ processInstanceId, comment }),
    output: none,
  }),
  /** Gives the task away for good. */
  transfer: call({
    ...taking,
    name: "FlowTask.transfer",
    path: `${path}/transfer-task`,
    zh: "转办任务",
    en: "Hand a task over",
    access: complete,
    input: record({ taskId, processInstanceId, userId, comment }),
    output: none,
  }),
  /** Lets a colleague answer first: the task comes back with their opinion. */
  delegate: call({
    ...taking,
    name: "FlowTask.delegate",
    path: `${path}/delegate-task`,
    zh: "委派任务",
    en: "Delegate a task",
    access: complete,
    input: record({ taskId, processInstanceId, userId, comment }),
    output: none,
  }),
  /** Takes a task back that I delegated, while the delegate has not answered. */
  recall: call({
    ...taking,
    name: "FlowTask.recall",
    path: `${path}/recall-task`,
    zh: "收回委派",
    en: "Recall a delegated task",
    access: complete,
    input: record({ taskId, processInstanceId, comment }),
    output: none,
  }),
  addSigner: call({
    ...taking,
    name: "FlowTask.addSigner",
    adds: "more",
    path: `${path}/add-signer`,
    zh: "加签",
    en: "Add signers",
    access: complete,
    input: record({
      taskId,
      processInstanceId,
      userIds,
      place: code(signerPlace, "加签方式", "Place", "required"),
      comment,
    }),
    output: none,
  }),
  /**
   * Takes off a signer who has not answered yet: by who has the task by which they were added. Without a task, by who waits behind those whom they
   * put in front of themselves.
   */
  removeSigner: call({
    ...taking,
    name: "FlowTask.removeSigner",
    path: `${path}/remove-signer`,
    zh: "减签",
    en: "Remove a signer",
    access: complete,
    input: record({ taskId: id("任务", "Task"), processInstanceId, userId, comment }),
    output: none,
  }),
  copy: call({
    ...taking,
    name: "FlowCopy.send",
    adds: "more",
    path: `${path}/copy-to`,
    zh: "抄送流程",
    en: "Send a copy of a process",
    access: complete,
    input: record({ processInstanceId, userIds, comment }),
    output: none,
  }),
  /** Notes that I have read the copy of a process. */
  readCopy: call({
    ...taking,
    name: "FlowCopy.read",
    path: `${path}/read-copy`,
    zh: "标记抄送已读",
    en: "Copy: read",
    access: "flow_task_view",
    style: "query",
    input: record({ processInstanceId }),
    output: none,
  }),
  urge: call({
    ...taking,
    name: "FlowFollow.urge",
    adds: "more",
    path: `${path}/urge`,
    zh: "催办流程",
    en: "Urge a process",
    access: ["flow_task_start", "leave_start", "flow_follow_delete"],
    input: record({ processInstanceId, comment }),
    output: none,
  }),
  /** Ends a process as it stands, by whoever has a task in it. */
  terminate: call({
    ...taking,
    name: "FlowFollow.terminate",
    path: `${path}/terminate`,
    zh: "终止流程",
    en: "Terminate a process",
    access: "flow_follow_terminate",
    input: record({
      taskId,
      processInstanceId,
      reason: text(200, "终止原因", "Reason"),
    }),
    output: none,
  }),
  /** Colleagues to whom a task can be given, by a part of their name: mine, or, for administrators, those of the absent user whose stand-in they set. */
  colleagues: call({
    name: "FlowTask.colleagues",
    method: "GET",
    path: `${path}/user-list`,
    zh: "可选人员",
    en: "Colleagues",
    access: [complete, "leave_start"],
    input: record({ name: text(50, "姓名", "Name"), userId: id("被代理人", "Absent") }),
    output: list(colleague, 50),
  }),
};

export const processCalls = {
  history: call({
    name: "FlowFollow.history",
    method: "GET",
    path: "/api/blade-flow/process/history-flow-list",
    zh: "流程办理记录",
    en: "History of a process",
    access: ["flow_task_view", "flow_follow_view", "leave_view"],
    input: record({ processInstanceId }),
    output: list(activityShape),
  }),
  /** By its number, or by a task in it. */
  detail: call({
    name: "FlowFollow.detail",
    method: "GET",
    path: "/api/blade-flow/process/detail",
    zh: "流程详情",
    en: "Process: detail",
    access: ["flow_task_view", "flow_follow_view", "leave_view"],
    input: record({
      processInstanceId: id("流程实例", "Process", "optional"),
      taskId: id("任务", "Task", "optional"),
    }),
    output: detailShape,
  }),
};
