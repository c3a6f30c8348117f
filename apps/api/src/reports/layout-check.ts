import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { findFilter } from "@jipei/contract/core/fields/filters.ts";
import type { ReportKind } from "@jipei/contract/reports/report-codes.ts";
import { filteredFields, groupsOf, isSummable, shownFields } from "@jipei/contract/reports/report-fields.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import { type Failure, InvalidFields } from "../core/foundation/refusal.ts";
import { queryOf } from "./data-set.ts";

/** Refuses a layout that names what the data set does not have, or what reports do not read. @throws FIELD_INVALID with all that is wrong */
export function checkLayout(entity: Entity, kind: ReportKind, layout: ReportLayout): void {
  const failures: Failure[] = [];
  const refuse = (field: string, msg: string, msgEn: string) =>
    void failures.push({ errorCode: "FIELD_INVALID", id: null, field, msg, msgEn });
  const shown = new Map(shownFields(entity));
  for (const name of layout.columns)
    if (!shown.has(name)) refuse("layout.columns", `${name}：数据集没有此列`, `${name}: there is no such column`);
  if (new Set(layout.columns).size < layout.columns.length)
    refuse("layout.columns", "同一列重复选择", "a column is chosen twice");
  if (layout.columns.length === 0 && kind !== "pivot")
    refuse("layout.columns", "请选择要显示的列", "choose the columns to show");
  checkFilters(entity, layout, refuse);
  if (layout.sort && !entity.sorts.includes(layout.sort.field) && layout.sort.field !== "createTime")
    refuse("layout.sort", "不能按此列排序", "the list cannot be sorted by this column");
  if (kind === "pivot") checkPivot(entity, layout, shown, refuse);
  if (failures.length > 0) throw new InvalidFields(failures);
  // The values as well: what the list would refuse is refused now, not when somebody opens the report.
  queryOf({ entity }, layout);
}
type Refuse = (field: string, msg: string, msgEn: string) => void;

function checkFilters(entity: Entity, { filters }: ReportLayout, refuse: Refuse): void {
  const open = new Set(filteredFields(entity).map(([, field]) => field));
  for (const { name } of filters) {
    const field = findFilter(entity, name);
    if (!field || !open.has(field)) refuse("layout.filters", `${name}：不能按此筛选`, `${name}: cannot be filtered by`);
  }
  if (new Set(filters.map(({ name }) => name)).size < filters.length)
    refuse("layout.filters", "同一筛选条件重复", "a filter is there twice");
}

function checkPivot(entity: Entity, { pivot }: ReportLayout, shown: ReadonlyMap<string, Field>, refuse: Refuse): void {
  if (!pivot || pivot.rows.length === 0 || pivot.measures.length === 0)
    return refuse("layout.pivot", "请选择行分组和统计项", "choose groups for the rows, and what is counted");
  const groups = new Set(groupsOf(entity).map(({ name }) => name));
  const chosen = [...pivot.rows, ...pivot.columns];
  for (const name of chosen)
    if (!groups.has(name)) refuse("layout.pivot", `${name}：不能按此分组`, `${name}: cannot be grouped by`);
  if (new Set(chosen).size < chosen.length) refuse("layout.pivot", "同一分组重复", "a group is there twice");
  for (const { kind, field } of pivot.measures) {
    if (kind === "count") continue;
    const found = field ? shown.get(field) : undefined;
    if (!found || !isSummable(found))
      refuse("layout.pivot", `${field ?? ""}：不是可以统计的数字`, `${field ?? ""}: no number that can be added up`);
  }
}
