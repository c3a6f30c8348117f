import { call, crudCalls, ids, picked } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { subsidyStatus } from "../core/fields/codes.ts";
import { code, id, text } from "../core/fields/field.ts";
import { draftShape, list, none, optional, record, rowShape } from "../core/fields/shape.ts";
import {
  checkSummary,
  checkedClaim,
  experienceShape,
  previewQuery,
  shownOfClaim,
  shownOfLine,
  shownOfPreview,
} from "./claim-shapes.ts";
import { EnterpriseSubsidyApplication } from "./enterprise-subsidy-application.ts";
import { EnterpriseSubsidyLine } from "./enterprise-subsidy-line.ts";

const path = "/api/zjgrsj-train/trainingManagement/enterprise/subsidy_apply";
const resource = "enterprise_subsidy_apply";
const crud = crudCalls(EnterpriseSubsidyApplication, path, resource);
/** The answer of every call that opens or changes a claim. */
const whole = rowShape(EnterpriseSubsidyApplication, {
  detailList: list(rowShape(EnterpriseSubsidyLine, shownOfLine)),
  ...shownOfClaim,
});

const claimBody = {
  enterpriseSubsidyApplyDTO: draftShape(EnterpriseSubsidyApplication),
  entSubsidyApplyDetailDTO: optional(list(draftShape(EnterpriseSubsidyLine))),
  delEntSubsidyApplyDetailDTO: optional(list(record({ detailId: id("明细", "Row", "required") }))),
};

export const enterpriseClaimCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: whole }),
  getEnterpriseSubsidyApply: call({
    ...crud.list,
    name: "EnterpriseSubsidyApplication.getEnterpriseSubsidyApply",
    path: `${path}/getEnterpriseSubsidyApply`,
  }),
  saveSubsidy: call({
    name: "EnterpriseSubsidyApplication.saveSubsidy",
    method: "POST",
    path: `${path}/saveSubsidy`,
    zh: "保存企业补贴申请及明细",
    en: "Save a claim of an enterprise with its rows",
    access: [`${resource}_add`, `${resource}_edit`],
    audience: ["enterprise"],
    input: record(claimBody),
    output: whole,
  }),
  /** Who of a class can be claimed with which amount, and which rule excludes the others; nothing is written. */
  preview: call({
    name: "EnterpriseSubsidyApplication.preview",
    method: "GET",
    path: `${path}/preview`,
    zh: "企业补贴申请预览",
    en: "Preview of an enterprise’s claim",
    access: `${resource}_add`,
    audience: ["enterprise"],
    input: previewQuery,
    output: record({ lines: list(rowShape(EnterpriseSubsidyLine)), ...shownOfPreview }),
  }),
  commit: call({
    name: "EnterpriseSubsidyApplication.commit",
    method: "POST",
    path: `${path}/commit`,
    zh: "提交企业补贴申请",
    en: "Submit claims of an enterprise",
    access: `${resource}_commit`,
    style: "query",
    input: ids,
    output: none,
  }),
  /** The enterprise takes its submission back, until somebody of the bureau has begun to review it. */
  recall: call({
    name: "EnterpriseSubsidyApplication.recall",
    method: "POST",
    path: `${path}/recall`,
    zh: "撤回企业补贴申请",
    en: "Withdraw claims of an enterprise",
    access: `${resource}_commit`,
    style: "query",
    input: ids,
    output: none,
  }),
  autoTrial: call({
    name: "EnterpriseSubsidyApplication.autoTrial",
    method: "POST",
    path: `${path}/autoTrial`,
    zh: "企业补贴自动初审",
    en: "Automatic check of an enterprise’s claim",
    access: `${resource}_auto_trial`,
    audience: ["bureau"],
    input: checkedClaim,
    output: checkSummary,
  }),
  /** The first review decides the rows and passes the claim on; made by a second reviewer, on what the first has passed, it completes the claim. */
  firstCommit: call({
    name: "EnterpriseSubsidyApplication.firstCommit",
    method: "POST",
    path: `${path}/firstCommit`,
    zh: "企业补贴审核通过",
    en: "Pass the first or second review of an enterprise’s claim",
    access: [`${resource}_first_commit`, `${resource}_re_commit`],
    audience: ["bureau"],
    input: record({ ...claimBody, opinion: text(500, "审核意见", "Opinion") }),
    output: whole,
  }),
  /** From the review that the claim is in: to the enterprise, or from the second review to the first; a completed one with an upheld objection to the first. */
  Return: call({
    name: "EnterpriseSubsidyApplication.Return",
    method: "POST",
    path: `${path}/Return`,
    zh: "企业补贴审核退回",
    en: "Return an enterprise’s claim",
    access: [`${resource}_return`, `${resource}_re_return`],
    audience: ["bureau"],
    input: record({
      ids: picked(),
      reason: text(500, "原因", "Reason"),
      target: code(subsidyStatus, "退回到", "Target"),
    }),
    output: none,
  }),
  export: exportCall(EnterpriseSubsidyApplication, path, resource),
};

const linePath = "/api/zjgrsj-train/trainingManagement/enterprise/subsidyApplyDetail";
const lineResource = "enterprise_subsidy_apply_detail";
const lineCrud = crudCalls(EnterpriseSubsidyLine, linePath, lineResource);

export const enterpriseLineCalls = {
  ...lineCrud,
  getSubsidyDetail: call({
    name: "EnterpriseSubsidyLine.getSubsidyDetail",
    method: "GET",
    path: `${linePath}/getSubsidyDetail`,
    zh: "企业补贴申请明细",
    en: "Rows of an enterprise’s claim",
    access: `${lineResource}_view`,
    input: checkedClaim,
    output: list(rowShape(EnterpriseSubsidyLine)),
  }),
  /** Everything a member of staff was trained in, was certified for and was paid for: what a reviewer compares a row with. */
  getTrainExperience: call({
    name: "EnterpriseSubsidyLine.getTrainExperience",
    method: "GET",
    path: `${linePath}/getTrainExperience`,
    zh: "职工培训与补贴经历",
    en: "Training and subsidy history of staff",
    access: `${lineResource}_view`,
    input: record({ studentId: id("学员", "Staff", "required") }),
    output: experienceShape,
  }),
  export: exportCall(EnterpriseSubsidyLine, linePath, lineResource),
};
