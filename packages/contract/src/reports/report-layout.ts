import { code, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { list, one, orNull, record } from "../core/fields/shape.ts";
import { chartKind, measureKind } from "./report-codes.ts";

/** How a report is laid out: what its designer has chosen of the data set. */

export const mostColumns = 60;
export const mostFilters = 20;
export const mostMeasures = 4;

const fieldName = text(60, "字段", "Field", "required");
const filter = record({
  /** As lists name it: `startDate_ge`. */
  name: text(80, "筛选", "Filter", "required"),
  /** A fixed value, or the one that readers find filled in. */
  value: text(200, "值", "Value"),
  /** Whether readers may set it. */
  isAsked: code(yesNo, "由查看人填写", "Readers set it", "required"),
});
export type ReportFilter = NonNullable<(typeof filter)["$value"]>;

const measure = record({
  kind: code(measureKind, "统计方式", "Measure", "required"),
  field: text(60, "字段", "Field"),
});
export type Measure = NonNullable<(typeof measure)["$value"]>;

const pivot = record({
  rows: list(one(fieldName), 2),
  columns: list(one(fieldName), 1),
  measures: list(measure, mostMeasures),
  chart: code(chartKind, "图表", "Chart", "required"),
});
export type PivotLayout = NonNullable<(typeof pivot)["$value"]>;

export const layoutShape = record({
  /** Shown fields in their order; of a form those that its starting template has. */
  columns: list(one(fieldName), mostColumns),
  filters: list(filter, mostFilters),
  sort: orNull(record({ field: fieldName, descending: code(yesNo, "倒序", "Descending", "required") })),
  pivot: orNull(pivot),
});
export type ReportLayout = NonNullable<(typeof layoutShape)["$value"]>;
