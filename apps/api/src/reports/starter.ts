import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { findFilter } from "@jipei/contract/core/fields/filters.ts";
import { isSummable, shownFields } from "@jipei/contract/reports/report-fields.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import { type FormColumn, writeForm } from "@jipei/xlsx/template/write-form.ts";

/**
 * The workbook that the design of a form begins with: the chosen columns as a table, what readers set above it, sums below. Its places are in
 * Chinese, the language of what offices hand in.
 */
export function starterForm(entity: Entity, layout: ReportLayout, name: string): Promise<Buffer> {
  const fields = new Map(shownFields(entity));
  const columns = layout.columns.flatMap((field): FormColumn[] => {
    const found = fields.get(field);
    return found ? [columnOf(field, found)] : [];
  });
  const asked = layout.filters.flatMap((filter) => {
    const field = filter.isAsked === "1" ? findFilter(entity, filter.name) : undefined;
    return field ? [`${field.zh}：{{${filter.name}}}`] : [];
  });
  return writeForm({
    sheet: name,
    title: "{{标题}}",
    facts: [["填报单位：{{单位}}", ...asked].join("　　"), "制表日期：{{今日}}"],
    columns: [{ header: "序号", place: "序号", width: 6, format: { decimals: 0 } }, ...columns],
    signatures: ["单位负责人：", "审核人：", "制表人：{{查看人}}"],
  });
}

function columnOf(name: string, field: Field): FormColumn {
  const unit = field.unitZh ? `\n（${field.unitZh}）` : "";
  return {
    header: `${field.zh}${unit}`,
    place: name,
    ...(isSummable(field) && field.unitZh !== "%" && { sum: `合计.${name}` }),
    width: widthOf(field),
    format: formatOf(field),
  };
}

function formatOf({ kind, name, scale }: Field): FormColumn["format"] {
  if (kind === "date") return "day";
  if ((kind === "int" && !name) || kind === "decimal") return { decimals: scale ?? 0 };
  return "text";
}

/** Characters of a column: names take more room than numbers. */
function widthOf({ kind, length = 20 }: Field): number {
  if (kind === "int") return 10;
  if (kind === "decimal" || kind === "date" || kind === "code" || kind === "datetime") return 13;
  return length > 60 ? 26 : 16;
}
