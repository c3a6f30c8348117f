import { courseSnapshot } from "../core/fields/blocks.ts";
import { payStatus, reviewNode, subsidyKind, subsidyStatus, trialResult } from "../core/fields/codes.ts";
import { code, date, datetime, decimal, files, int, ref, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { changeMark } from "./subsidy-codes.ts";

const yuan = { unitZh: "元", unitEn: "yuan" };

/** What the claims of both sides have in common (docs/decisions/0294). */
export const claimFields = {
  applyNo: text(20, "申请编号", "Claim number", "computed"),
  ...courseSnapshot,
  subsidyKind: code(subsidyKind, "补贴种类", "Kind of subsidy", "required"),
  /** An advance on an apprenticeship, claimed while the class runs; the rest is a claim of its own (rules §6.1, §19-5). */
  isAdvance: code(yesNo, "是否预拨", "Advance", "required", { default: "0" }),
  personCount: int("申请人数", "Persons", "computed"),
  applyAmount: decimal(12, 2, "申请金额", "Amount claimed", "computed", yuan),
  approvedCount: int("核定人数", "Persons approved", "computed"),
  approvedAmount: decimal(12, 2, "核定金额", "Amount approved", "computed", yuan),
  /** What was paid in advance for the people of the claim, and is set off. */
  advanceAmount: decimal(12, 2, "预拨金额", "Paid in advance", "computed", { ...yuan, always: true }),
  /** What is to be paid: approved less the advance. */
  dueAmount: decimal(12, 2, "应拨金额", "Due", "computed", { ...yuan, derived: true, always: true }),
  bankName: text(100, "开户银行", "Bank", "computed"),
  bankAccount: text(30, "银行账号", "Bank account", "computed", { masked: "unitAccount", encrypted: true }),
  bankAccountName: text(100, "账户名称", "Account name", "computed"),
  status: code(subsidyStatus, "申请状态", "Status", "computed", { always: true }),
  trialResult: code(trialResult, "自动初审结论", "Automatic check", "computed"),
  trialTime: datetime("自动初审时间", "Checked", "computed"),
  /** Whether the newest check says anything otherwise than the one before it. */
  isChanged: code(changeMark, "有无变化", "Changed", "computed", { always: true }),
  commitUser: ref("User", "提交人", "Submitted by", "computed"),
  commitTime: datetime("提交时间", "Submitted", "computed"),
  firstCommitTime: datetime("首次提交时间", "First submitted", "computed"),
  firstUser: ref("User", "初审人", "First reviewer", "computed"),
  firstTime: datetime("初审时间", "First review", "computed"),
  /** Approved total when the first reviewer decided; the second finds it unchanged. */
  firstAmount: decimal(12, 2, "初审核定金额", "Approved at first review", "computed", yuan),
  firstOpinion: text(500, "初审意见", "First opinion"),
  reUser: ref("User", "复审人", "Second reviewer", "computed"),
  reTime: datetime("复审时间", "Second review", "computed"),
  reOpinion: text(500, "复审意见", "Second opinion", "computed"),
  backReason: text(500, "退回原因", "Reason for return", "computed"),
  backNode: code(reviewNode, "退回环节", "Returned at", "computed"),
  publicityStart: date("公示开始", "Public notice from", "computed"),
  publicityEnd: date("公示结束", "Public notice to", "computed"),
  objection: text(500, "公示异议", "Objection", "computed"),
  payStatus: code(payStatus, "拨付状态", "Payment", "computed"),
  payBatchNo: text(30, "拨付批次", "Payment batch", "computed"),
  payDate: date("拨付日期", "Paid on", "computed"),
  payAmount: decimal(12, 2, "拨付金额", "Amount paid", "computed", yuan),
  recoveredAmount: decimal(12, 2, "追回金额", "Amount recovered", "computed", { ...yuan, always: true }),
  /** Why the bank returned the last payment; empty again once it is sent anew. */
  failReason: text(200, "拨付失败原因", "Reason for failed payment", "computed"),
  recoveryList: files("追回决定", "Recovery decision", "computed"),
  attachmentList: files(),
};

/** By what both sides' lists of claims are searched and sorted, beside number and unit. */
export const claimSearch = {
  filters: [
    "classId",
    "classNo",
    "className",
    "regionCode",
    "courseId",
    "courseName",
    "level",
    "trainKind",
    "subsidyKind",
    "isAdvance",
    "status",
    "trialResult",
    "isChanged",
    "payStatus",
    "commitTime",
    "applyAmount",
    "payBatchNo",
    "publicityEnd",
    "reTime",
    "payDate",
  ],
  sorts: ["applyNo", "commitTime", "applyAmount", "approvedAmount", "publicityEnd", "payDate"],
  order: ["commitTime"],
} as const;
