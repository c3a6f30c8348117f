import { level, trialResult } from "../core/fields/codes.ts";
import { personCategory } from "../core/fields/person-codes.ts";
import { code, data, date, datetime, decimal, ref, text } from "../core/fields/field.ts";
import { list, record, type Shape } from "../core/fields/shape.ts";
import { lineStatus } from "./subsidy-codes.ts";

const yuan = { unitZh: "元", unitEn: "yuan" };

/** One step of the formula behind an amount, in both languages. */
export interface FormulaStep {
  zh: string;
  en: string;
  /** Yuan or a rate, as text. */
  value: string;
}
const formulaSteps: Shape<FormulaStep[]> = list(
  record({
    zh: text(200, "中文", "Chinese", "required"),
    en: text(200, "英文", "English", "required"),
    value: text(30, "数值", "Value", "required"),
  }),
);

/** What the rows of claims of both sides have in common: all but the amount claimed is a snapshot or computed. */
export const lineFields = {
  level: code(level, "等级", "Level", "computed"),
  name: text(50, "姓名", "Name", "computed", { person: true }),
  idNumber: text(18, "证件号码", "ID number", "computed", { masked: "idNumber", encrypted: true }),
  personCategory: code(personCategory, "人员类别", "Category", "computed"),
  certNo: text(22, "证书编号", "Certificate number", "computed"),
  certIssueDate: date("发证日期", "Issued on", "computed"),
  trainHours: decimal(6, 1, "培训课时", "Training hours", "computed", { unitZh: "课时", unitEn: "hours" }),
  attendanceRate: decimal(5, 2, "出勤率", "Attendance", "computed", { unitZh: "%", unitEn: "%" }),
  theoryScore: decimal(5, 2, "理论成绩", "Theory", "computed"),
  practiceScore: decimal(5, 2, "实操成绩", "Practice", "computed"),
  subsidyId: ref("SubsidyStandard", "适用标准", "Standard", "computed"),
  standardAmount: decimal(10, 2, "补贴标准", "Standard amount", "computed", yuan),
  upliftRate: decimal(5, 4, "上浮比例", "Uplift", "computed"),
  payableAmount: decimal(10, 2, "应补金额", "Amount payable", "computed", yuan),
  formula: data(formulaSteps, "计算过程", "Formula"),
  applyAmount: decimal(10, 2, "申请金额", "Amount claimed", "required", { ...yuan, min: 0 }),
  approvedAmount: decimal(10, 2, "核定金额", "Amount approved", "optional", { ...yuan, min: 0 }),
  detailStatus: code(lineStatus, "明细状态", "Row status", "optional"),
  unApproveReason: text(200, "不通过原因", "Reason not approved"),
  trialResult: code(trialResult, "校验结论", "Automatic check", "computed"),
  /** By which the deadline of the row goes: a person added after a return has the day of their own. */
  firstCommitTime: datetime("首次提交时间", "First submitted", "computed"),
};
