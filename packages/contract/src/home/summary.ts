import { call } from "../core/call.ts";
import { level, trainKind, unitSide } from "../core/fields/codes.ts";
import { code, codeList, decimal, id, int, text } from "../core/fields/field.ts";
import { file, list, record } from "../core/fields/shape.ts";

/** By what figures are put into groups. */
export const summaryBy = codeList("SUMMARY_BY", "分组", "Grouped by", {
  month: ["月份", "Month"],
  org: ["培训机构", "Institution"],
  ent: ["企业", "Enterprise"],
  course: ["课程", "Course"],
  level: ["等级", "Level"],
  region: ["行政区划", "Region"],
  trainKind: ["培训类别", "Kind of training"],
});

const percent = { unitZh: "%", unitEn: "%" };
const yuan = { unitZh: "元", unitEn: "yuan" };
/** The figures of a group. A rate without anybody is absent, and so is one of employment over fewer than five people: it would tell of each. */
export const summaryFigures = {
  classCount: int("班次", "Classes", "required"),
  enrolCount: int("参训人次", "Enrolments", "required"),
  finishCount: int("结业人次", "Completions", "required"),
  testCount: int("参考人数", "Assessed", "required"),
  passCount: int("合格人数", "Passed", "required"),
  passRate: decimal(5, 2, "合格率", "Pass rate", "optional", percent),
  certCount: int("取证人数", "Certificates", "required"),
  employRate: decimal(5, 2, "培训后就业率", "Employed after training", "optional", percent),
  applyAmount: decimal(14, 2, "申请金额", "Claimed", "required", yuan),
  approvedAmount: decimal(14, 2, "核定金额", "Approved", "required", yuan),
  paidAmount: decimal(14, 2, "拨付金额", "Paid", "required", yuan),
};

const figures = record(summaryFigures);
export type SummaryFigures = NonNullable<(typeof figures)["$value"]>;
export type SummaryFigure = keyof SummaryFigures;
/** Whether a figure divides two others, so that it cannot be added up. */
export const isRate = (figure: SummaryFigure): boolean => figure === "passRate" || figure === "employRate";

const row = record({
  /** The month, the code, or the id of what the group is of; empty where it has none. */
  groupKey: text(50, "分组", "Group", "required"),
  groupName: text(200, "分组名称", "Group in Chinese", "required"),
  groupNameEn: text(200, "分组英文名称", "Group in English", "required"),
  crossKey: text(50, "交叉分组", "Crossed with"),
  crossName: text(200, "交叉分组名称", "Crossed with, in Chinese"),
  crossNameEn: text(200, "交叉分组英文名称", "Crossed with, in English"),
  ...summaryFigures,
});
export type SummaryRow = NonNullable<(typeof row)["$value"]>;

const input = record({
  year: int("年度", "Year", "optional", { min: 2000, max: 2100, name: true }),
  monthFrom: int("起始月", "From month", "optional", { min: 1, max: 12 }),
  monthTo: int("截止月", "To month", "optional", { min: 1, max: 12 }),
  /** Whose classes are counted. */
  side: code(unitSide, "单位类型", "Kind of unit"),
  orgId: id("培训机构", "Institution", "optional"),
  entId: id("企业", "Enterprise", "optional"),
  courseId: id("课程", "Course", "optional"),
  level: code(level, "等级", "Level"),
  trainKind: code(trainKind, "培训类别", "Kind of training"),
  regionCode: text(12, "行政区划", "Region", "optional", { format: "digits" }),
  /** By month where it is left out. */
  groupBy: code(summaryBy, "分组", "Grouped by"),
  crossBy: code(summaryBy, "交叉分组", "Crossed with"),
});
export type SummaryQuery = NonNullable<(typeof input)["$value"]>;
/** Most groups of an answer. */
export const mostGroups = 5000;

const answer = record({
  records: list(row, mostGroups),
  total: int("组数", "Groups", "required"),
  sum: figures,
  /** What the lists behind the figures are filtered by. */
  leastAttendance: decimal(5, 2, "结业出勤率", "Attendance to finish", "required", percent),
});
export type SummaryAnswer = NonNullable<(typeof answer)["$value"]>;

const path = "/api/zjgrsj-train/trainingManagement/summary_search";
export const summaryCalls = {
  /** The figures of a period by groups, also by two at once, and all together. An institution or an enterprise sees its own. */
  list: call({
    name: "SummarySearch.list",
    method: "GET",
    path: `${path}/list`,
    zh: "汇总查询",
    en: "Figures by groups",
    access: "summary_search_view",
    input,
    output: answer,
  }),
  /** The same as a workbook whose sums and rates are formulas. */
  export: call({
    name: "SummarySearch.export",
    method: "GET",
    path: `${path}/export`,
    zh: "导出汇总",
    en: "Export figures",
    access: "summary_search_view",
    input,
    output: file("xlsx"),
  }),
};
