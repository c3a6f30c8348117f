import { FlowCopy } from "@jipei/contract/workflow/flow-copy.ts";
import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import { FlowFollow } from "@jipei/contract/workflow/flow-follow.ts";
import { FlowFormFile } from "@jipei/contract/workflow/flow-form-file.ts";
import { FlowOpinion } from "@jipei/contract/workflow/flow-opinion.ts";
import { FlowTask } from "@jipei/contract/workflow/flow-task.ts";
import { type Domain, reads, writes } from "../core/http/implement.ts";
import { approvalRoutes } from "./approvals/approval.routes.ts";
import { assertApproved } from "./approvals/approval-state.ts";
import { detailRoutes } from "./detail/detail.ts";
import { formFileScope } from "./forms/form-files.ts";
import { bringArrived, fireTimer, remindOfDue, timersDue } from "./instance/timers.ts";
import { leaveRoutes } from "./leave/leave.routes.ts";
import { definitionRoutes, routeDerived } from "./models/definition.routes.ts";
import { flowModelDerived, flowModelRoutes } from "./models/flow-model.routes.ts";
import { migrateProcesses, previewMigration } from "./models/migration.ts";
import { beginByTimer } from "./models/start-timers.ts";
import { standInRoutes } from "./stand-ins/stand-in.routes.ts";
import { copyScope } from "./tasks/task-lists.ts";
import { taskRoutes } from "./tasks/task.routes.ts";
import { instanceScope, ofSeenProcess, taskScope } from "./tasks/task.scope.ts";

/** Processes: drawn, deployed, started, and what people do in them; later domains ask for them before their moves. */
export const workflow: Domain = {
  name: "workflow",
  owners: [
    { entity: FlowFollow, resource: "flow_follow", scope: instanceScope },
    { entity: FlowTask, resource: "flow_task", scope: taskScope },
    // What was said in a process is read by who sees the process.
    { entity: FlowOpinion, resource: "flow_task", scope: ofSeenProcess },
    { entity: FlowFormFile, resource: "flow_task", scope: formFileScope },
    { entity: FlowCopy, resource: "flow_task", scope: copyScope },
  ],
  provides: { assertApproved },
  derived: [...flowModelDerived, ...routeDerived],
  routes: [
    ...flowModelRoutes,
    ...definitionRoutes,
    reads(flowDefinitionCalls.previewMigration, previewMigration),
    writes(flowDefinitionCalls.migrate, migrateProcesses),
    ...taskRoutes,
    ...detailRoutes,
    ...standInRoutes,
    ...leaveRoutes,
    ...approvalRoutes,
  ],
  workers: [fireTimer, bringArrived, beginByTimer],
  timers: [timersDue, remindOfDue],
  constraints: { flow_model_key: "DUPLICATE", leave_two_persons: "SELF_REVIEW" },
};
