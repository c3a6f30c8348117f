import { courseSnapshot } from "../core/fields/blocks.ts";
import { certKind } from "../core/fields/codes.ts";
import { validity } from "../core/fields/flags.ts";
import { code, date, decimal, text } from "../core/fields/field.ts";
import { printed } from "./exam-codes.ts";

const hours = { unitZh: "课时", unitEn: "hours" };

/** Whom a certificate names. */
export const holderFields = {
  name: text(50, "姓名", "Name", "computed", { person: true }),
  idNumber: text(18, "证件号码", "ID number", "computed", { masked: "idNumber", encrypted: true }),
  ...courseSnapshot,
};

/** What a certificate says of the training, the result and its own validity. */
export const certifiedFields = {
  trainHours: decimal(6, 1, "培训课时", "Training hours", "computed", hours),
  trainStartDate: date("培训开始", "Training from", "computed"),
  trainEndDate: date("培训结束", "Training to", "computed"),
  theoryScore: decimal(5, 2, "理论成绩", "Theory", "computed"),
  practiceScore: decimal(5, 2, "实操成绩", "Practice", "computed"),
  totalScore: decimal(5, 2, "总成绩", "Total", "computed"),
};
export const issueFields = {
  issueOrg: text(100, "发证单位", "Issued by", "computed"),
  issueDate: date("发证日期", "Issued on", "computed"),
  expireDate: date("有效期止", "Valid until", "computed"),
};
export const validityFields = {
  verifyCode: text(8, "查询码", "Verification code", "computed"),
  print: code(printed, "打印标志", "Printed", "computed"),
  isValid: code(validity, "证书状态", "Validity", "computed"),
  invalidReason: text(200, "作废原因", "Reason for revocation", "computed"),
};
/** The number and the kind of a certificate. */
export const numberFields = {
  certNo: text(22, "证书编号", "Certificate number", "computed"),
  certKind: code(certKind, "证书种类", "Kind", "computed"),
};
