import { call } from "../core/call.ts";
import { code, codeList, datetime, decimal, id, int, refs, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";
import { workPeriod } from "./work-period.ts";
import { unitSide } from "../core/fields/codes.ts";
import { classes, people, turns, yuan } from "./work-record.ts";

/** The kinds of work records, by the names of their rights. */
export const recordKind = codeList("RECORD_KIND", "台账类型", "Kind of record", {
  train_work: ["培训工作", "Work report"],
  train_project: ["培训项目", "Training project"],
  train_based: ["实训基地", "Training base"],
  train_zyjn: ["职业技能培训", "Vocational training"],
  train_entrepreneurship: ["创业培训", "Start-up training"],
  train_safe: ["安全技能培训", "Safety training"],
  train_excellent: ["高技能人才培训", "High-skill training"],
  train_gqpx: ["岗前培训", "Pre-job training"],
});

/** How far a unit has come with a kind and period: nothing, drafts alone, something in review, or all completed. */
export const filingState = codeList("FILING_STATE", "填报进度", "Progress", {
  none: ["未填报", "Nothing filed", "bad"],
  draft: ["未提交", "Not submitted", "waiting"],
  review: ["审核中", "In review", "busy"],
  done: ["已完成", "Completed", "good"],
});

export const periodSpan = codeList("PERIOD_SPAN", "期间类型", "Kind of period", {
  M: ["月", "Months"],
  Q: ["季", "Quarters"],
  Y: ["年", "Year"],
});

const year = int("年度", "Year", "required", { min: 2000, max: 2100, name: true });
const asked = {
  kind: code(recordKind, "台账类型", "Kind of record", "required"),
  workYear: year,
  workPeriod: code(workPeriod, "期间", "Period", "required"),
};

const unitRow = record({
  unitId: id("单位", "Unit", "required"),
  unitName: text(100, "单位", "Unit", "required"),
  side: code(unitSide, "单位类型", "Kind of unit", "required"),
  state: code(filingState, "填报进度", "Progress", "required"),
  recordCount: int("填报份数", "Records", "required"),
  classCount: int("期间班次", "Classes in the period", "required", classes),
  remindTime: datetime("最近催报", "Reminded"),
});
export type UnitProgress = NonNullable<(typeof unitRow)["$value"]>;

const totalRow = record({
  kind: code(recordKind, "台账类型", "Kind of record", "required"),
  /** Months, quarters and years are added up apart: what is reported for a year is there in its months too. */
  span: code(periodSpan, "期间类型", "Kind of period", "required"),
  unitCount: int("单位数", "Units", "required"),
  recordCount: int("份数", "Records", "required"),
  finishedCount: int("结业人次", "Finished", "required", turns),
  passCount: int("合格人数", "Passed", "required", people),
  certCount: int("取证人数", "Certified", "required", people),
  subsidyAmount: decimal(16, 2, "补贴金额", "Subsidies", "required", yuan),
});

const path = "/api/zjgrsj-train/work/progress";
const shared = { access: "work_month_view", audience: ["bureau"], method: "GET" } as const;

export const filingProgress = call({
  ...shared,
  name: "FilingProgress.units",
  path: `${path}/units`,
  zh: "填报进度",
  en: "Who has filed for a period",
  input: record(asked),
  output: list(unitRow),
});

export const filingTotals = call({
  ...shared,
  name: "FilingProgress.totals",
  path: `${path}/totals`,
  zh: "年度汇总",
  en: "Sums of completed records of a year",
  input: record({ workYear: year }),
  output: list(totalRow),
});

/** Reminds units that have submitted nothing, by notice and text message, at most once a day for the same kind and period. */
export const filingReminder = call({
  name: "FilingProgress.remind",
  method: "POST",
  path: `${path}/remind`,
  zh: "催报",
  en: "Remind units that have not filed",
  access: "work_month_remind",
  audience: ["bureau"],
  adds: "more",
  input: record({ ...asked, unitIds: refs("Organisation", "单位", "Units", "required") }),
  output: record({ reminded: int("已催报单位数", "Units reminded", "required") }),
});
