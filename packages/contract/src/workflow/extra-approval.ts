import { call } from "../core/call.ts";
import { type CodeOf, code, codeList, id, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";
import type { ParameterKey } from "../settings/parameters.ts";

/**
 * Moves before which a further approval can be asked for. The parameter names the key of the process that must have ended well for the row;
 * `none` asks for nothing.
 */
export const approvedMoves = {
  "trainingClass.confirm": { entity: "TrainingClass", parameter: "approval.class.confirm" },
  "subsidyApplication.reCommit": { entity: "SubsidyApplication", parameter: "approval.claim.reCommit" },
  "enterpriseClaim.reCommit": {
    entity: "EnterpriseSubsidyApplication",
    parameter: "approval.claim.reCommit",
  },
} as const satisfies Record<string, { entity: string; parameter: ParameterKey }>;
export type ApprovedMove = keyof typeof approvedMoves;

const names = Object.keys(approvedMoves) as ApprovedMove[];

/** How far the further approval of a row has come. */
export const approvalState = codeList("FLOW_APPROVAL", "附加审批", "Further approval", {
  notNeeded: ["无需审批", "None needed"],
  missing: ["未发起", "Not asked for", "waiting"],
  running: ["审批中", "In approval", "busy"],
  passed: ["已通过", "Passed", "good"],
  refused: ["未通过", "Refused", "bad"],
  undecided: ["未作决定", "Not decided", "bad"],
});

/** States in which the approval can be asked for. */
export const askable: readonly CodeOf<typeof approvalState>[] = ["missing", "refused", "undecided"];

const path = "/api/blade-flow/approval";
const about = {
  /** `<machine>.<move>`: one of those that can ask for an approval. */
  move: text(60, "环节", "Move", "required"),
  businessId: id("业务ID", "Row", "required"),
};

export const extraApprovalCalls = {
  moves: call({
    name: "FlowApproval.moves",
    method: "GET",
    path: `${path}/moves`,
    zh: "可附加审批的环节",
    en: "Moves that can ask for an approval",
    access: ["flow_task_start", "flow_task_view"],
    output: list(
      record({
        move: text(60, "环节", "Move", "required"),
        processKey: text(60, "流程标识", "Key of the process"),
      }),
      names.length,
    ),
  }),
  state: call({
    name: "FlowApproval.state",
    method: "GET",
    path: `${path}/state`,
    zh: "附加审批状态",
    en: "State of a further approval",
    access: ["flow_task_start", "flow_task_view"],
    input: record(about),
    output: record({
      state: code(approvalState, "状态", "State", "required"),
      processInstanceId: id("流程实例", "Process", "optional"),
      /** Who has it now. */
      currentNames: text(500, "当前处理人", "With"),
    }),
  }),
  /** Starts the process that the move asks for, for one row. */
  start: call({
    name: "FlowApproval.start",
    adds: "more",
    method: "POST",
    path: `${path}/start`,
    zh: "发起附加审批",
    en: "Ask for a further approval",
    access: "flow_task_start",
    input: record({ ...about, comment: text(500, "说明", "What for") }),
    output: record({ processInstanceId: id("流程实例", "Process", "required") }),
  }),
};
