import { datetime, id, int, long, text, code } from "../core/fields/field.ts";
import { flag, list, orNull, record, rowShape } from "../core/fields/shape.ts";
import { flowMay } from "./flow-codes.ts";
import { followRow } from "./flow-follow.ts";
import { filledFieldShape } from "./flow-form.ts";
import { FlowOpinion } from "./flow-opinion.ts";
import { taskRow } from "./flow-task.ts";

/** One element that a process entered: the steps of its history. */
export const activityShape = record({
  activityId: text(200, "节点", "Element", "required"),
  activityName: text(200, "节点名称", "Name", "required"),
  /** Name of the element in BPMN: `startEvent`, `userTask`, `endEvent`, … */
  activityType: text(60, "节点类型", "Kind", "required"),
  taskId: id("任务", "Task", "optional"),
  assignee: id("处理人", "Assignee", "optional"),
  assigneeName: text(50, "处理人姓名", "Name of the assignee"),
  startTime: datetime("开始时间", "From", "required"),
  /** null while it is open. */
  endTime: datetime("结束时间", "To"),
  durationInMillis: int("用时（毫秒）", "Milliseconds"),
  pass: orNull(flag("是否通过", "Passed")),
  comment: text(500, "审批意见", "Opinion"),
  /** Whether it was left by being cancelled or returned, and not completed. */
  outcome: text(20, "结果", "How it was left"),
});
export type FlowActivity = NonNullable<(typeof activityShape)["$value"]>;

/** A step to which a process can be returned. */
export const returnTarget = record({
  activityId: text(200, "节点", "Element", "required"),
  activityName: text(200, "节点名称", "Name", "required"),
  /** The starter's own. */
  isStarter: flag("是否发起人", "The starter’s"),
});

/** Whom the reader may take off again: they have added them, and they have not signed yet. */
export const addedSigners = list(
  record({ userId: id("用户", "User", "required"), name: text(50, "姓名", "Name") }),
  500,
);

/** A process with everything that its page shows, and what the reader may do in it. */
export const detailShape = record({
  instance: followRow,
  /** The reader's task in it, also one that they delegated: the one that was asked for, else an open one; null where there is none. */
  task: orNull(taskRow),
  /** The form of that task, else what the reader may read of what was filled in. */
  fields: list(filledFieldShape, 200),
  may: list(record({ action: code(flowMay, "操作", "Action", "required") }), 20),
  returnTargets: list(returnTarget, 200),
  addedSigners,
  /** Who signs the step of the reader’s task already: nobody of them is asked once more. */
  stepSigners: list(record({ userId: id("用户", "User", "required") }), 1000),
  xml: long("流程图XML", "BPMN 2.0", "required"),
  /** Elements at which it stands, and elements and flows that it went through. */
  standing: list(record({ activityId: text(200, "节点", "Element", "required") }), 1000),
  passed: list(record({ activityId: text(200, "节点", "Element", "required") }), 5000),
  history: list(activityShape, 5000),
  opinions: list(rowShape(FlowOpinion), 5000),
});
export type FlowDetail = NonNullable<(typeof detailShape)["$value"]>;
