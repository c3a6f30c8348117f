import { byId, call, counted, crudCalls, ids, picked } from "../core/call.ts";
import { yesNo } from "../core/fields/flags.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, decimal, files, id, int, text } from "../core/fields/field.ts";
import {
  draftShape,
  list,
  none,
  optional,
  pageShape,
  queryShape,
  record,
  rowShape,
  saveShape,
} from "../core/fields/shape.ts";
import { claimChangesShape } from "./claim-changes.ts";
import {
  checkSummary,
  checkedClaim,
  experienceShape,
  previewQuery,
  shownOfClaim,
  shownOfLine,
  shownOfPreview,
} from "./claim-shapes.ts";
import { Finding } from "./finding.ts";
import { SubsidyApplication } from "./subsidy-application.ts";
import { SubsidyLine } from "./subsidy-line.ts";

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/subsidy_apply";
const standard = crudCalls(SubsidyApplication, path, "subsidy_apply");

/** The answer of every call that opens or changes a claim. */
const whole = rowShape(SubsidyApplication, {
  detailList: list(rowShape(SubsidyLine, shownOfLine)),
  ...shownOfClaim,
});

export const claimList = standard.list;
export const claimDetail = call({
  name: "claimDetail",
  method: "GET",
  path: `${path}/detail`,
  zh: "补贴申请详情",
  en: "Claim",
  access: "subsidy_apply_view",
  input: byId,
  output: whole,
});
export const claimSubmit = standard.submit;
export const claimRemove = standard.remove;
export const claimListOfOrg = call({
  ...standard.list,
  name: "claimListOfOrg",
  path: `${path}/getSubsidyApplyUsedByOrg`,
  audience: ["institution"],
});
export const claimListOfBureau = call({
  ...standard.list,
  name: "claimListOfBureau",
  path: `${path}/getSubsidyApplyUsedByManage`,
  audience: ["bureau"],
});

const lineDraft = draftShape(SubsidyLine);
const claimBody = {
  subsidyApplyDTO: draftShape(SubsidyApplication),
  subsidyApplyDetailDTO: optional(list(lineDraft)),
  delSubsidyApplyDetailDTO: optional(list(record({ detailId: id("明细", "Row", "required") }))),
};
export const claimSave = call({
  name: "claimSave",
  method: "POST",
  path: `${path}/saveSubsidy`,
  zh: "保存补贴申请及明细",
  en: "Save a claim with its rows",
  access: ["subsidy_apply_add", "subsidy_apply_edit"],
  audience: ["institution"],
  input: record(claimBody),
  output: whole,
});

/** Who of a class can be claimed with which amount, and which rule excludes the others; nothing is written. */
export const claimPreview = call({
  name: "claimPreview",
  method: "GET",
  path: `${path}/preview`,
  zh: "补贴申请预览",
  en: "Preview of a claim",
  access: "subsidy_apply_add",
  audience: ["institution"],
  input: previewQuery,
  output: record({ lines: list(rowShape(SubsidyLine)), ...shownOfPreview }),
});

