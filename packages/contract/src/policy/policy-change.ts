import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, idsWithReason } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { type CodeOf, code, codeList, data, date, datetime, lookup, ref, text } from "../core/fields/field.ts";
import { list, map, none, pageShape, queryShape, rowShape, value } from "../core/fields/shape.ts";
import { getPermission } from "../core/machine.ts";
import { policyChangeMachine as machine, policyState } from "./policy-change.machine.ts";

/** What decides about money, and is changed by two people. The codes are names of entities. */
export const policySubject = codeList("POLICY_SUBJECT", "政策对象", "Subject of a policy change", {
  SubsidyStandard: ["补贴标准", "Subsidy standard"],
  TrainingSubsidyKind: ["培训与补贴对照", "Training and subsidy kinds"],
  Parameter: ["公式参数", "Parameter of a formula"],
});
export type PolicySubject = CodeOf<typeof policySubject>;

export const policyChangeKind = codeList("POLICY_CHANGE_KIND", "变更类型", "Kind of policy change", {
  add: ["新增", "New"],
  edit: ["修改", "Change"],
});

/** A change of a standard, of the kinds that go together or of a parameter, with the values it replaces. */
export const PolicyChange = entity(
  "PolicyChange",
  "政策变更",
  "Policy change",
  {
    subject: code(policySubject, "政策对象", "Subject", "computed", { always: true }),
    subjectId: text(20, "对象主键", "Id of the subject", "computed", {
      exact: true,
      within: "subject",
      always: true,
    }),
    title: text(200, "对象名称", "Name", "computed", { always: true }),
    changeKind: code(policyChangeKind, "变更类型", "Change", "computed", { always: true }),
    /** The fields that change, as they were when it was proposed. */
    stateBefore: data(map(value), "变更前", "Before", { always: true }),
    stateAfter: data(map(value), "变更后", "After", { always: true }),
    effectDate: date("生效日期", "In force from", "computed", { always: true }),
    reason: text(500, "变更原因", "Reason", "computed"),
    state: code(policyState, "审批状态", "State", "computed", { always: true }),
    proposerName: lookup("createUser", "User", "realName", "提出人", "Proposed by"),
    confirmUser: ref("User", "审批人", "Decided by", "computed"),
    confirmName: lookup("confirmUser", "User", "realName", "审批人", "Decided by"),
    confirmTime: datetime("审批时间", "Decided at", "computed"),
    opinion: text(500, "审批意见", "Opinion", "computed"),
    appliedTime: datetime("生效时间", "In force since", "computed"),
  },
  {
    title: "title",
    filters: ["subject", "subjectId", "title", "changeKind", "state", "effectDate", "createTime"],
    sorts: ["effectDate", "confirmTime"],
    order: ["-createTime"],
  },
);
export interface PolicyChangeRow extends Row<typeof PolicyChange> {}

const path = "/api/zjgrsj-train/policy/change";
const audience = ["bureau"] as const;
const view = { method: "GET", access: "policy_change_view", audience } as const;
const move = { method: "POST", audience, style: "query", input: idsWithReason, output: none } as const;

export const policyChangeCalls = {
  list: call({
    ...view,
    name: "PolicyChange.list",
    path: `${path}/list`,
    zh: "政策变更列表",
    en: "Policy changes: list",
    input: queryShape(PolicyChange),
    output: pageShape(rowShape(PolicyChange)),
  }),
  detail: call({
    ...view,
    name: "PolicyChange.detail",
    path: `${path}/detail`,
    zh: "政策变更详情",
    en: "Policy change: detail",
    input: byId,
    output: rowShape(PolicyChange, { auditList: list(auditRecordShape) }),
  }),
  approve: call({
    ...move,
    name: "PolicyChange.approve",
    path: `${path}/approve`,
    zh: "批准政策变更",
    en: "Approve policy changes",
    access: getPermission(machine, "approve"),
  }),
  refuse: call({
    ...move,
    name: "PolicyChange.refuse",
    path: `${path}/refuse`,
    zh: "驳回政策变更",
    en: "Refuse policy changes",
    access: getPermission(machine, "refuse"),
  }),
  withdraw: call({
    ...move,
    name: "PolicyChange.withdraw",
    path: `${path}/withdraw`,
    zh: "撤回政策变更",
    en: "Withdraw policy changes",
    access: getPermission(machine, "withdraw"),
  }),
  export: exportCall(PolicyChange, path, "policy_change", ["bureau"]),
};
