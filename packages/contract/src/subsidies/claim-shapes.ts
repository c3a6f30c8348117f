import { auditRecordShape } from "../core/audit-record.ts";
import { subsidyKind } from "../core/fields/codes.ts";
import { yesNo } from "../core/fields/flags.ts";
import { code, decimal, id, int, text } from "../core/fields/field.ts";
import { list, record, rowShape } from "../core/fields/shape.ts";
import { policyChangeShape } from "./claim-changes.ts";
import { Finding } from "./finding.ts";
import { PaymentEntry } from "./payment-entry.ts";

/** What is shown of a row beside its fields: how many of its findings are still open. */
export const shownOfLine = { openFindings: int("未处理问题数", "Open findings", "required") };
/** What is shown of a claim beside its fields and rows: its history, its payments, the findings of the head, and what policy has changed since its commit. */
export const shownOfClaim = {
  auditList: list(auditRecordShape),
  paymentList: list(rowShape(PaymentEntry)),
  headFindings: list(rowShape(Finding)),
  policyChanges: list(policyChangeShape),
  /** Of a draft: the documents that are still missing, and the last day to submit the first of its rows. */
  missingDocuments: list(
    record({ zh: text(50, "材料", "Document", "required"), en: text(50, "英文", "In English", "required") }),
  ),
  lastClaimDay: text(10, "最后申请日", "Last day to claim"),
};

/** For which class, and which kind of subsidy, a claim is asked about. */
export const previewQuery = record({
  classId: id("班级", "Class", "required"),
  subsidyKind: code(subsidyKind, "补贴种类", "Kind of subsidy", "required"),
  isAdvance: code(yesNo, "是否预拨", "Advance"),
});
/** Which rule excludes whom of a class, and what those who can be claimed for come to. */
export const shownOfPreview = {
  excluded: list(
    record({
      studentId: id("学员", "Student", "required"),
      studentNo: text(24, "学号", "Student number"),
      name: text(50, "姓名", "Name", "required"),
      ruleCode: text(40, "规则", "Rule", "required"),
      message: text(500, "原因", "Reason", "required"),
      messageEn: text(500, "英文原因", "Reason in English", "required"),
    }),
  ),
  applyAmount: decimal(12, 2, "合计", "Total", "required"),
  lastClaimDay: text(10, "最后申请日", "Last day to claim"),
  /** A claim of the kind that is under way already. */
  claimId: id("已有申请", "Claim under way"),
};

export const checkedClaim = record({ applyId: id("申请", "Claim", "required") });
/** What a run of the automatic check came to. */
export const checkSummary = record({
  runNo: text(30, "批次号", "Run", "required"),
  passed: int("通过", "Passed", "required"),
  warned: int("警告", "With warnings", "required"),
  blocked: int("不符合", "Blocked", "required"),
});

/** What somebody was trained in, certified for and paid for. */
export const experienceShape = list(
  record({
    classNo: text(20, "班级编号", "Class number"),
    className: text(100, "班级名称", "Class", "required"),
    orgName: text(100, "机构", "Institution", "required"),
    courseName: text(100, "课程", "Course"),
    level: text(2, "等级", "Level"),
    startDate: text(10, "开班日期", "From"),
    endDate: text(10, "结业日期", "To"),
    attendanceRate: decimal(5, 2, "出勤率", "Attendance"),
    certNo: text(22, "证书编号", "Certificate"),
    issueDate: text(10, "发证日期", "Issued"),
    applyNo: text(20, "补贴申请", "Claim"),
    claimStatus: text(20, "申请状态", "Claim status"),
    approvedAmount: decimal(10, 2, "核定金额", "Approved"),
    payStatus: text(2, "拨付状态", "Payment"),
  }),
);
