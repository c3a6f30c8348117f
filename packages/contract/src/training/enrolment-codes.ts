import { codeList } from "../core/fields/field.ts";

/** Code lists of sign-ups, rosters and fees. */
export const hukouType = codeList("HUKOU_TYPE", "户口性质", "Household", {
  "1": ["城镇", "Urban"],
  "2": ["农村", "Rural"],
});
export const reSignKind = codeList("RESIGN_KIND", "重新报名类型", "Kind of re-sign-up", {
  "1": ["退回后重报", "After a return"],
  "2": ["退班后重报", "After leaving"],
  "3": ["考核不合格重报(补考)", "Make-up after a failed assessment"],
});
/** How a person came onto the roster. */
export const rosterSource = codeList("ROSTER_SOURCE", "录入方式", "Entered by", {
  "1": ["逐个录入", "One by one"],
  "2": ["报名转入", "Sign-up"],
  "3": ["批量导入", "Import"],
  "4": ["个人注册", "Own registration"],
});
/** State of the person's live claim row. */
export const studentSubsidy = codeList("STUDENT_SUBSIDY", "补贴状态", "Claim", {
  none: ["未申请", "None", "neutral"],
  unSubmit: ["未提交", "Not submitted", "neutral"],
  back: ["退回", "Returned", "bad"],
  firstTrial: ["初审", "First review", "busy"],
  reTrial: ["复审", "Second review", "busy"],
  compile: ["完成", "Completed", "good"],
});
export const feeKind = codeList("FEE_KIND", "费用类型", "Kind of fee", {
  "1": ["培训费", "Training"],
  "2": ["教材费", "Textbooks"],
  "3": ["考核费", "Assessment"],
  "4": ["退费", "Refund"],
});
export const payMethod = codeList("PAY_METHOD", "缴费方式", "Paid by", {
  "1": ["现金", "Cash"],
  "2": ["转账", "Transfer"],
  "3": ["线上", "Online"],
});

/** PERSON_CATEGORY codes that need a proof (registers of the bureau do not hold them all). */
export const categoriesWithProof: ReadonlySet<string> = new Set(["04", "05", "06", "07", "08", "09", "10"]);