export const claimCommit = call({
  name: "claimCommit",
  method: "POST",
  path: `${path}/commit`,
  zh: "提交补贴申请",
  en: "Submit claims",
  access: "subsidy_apply_commit",
  style: "query",
  input: ids,
  output: none,
});
/** The institution takes its submission back, until somebody of the bureau has begun to review it. */
export const claimRecall = call({
  name: "claimRecall",
  method: "POST",
  path: `${path}/recall`,
  zh: "撤回补贴申请",
  en: "Withdraw claims",
  access: "subsidy_apply_commit",
  style: "query",
  input: ids,
  output: none,
});
export const claimAutoTrial = call({
  name: "claimAutoTrial",
  method: "POST",
  path: `${path}/autoTrial`,
  zh: "自动初审",
  en: "Automatic check",
  access: "subsidy_apply_auto_trial",
  audience: ["bureau"],
  input: checkedClaim,
  output: checkSummary,
});
/** What has changed since a claim was checked. */
export const claimChanges = call({
  name: "claimChanges",
  method: "GET",
  path: `${path}/changes`,
  zh: "校验后的变化",
  en: "Changes since the check",
  access: ["subsidy_apply_view", "enterprise_subsidy_apply_view"],
  audience: ["bureau"],
  input: checkedClaim,
  output: claimChangesShape,
});
export const claimFirstCommit = call({
  name: "claimFirstCommit",
  method: "POST",
  path: `${path}/firstCommit`,
  zh: "初审通过",
  en: "Pass first review",
  access: "subsidy_apply_first_commit",
  audience: ["bureau"],
  input: record({ ...claimBody, firstOpinion: text(500, "初审意见", "First opinion") }),
  output: whole,
});
export const claimReturn = call({
  name: "claimReturn",
  method: "POST",
  path: `${path}/Return`,
  zh: "初审退回",
  en: "Return from first review",
  access: "subsidy_apply_return",
  audience: ["bureau"],
  input: record({ ids: picked(), reason: text(500, "原因", "Reason") }),
  output: none,
});
export const claimReCommit = call({
  name: "claimReCommit",
  method: "POST",
  path: `${path}/reCommit`,
  zh: "复审通过",
  en: "Pass second review",
  access: "subsidy_apply_re_commit",
  audience: ["bureau"],
  style: "query",
  input: record({ ids: picked(), reOpinion: text(500, "复审意见", "Second opinion") }),
  output: none,
});
export const claimReReturn = call({
  name: "claimReReturn",
  method: "POST",
  path: `${path}/ReReturn`,
  zh: "复审退回",
  en: "Return from second review",
  access: "subsidy_apply_re_return",
  audience: ["bureau"],
  input: record({
    ids: picked(),
    reason: text(500, "原因", "Reason"),
    target: text(20, "退回到", "Target"),
  }),
  output: none,
});

const counter = (name: string, action: string, zh: string, en: string) =>
  call({
    name,
    method: "POST",
    path: `${path}/${action}`,
    zh,
    en,
    access: "subsidy_apply_view",
    output: counted,
  });
export const claimFirstCount = counter(
  "claimFirstCount",
  "getFirstTrialNumber",
  "待初审数",
  "Waiting for first review",
);
export const claimSecondCount = counter(
  "claimSecondCount",
  "getReTrialNumber",
  "待复审数",
  "Waiting for second review",
);
export const claimCompletedCount = counter(
  "claimCompletedCount",
  "getCompileNumber",
  "已完成未拨付数",
  "Completed, not yet paid",
);

const linePath = "/api/zjgrsj-train/trainingManagement/trainInstitution/susidy_apply_detail";
export const lineCalls = crudCalls(SubsidyLine, linePath, "subsidy_apply_detail");
export const lineListOfBureau = call({
  ...lineCalls.list,
  name: "lineListOfBureau",
  path: `${linePath}/getSubsidyApplyDetailUsedByManage`,
  audience: ["bureau"],
});
export const lineListOfOrg = call({
  ...lineCalls.list,
  name: "lineListOfOrg",
  path: `${linePath}/getSubsidyApplyDetailUsedByOrg`,
  audience: ["institution"],
});
const totals = record({
  personCount: int("人次", "Rows", "required"),
  applyAmount: decimal(14, 2, "申请金额", "Claimed", "required"),
  payableAmount: decimal(14, 2, "应补金额", "Payable", "required"),
  approvedCount: int("核定人次", "Approved rows", "required"),
  approvedAmount: decimal(14, 2, "核定金额", "Approved", "required"),
});
export const lineTotalOfBureau = call({
  name: "lineTotalOfBureau",
  method: "GET",
  path: `${linePath}/getSubsidyApplyDetailTotalUsedByManage`,
  zh: "补贴明细合计",
  en: "Totals of claim rows",
  access: "subsidy_apply_detail_view",
  audience: ["bureau"],
  input: queryShape(SubsidyLine),
  output: totals,
});
export const lineTotalOfOrg = call({
  ...lineTotalOfBureau,
  name: "lineTotalOfOrg",
  path: `${linePath}/getSubsidyApplyDetailTotalUsedByOrg`,
  audience: ["institution"],
});
export const lineUnapprove = call({
  name: "lineUnapprove",
  method: "POST",
  path: `${linePath}/unApprove`,
  zh: "明细不通过",
  en: "Refuse rows",
  access: "subsidy_apply_detail_un_approve",
  audience: ["bureau"],
  input: record({ ids: picked(), unApproveReason: text(200, "不通过原因", "Reason") }),
  output: none,
});
/** Everything a person was trained in, was certified for and was paid for: what a reviewer compares a row with. */
export const lineExperience = call({
  name: "lineExperience",
  method: "GET",
  path: `${linePath}/getTrainExperience`,
  zh: "培训与补贴经历",
  en: "Training and subsidy history",
  access: "subsidy_apply_detail_view",
  input: record({ studentId: id("学员", "Student", "required") }),
  output: experienceShape,
});

