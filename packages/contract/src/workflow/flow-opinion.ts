import { type Row, entity } from "../core/entity.ts";
import { code, files, lookup, ref, text } from "../core/fields/field.ts";
import { flowAction } from "./flow-codes.ts";

/** What somebody did in a process, and said about it. Written once. */
export const FlowOpinion = entity(
  "FlowOpinion",
  "办理意见",
  "Opinion",
  {
    processInstanceId: ref("FlowFollow", "流程实例", "Process", "computed", { always: true }),
    taskId: ref("FlowTask", "流程任务", "Task", "computed"),
    taskName: lookup("taskId", "FlowTask", "taskName", "任务名称", "Name of the task"),
    action: code(flowAction, "动作", "Action", "computed", { always: true }),
    opinion: text(500, "意见", "What was said", "computed"),
    userName: { ...lookup("createUser", "User", "realName", "办理人姓名", "Name"), person: true },
    /** The colleague for whom they stood in. */
    forUser: ref("User", "被代理人", "Stood in for", "computed"),
    forUserName: {
      ...lookup("forUser", "User", "realName", "被代理人姓名", "Name of who was stood in for"),
      person: true,
    },
    /** Whom it concerns: the new assignee, a signer, who gets a copy. */
    targetUsers: text(500, "对象", "To", "computed"),
    /** The step to which it was returned. */
    targetStep: text(200, "目标节点", "To the step", "computed"),
    attachmentList: files("附件", "Attachments", "computed"),
  },
  { title: "action", filters: ["processInstanceId"], sorts: [], order: ["createTime"] },
);
export interface FlowOpinionRow extends Row<typeof FlowOpinion> {}
