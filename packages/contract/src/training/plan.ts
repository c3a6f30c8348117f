import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, crudCalls, ids } from "../core/call.ts";
import { trainKind } from "../core/fields/codes.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { code, codeList, date, datetime, decimal, files, int, long, text } from "../core/fields/field.ts";
import { list, pageShape, queryShape, rowShape } from "../core/fields/shape.ts";
import { OrganisationPlan } from "./organisation-plan.ts";

export const planRelease = codeList("PLAN_RELEASE", "是否下达", "Release", {
  "0": ["未下达", "Draft", "neutral"],
  "1": ["已下达", "Released", "good"],
});

/** A yearly or batch plan of the bureau; once released, institutions declare their share of it inside its window. */
export const Plan = entity(
  "Plan",
  "培训计划",
  "Training plan",
  {
    planNo: text(20, "计划编号", "Plan number", "computed", { always: true }),
    planName: text(100, "计划名称", "Plan name", "required"),
    planYear: int("计划年度", "Year", "required", { min: 2000, max: 2100, name: true }),
    trainKind: code(trainKind, "培训类别", "Kind of training", "required"),
    startDate: date("申报开始日期", "Window opens", "required"),
    endDate: date("申报截止日期", "Window closes", "required"),
    totalHeadcount: int("计划总人数", "Headcount", "required", {
      min: 1,
      max: 10_000_000,
      unitZh: "人",
      unitEn: "people",
    }),
    /** Sum of the approved institution plans; moves only with their approval and withdrawal. */
    allocatedHeadcount: int("已分配人数", "Allocated", "computed", { unitZh: "人", unitEn: "people", always: true }),
    budgetAmount: decimal(14, 2, "预算金额", "Budget", "optional", { min: 0, unitZh: "元", unitEn: "yuan" }),
    isRelease: code(planRelease, "是否下达", "Release", "computed", { always: true }),
    releaseTime: datetime("下达时间", "Released", "computed"),
    content: long("计划说明", "Description"),
    attachmentList: files(),
  },
  {
    title: "planName",
    idName: "planId",
    filters: ["planNo", "planYear", "trainKind", "planName", "isRelease", "startDate", "endDate"],
    sorts: ["planYear", "planNo", "startDate", "endDate", "totalHeadcount", "allocatedHeadcount"],
    order: ["-planYear", "-planNo"],
    grams: ["planName"],
    openTo: { institution: "everything", enterprise: "everything" },
  },
);
export interface PlanRow extends Row<typeof Plan> {}

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/plan";
const { zh, en } = Plan;

export const planCalls = {
  ...crudCalls(Plan, path, "train_plan"),
  detail: call({
    name: "Plan.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: `${zh}详情`,
    en: `${en}: detail`,
    access: "train_plan_view",
    input: byId,
    output: rowShape(Plan, { auditList: list(auditRecordShape) }),
  }),
  release: call({
    name: "Plan.release",
    method: "POST",
    path: `${path}/release`,
    zh: "下达培训计划",
    en: "Release plans",
    access: "train_plan_release",
    style: "query",
    input: ids,
  }),
  usedByOrg: call({
    name: "Plan.usedByOrg",
    method: "GET",
    path: `${path}/getPlanUsedByOrg`,
    zh: `${zh}（机构端）`,
    en: `${en}: institution's list`,
    access: "train_plan_view",
    audience: ["institution"],
    input: queryShape(Plan),
    output: pageShape(rowShape(Plan)),
  }),
  usedByManage: call({
    name: "Plan.usedByManage",
    method: "GET",
    path: `${path}/getPlanUsedByManage`,
    zh: `${zh}（管理端）`,
    en: `${en}: bureau's list`,
    access: "train_plan_view",
    audience: ["bureau"],
    input: queryShape(Plan),
    output: pageShape(rowShape(Plan)),
  }),
  orgPlanUsedByOrg: call({
    name: "Plan.orgPlanUsedByOrg",
    method: "GET",
    path: `${path}/getOrgPlanUsedByOrg`,
    zh: "机构计划（机构端）",
    en: "Institution plans: institution's list",
    access: "org_plan_view",
    audience: ["institution"],
    input: queryShape(OrganisationPlan),
    output: pageShape(rowShape(OrganisationPlan)),
  }),
  orgPlanUsedByManage: call({
    name: "Plan.orgPlanUsedByManage",
    method: "GET",
    path: `${path}/getOrgPlanUsedByManage`,
    zh: "机构计划（管理端）",
    en: "Institution plans: bureau's list",
    access: "org_plan_view",
    audience: ["bureau"],
    input: queryShape(OrganisationPlan),
    output: pageShape(rowShape(OrganisationPlan)),
  }),
  export: exportCall(Plan, path, "train_plan"),
  import: importCalls(Plan, path, "train_plan"),
};
