import { call } from "../core/call.ts";
import { code, codeList, id, int, ref, text } from "../core/fields/field.ts";
import { file, fileOrJob, list, map, one, optional, record, value } from "../core/fields/shape.ts";
import { dataSetList, reportKind } from "./report-codes.ts";
import { layoutShape } from "./report-layout.ts";
import { reportPath } from "./report.ts";

/** Running reports: what whoever looks may see, as rows, figures and files. */

/** What a reader has set, by the names of the filters. */
const asked = list(record({ name: text(80, "筛选", "Filter", "required"), value: text(200, "值", "Value") }), 40);
const dataSet = code(dataSetList, "数据集", "Data set", "required");
/** A report that is being designed. */
const draft = record({
  kind: code(reportKind, "报表类型", "Kind", "required"),
  dataSet,
  layout: layoutShape,
});
export type ReportDraft = NonNullable<(typeof draft)["$value"]>;

/** A saved report, or one that is being designed. */
const which = { id: id("报表", "Report", "optional"), draft: optional(draft), asked: optional(asked) };
const page = {
  current: int("页码", "Page", "optional", { min: 1, max: 100_000 }),
  size: int("每页条数", "Rows a page", "optional", { min: 1, max: 200 }),
};
const runInput = record({ ...which, ...page });
export type RunInput = NonNullable<(typeof runInput)["$value"]>;

const rowsAnswer = record({
  records: list(map(value)),
  total: int("总数", "Total", "required"),
  current: int("页码", "Page", "required"),
  size: int("每页条数", "Rows a page", "required"),
  /** Sums over all rows, by field. */
  sums: map(one(text(40, "合计", "Sum"))),
});
export type RowsAnswer = NonNullable<(typeof rowsAnswer)["$value"]>;

const groupText = list(one(text(200, "分组", "Group", "required")), 3);
const pivotAnswer = record({
  /** The groups down the side and across the top, in both languages, in order. */
  rows: list(record({ zh: groupText, en: groupText })),
  columns: list(record({ zh: groupText, en: groupText })),
  /** By row, column and measure; null: nothing, or too few people to say. */
  cells: list(list(list(one(text(40, "数值", "Figure")), 4))),
  rowTotals: list(list(one(text(40, "合计", "Total")), 4)),
  columnTotals: list(list(one(text(40, "合计", "Total")), 4)),
  totals: list(one(text(40, "合计", "Total")), 4),
  /** Groups of so few people that nothing is said of them: totals are of the others. */
  hidden: int("未显示的分组", "Groups not shown", "required"),
  /** Sums and averages, in the groups that are shown, of values that so few people have: null, and in no total. */
  hiddenFigures: int("未显示的数值", "Figures not shown", "required"),
});
export type PivotAnswer = NonNullable<(typeof pivotAnswer)["$value"]>;

export const fileFormat = codeList("REPORT_FILE", "文件格式", "File", {
  xlsx: ["Excel", "Excel"],
  pdf: ["PDF", "PDF"],
});

const problem = record({
  /** Where it stands in the workbook: sheet and cell. */
  cell: text(60, "单元格", "Cell"),
  zh: text(300, "问题", "Problem", "required"),
  en: text(300, "英文问题", "Problem in English", "required"),
});
export type TemplateProblem = NonNullable<(typeof problem)["$value"]>;

export const runCalls = {
  /** A page of rows, with sums over all of them. */
  run: call({
    name: "Report.run",
    method: "POST",
    path: `${reportPath}/run`,
    zh: "运行报表",
    en: "Report: run",
    access: "report_view",
    writes: false,
    input: runInput,
    output: rowsAnswer,
  }),
  /** The figures of a pivot table. */
  pivot: call({
    name: "Report.pivot",
    method: "POST",
    path: `${reportPath}/pivot`,
    zh: "运行透视表",
    en: "Report: pivot table",
    access: "report_view",
    writes: false,
    input: record(which),
    output: pivotAnswer,
  }),
  /** The report as a workbook; a form, filled in, also for paper. */
  file: call({
    name: "Report.file",
    method: "POST",
    path: `${reportPath}/file`,
    zh: "导出报表结果",
    en: "Report: as a file",
    access: "report_view",
    writes: false,
    input: record({ ...which, format: code(fileFormat, "文件格式", "File", "required") }),
    output: fileOrJob("xlsx", "pdf"),
  }),
  /** A workbook to begin the design of a form with: the chosen columns, a title and sums. */
  starter: call({
    name: "Report.starter",
    method: "POST",
    path: `${reportPath}/starter`,
    zh: "下载初始模板",
    en: "Report: template to begin with",
    access: ["report_add", "report_edit"],
    writes: false,
    input: record({ name: text(100, "报表名称", "Name"), dataSet: dataSet, layout: layoutShape }),
    output: file("xlsx"),
  }),
  /** What an uploaded workbook asks for, and what is wrong with it. */
  check: call({
    name: "Report.check",
    method: "POST",
    path: `${reportPath}/check`,
    zh: "检查报表模板",
    en: "Report: check a template",
    access: ["report_add", "report_edit"],
    writes: false,
    input: record({
      templateId: ref("Attachment", "模板文件", "Template", "required"),
      dataSet,
      layout: layoutShape,
    }),
    output: record({
      places: list(
        record({ cell: text(60, "单元格", "Cell", "required"), place: text(200, "位置", "Place", "required") }),
      ),
      problems: list(problem),
    }),
  }),
};
