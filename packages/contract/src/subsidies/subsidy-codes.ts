import { codeList } from "../core/fields/field.ts";

export const changeMark = codeList("CHANGE_MARK", "有无变化", "Changed", {
  "1": ["有变化", "Changed", "waiting"],
  "0": ["无变化", "Unchanged", "neutral"],
});
export const barState = codeList("BAR_STATE", "限制状态", "Bar", {
  standing: ["限制中", "Barred", "bad"],
  cleared: ["已解除", "Cleared", "good"],
});
export const recoveryReason = codeList("RECOVERY_REASON", "追回原因", "Reason for recovery", {
  certificate: ["证书已作废", "Certificate revoked"],
  attendance: ["出勤率不足", "Attendance too low"],
  death: ["死亡后参训", "Attended after death"],
  falseness: ["查实虚假培训", "Training found false"],
  inspection: ["抽查不合格", "Inspection failed"],
  duplicate: ["重复拨付", "Paid twice"],
  advance: ["预拨未结清", "Advance not earned"],
  days: ["补贴天数重复", "Days paid twice"],
});
export const recoveryState = codeList("RECOVERY_STATE", "追回状态", "Recovery", {
  open: ["待追回", "To be recovered", "bad"],
  proposed: ["提议不予追回", "Dismissal proposed", "waiting"],
  dismissed: ["不予追回", "Dismissed", "neutral"],
  settled: ["已追回", "Recovered", "good"],
});
export const lineStatus = codeList("LINE_STATUS", "明细状态", "Row status", {
  "0": ["待审", "Pending", "waiting"],
  "1": ["通过", "Approved", "good"],
  "2": ["不通过", "Not approved", "bad"],
});
export const findingSeverity = codeList("SEVERITY", "级别", "Severity", {
  "1": ["不符合", "Blocking", "bad"],
  "2": ["警告", "Warning", "waiting"],
  "3": ["提示", "Information", "neutral"],
});
export const findingBusiness = codeList("FINDING_BUSINESS", "业务类型", "Business", {
  course: ["课程", "Course"],
  class: ["班级", "Class"],
  testApply: ["考核申请", "Test application"],
  subsidyApply: ["补贴申请(机构)", "Claim (institution)"],
  entSubsidyApply: ["补贴申请(企业)", "Claim (enterprise)"],
});
