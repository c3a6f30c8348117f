import { auditRecordShape } from "../core/audit-record.ts";
import { courseSnapshot, reviewFields } from "../core/fields/blocks.ts";
import { byId, call, counted, crudCalls, ids, idsWithReason } from "../core/call.ts";
import { confirmStatus, trainKind } from "../core/fields/codes.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, date, decimal, int, lookup, ref, text } from "../core/fields/field.ts";
import { list, pageShape, queryShape, rowShape } from "../core/fields/shape.ts";

/** What one institution undertakes to train under a released plan. */
export const OrganisationPlan = entity(
  "OrganisationPlan",
  "机构培训计划",
  "Institution plan",
  {
    orgPlanNo: text(20, "机构计划编号", "Number", "computed"),
    planId: ref("Plan", "所属计划", "Plan", "required"),
    planName: lookup("planId", "Plan", "planName", "所属计划名称", "Plan name"),
    planYear: int("计划年度", "Year", "computed", {
      name: true,
      lookup: { via: "planId", entity: "Plan", of: "planYear" },
    }),
    /** Taken from the session; a client cannot declare for another institution. */
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    ...courseSnapshot,
    courseId: ref("Course", "课程", "Course", "required"),
    trainKind: code(trainKind, "培训类别", "Kind of training", "computed"),
    headcount: int("计划人数", "Headcount", "required", { min: 1, max: 1_000_000, unitZh: "人", unitEn: "people" }),
    classCount: int("计划班数", "Classes", "required", { min: 1, max: 10_000, unitZh: "个", unitEn: "classes" }),
    /** Planned size of the classes that are submitted or confirmed. */
    usedHeadcount: int("已使用人数", "Used", "computed", { unitZh: "人", unitEn: "people", always: true }),
    startDate: date("计划开始日期", "From", "required"),
    endDate: date("计划结束日期", "To", "required"),
    trainPlace: text(200, "培训地点", "Place", "required"),
    feeStandard: decimal(10, 2, "收费标准", "Fee", "optional", { min: 0, unitZh: "元/人", unitEn: "yuan per person" }),
    confirmStatus: code(confirmStatus, "审核状态", "Review", "computed", { always: true }),
    ...reviewFields,
    commitUser: ref("User", "提交人", "Submitted by", "computed"),
  },
  {
    title: "orgPlanNo",
    idName: "orgPlanId",
    filters: [
      "orgPlanNo",
      "planYear",
      "planId",
      "orgId",
      "orgName",
      "courseId",
      "courseName",
      "level",
      "trainKind",
      "confirmStatus",
      "createTime",
    ],
    sorts: ["orgPlanNo", "headcount", "usedHeadcount", "startDate", "endDate", "confirmStatus", "commitTime"],
    grams: ["courseName"],
  },
);
export interface OrganisationPlanRow extends Row<typeof OrganisationPlan> {}

const path = "/api/zjgrsj-train/trainingManagement/org_plan";

export const organisationPlanCalls = {
  ...crudCalls(OrganisationPlan, path, "org_plan"),
  detail: call({
    name: "OrganisationPlan.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "机构培训计划详情",
    en: "Institution plan: detail",
    access: "org_plan_view",
    input: byId,
    output: rowShape(OrganisationPlan, { auditList: list(auditRecordShape) }),
  }),
  commit: call({
    name: "OrganisationPlan.commit",
    method: "POST",
    path: `${path}/commit`,
    zh: "提交机构计划",
    en: "Submit institution plans",
    access: "org_plan_commit",
    style: "query",
    input: ids,
  }),
  confirm: call({
    name: "OrganisationPlan.confirm",
    method: "POST",
    path: `${path}/compile`,
    zh: "审核通过机构计划",
    en: "Approve institution plans",
    access: "org_plan_confirm",
    style: "query",
    input: ids,
  }),
  back: call({
    name: "OrganisationPlan.back",
    method: "POST",
    path: `${path}/Return`,
    zh: "退回机构计划",
    en: "Return institution plans",
    access: "org_plan_back",
    style: "query",
    input: idsWithReason,
  }),
  invalidate: call({
    name: "OrganisationPlan.invalidate",
    method: "POST",
    path: `${path}/Invalidate`,
    zh: "作废机构计划",
    en: "Void institution plans",
    access: ["org_plan_invalidate", "org_plan_invalidate_approved"],
    style: "query",
    input: idsWithReason,
  }),
  pendingNumber: call({
    name: "OrganisationPlan.pendingNumber",
    method: "POST",
    path: `${path}/getUnConfirmOrgPlanNumber`,
    zh: "待审核机构计划数",
    en: "Number of pending institution plans",
    access: "org_plan_view",
    output: counted,
  }),
  usedByOrg: call({
    name: "OrganisationPlan.usedByOrg",
    method: "GET",
    path: `${path}/getOrgPlanUsedByOrg`,
    zh: "机构计划列表（机构端）",
    en: "Institution plans of the institution",
    access: "org_plan_view",
    audience: ["institution"],
    input: queryShape(OrganisationPlan),
    output: pageShape(rowShape(OrganisationPlan)),
  }),
  usedByManage: call({
    name: "OrganisationPlan.usedByManage",
    method: "GET",
    path: `${path}/getOrgPlanUsedByManage`,
    zh: "机构计划列表（管理端）",
    en: "Institution plans of all institutions",
    access: "org_plan_view",
    audience: ["bureau"],
    input: queryShape(OrganisationPlan),
    output: pageShape(rowShape(OrganisationPlan)),
  }),
  export: exportCall(OrganisationPlan, path, "org_plan"),
};