const findingPath = "/api/zjgrsj-train/trainingManagement/valid_detail";
const findingCrud = crudCalls(Finding, findingPath, "valid_detail");
export const findingCalls = {
  ...findingCrud,
  /** With the number of the claim or class and the person of the row, by which people know them. */
  list: call({
    ...findingCrud.list,
    output: pageShape(
      rowShape(Finding, { bizNo: text(30, "业务编号", "Number"), personName: text(50, "姓名", "Name") }),
    ),
  }),
  /** Findings are written by the server; a reviewer confirms warnings by hand, one or all of the same rule in the claim. */
  submit: call({
    name: "Finding.submit",
    method: "POST",
    path: `${findingPath}/submit`,
    zh: "人工确认警告",
    en: "Confirm a warning by hand",
    access: "valid_detail_edit",
    input: saveShape(Finding, { sameRule: code(yesNo, "同一规则的全部警告", "All warnings of this rule") }),
    output: record({ id: id("主键", "Id", "required"), confirmed: int("已确认条数", "Confirmed") }),
  }),
};

export const paymentResult = codeList("PAYMENT_RESULT", "拨付结果", "Payment result", {
  paid: ["到账", "Paid"],
  failed: ["失败", "Failed"],
  recovered: ["追回", "Recovered"],
});

/**
 * Payment: sends claims to be paid, or takes what the statement of the bank says of one. Without a `result` a claim out of publicity is sent, one
 * whose payment failed is sent again to its corrected account, and of any other the state is told; a `result` is recorded or refused
 * (STATE_ILLEGAL), whatever the state. Several claims, by their numbers with commas between, are sent in one batch; the answer is then about the first.
 */
export const financeResult = call({
  name: "financeResult",
  method: "POST",
  path: "/api/zjgrsj-ext-interface/finance/getBusinessResult",
  zh: "财政业务结果",
  en: "Payment result",
  access: ["finance_result_view", "subsidy_apply_pay"],
  input: record({
    businessNo: text(4400, "业务编号", "Claim number", "required"),
    /** What the bank statement says, where no finance system is connected. */
    result: code(paymentResult, "结果", "Result"),
    /** Chosen by who asks: the same call with the same key has one effect for ever; with other contents it is refused (DUPLICATE). */
    paymentKey: text(64, "指令编号", "Key"),
    payAmount: decimal(12, 2, "拨付金额", "Amount paid"),
    payDate: text(10, "拨付日期", "Paid on"),
    failReason: text(200, "失败原因", "Reason for failure"),
    reason: text(500, "追回依据", "Reason for recovery"),
    /** Of a recovery in part; all that is left unless given. */
    recoveredAmount: decimal(12, 2, "追回金额", "Amount recovered"),
    recoveryList: files("追回决定", "Recovery decision"),
    /** Whether the decision says that the training was false: then class, people, course and institution are barred. */
    forFalseness: code(yesNo, "是否虚假培训", "For falseness"),
  }),
  output: record({
    businessNo: text(20, "业务编号", "Claim number", "required"),
    payStatus: text(2, "拨付状态", "Payment", "required"),
    payBatchNo: text(30, "拨付批次", "Batch"),
    payDate: text(10, "拨付日期", "Paid on"),
    payAmount: decimal(12, 2, "拨付金额", "Amount paid"),
    recoveredAmount: decimal(12, 2, "追回金额", "Amount recovered"),
    payeeAccount: text(30, "收款账号", "Payee account"),
    failReason: text(200, "失败原因", "Reason for failure"),
  }),
});

export const claimExport = exportCall(SubsidyApplication, path, "subsidy_apply");
export const lineExport = exportCall(SubsidyLine, linePath, "subsidy_apply_detail");
export const findingExport = exportCall(Finding, findingPath, "valid_detail");
