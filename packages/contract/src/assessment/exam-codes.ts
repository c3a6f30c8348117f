import { codeList } from "../core/fields/field.ts";

/** Code lists of assessments that several entities share. */
export const testMode = codeList("TEST_MODE", "评价方式", "Mode of assessment", {
  "1": ["职业技能等级认定", "Skill-level recognition"],
  "2": ["职业资格鉴定", "Occupational qualification"],
  "3": ["专项职业能力考核", "Single-skill assessment"],
  "4": ["结业考核", "Final training assessment"],
  "5": ["创业考核", "Start-up assessment"],
});
/** Enterprises also evaluate their staff themselves, where their evaluation is filed. */
export const enterpriseTestMode = codeList("ENTERPRISE_TEST_MODE", "评价方式", "Mode of assessment", {
  ...testMode.codes,
  "6": ["企业自主评价", "Evaluation by the enterprise"],
});
export const testSubject = codeList("TEST_SUBJECT", "考核科目", "Subject", {
  "1": ["理论", "Theory"],
  "2": ["实操", "Practice"],
  "3": ["综合评审", "Review"],
});
export const printed = codeList("PRINTED", "打印标志", "Printed", {
  "0": ["未打印", "Not printed"],
  "1": ["已打印", "Printed", "good"],
});
export const gradeBand = codeList("GRADE_BAND", "成绩等次", "Grade band", {
  excellent: ["优秀", "Excellent", "good"],
  good: ["良好", "Good", "good"],
  pass: ["合格", "Pass", "good"],
  fail: ["不合格", "Fail", "bad"],
});
export const assessorLevel = codeList("ASSESSOR_LEVEL", "考评员级别", "Assessor level", {
  "1": ["考评员", "Assessor"],
  "2": ["高级考评员", "Senior assessor"],
});
export const applySide = codeList("APPLY_SIDE", "申请方", "Side", {
  "1": ["机构", "Institution"],
  "2": ["企业", "Enterprise"],
});
export const assessorDuty = codeList("ASSESSOR_DUTY", "职责", "Duty", {
  "1": ["组长", "Leader"],
  "2": ["考评员", "Assessor"],
  "3": ["督导员", "Supervisor"],
});
