import { codeList } from "../core/fields/field.ts";
import type { RoleAlias } from "../core/roles.ts";

/** Roles that act on tasks, and those of the bureau that may ask for leave. */
export const takers = [
  "sysAdmin",
  "clerk",
  "firstReviewer",
  "secondReviewer",
  "finance",
  "leader",
  "orgAdmin",
  "entAdmin",
] as const satisfies readonly RoleAlias[];
export const applicants = [
  "sysAdmin",
  "clerk",
  "firstReviewer",
  "secondReviewer",
  "finance",
  "leader",
] as const satisfies readonly RoleAlias[];

export const definitionState = codeList("FLOW_DEFINITION_STATE", "流程定义状态", "State of a process definition", {
  active: ["激活", "Active", "good"],
  suspended: ["挂起", "Suspended", "bad"],
});

export const instanceStatus = codeList("FLOW_STATUS", "流程状态", "State of a process", {
  running: ["运行中", "Running", "busy"],
  suspended: ["挂起", "Suspended", "bad"],
  finished: ["已结束", "Finished", "good"],
  deleted: ["已删除", "Deleted"],
});

/** How a process came to its end. */
export const flowEnding = codeList("FLOW_ENDING", "结束方式", "How it ended", {
  passed: ["通过", "Passed", "good"],
  refused: ["不通过", "Refused", "bad"],
  undecided: ["未作决定", "Not decided", "bad"],
  failed: ["出错", "Failed", "bad"],
  withdrawn: ["发起人撤回", "Withdrawn by its starter"],
  terminated: ["终止", "Terminated", "bad"],
  deleted: ["管理员删除", "Deleted by an administrator", "bad"],
});

/** What somebody did in a process, as its history shows it. */
export const flowAction = codeList("FLOW_ACTION", "办理动作", "Action in a process", {
  start: ["发起", "Started"],
  claim: ["签收", "Claimed"],
  unclaim: ["退签", "Put back"],
  pass: ["同意", "Agreed", "good"],
  refuse: ["不同意", "Refused", "bad"],
  resubmit: ["重新提交", "Handed in again"],
  answer: ["办结委派", "Answered a delegation"],
  return: ["退回", "Returned", "bad"],
  transfer: ["转办", "Handed over"],
  delegate: ["委派", "Delegated"],
  recall: ["收回委派", "Recalled"],
  addSigner: ["加签", "Signer added"],
  removeSigner: ["减签", "Signer removed"],
  copy: ["抄送", "Copied to"],
  urge: ["催办", "Urged", "waiting"],
  withdraw: ["撤回", "Withdrawn"],
  terminate: ["终止", "Terminated", "bad"],
  delete: ["删除", "Deleted", "bad"],
  suspend: ["挂起", "Suspended"],
  activate: ["激活", "Activated"],
  migrate: ["迁移到新版本", "Moved to another version"],
  deliver: ["送达消息", "Message delivered"],
});

export const formKind = codeList("FLOW_FORM_KIND", "表单控件", "Kind of form field", {
  text: ["文本", "Text"],
  number: ["数字", "Number"],
  money: ["金额", "Amount"],
  date: ["日期", "Date"],
  choice: ["选项", "Choice"],
  yesNo: ["是/否", "Yes or no"],
  file: ["附件", "File"],
  table: ["表格", "Table"],
});

export const formRight = codeList("FLOW_FORM_RIGHT", "字段权限", "Right to a form field", {
  write: ["可填写", "May be filled in"],
  read: ["只读", "Read only"],
  hidden: ["隐藏", "Hidden"],
});

/** Where a further signer stands: before or after who adds them. Where all sign at once, they sign along with the others. */
export const signerPlace = codeList("FLOW_SIGNER_PLACE", "加签方式", "Place of a signer", {
  before: ["前加签（先于本人）", "Before me"],
  after: ["后加签（在本人之后）", "After me"],
});

/** What somebody may do with a task or a process as it stands now. */
export const flowMay = codeList("FLOW_MAY", "可用操作", "What may be done", {
  claim: ["签收", "Claim"],
  unclaim: ["退签", "Put back"],
  complete: ["办理", "Complete"],
  return: ["退回", "Return"],
  transfer: ["转办", "Hand over"],
  delegate: ["委派", "Delegate"],
  recall: ["收回", "Recall"],
  addSigner: ["加签", "Add a signer"],
  removeSigner: ["减签", "Remove a signer"],
  copy: ["抄送", "Copy to"],
  urge: ["催办", "Urge"],
  withdraw: ["撤回", "Withdraw"],
  terminate: ["终止", "Terminate"],
});
