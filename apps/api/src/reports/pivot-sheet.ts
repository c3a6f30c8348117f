import type { Entity } from "@jipei/contract/core/entity.ts";
import { groupLabel, groupsOf } from "@jipei/contract/reports/report-fields.ts";
import { measureLabel } from "@jipei/contract/reports/measure-label.ts";
import type { PivotLayout } from "@jipei/contract/reports/report-layout.ts";
import type { PivotAnswer } from "@jipei/contract/reports/report-run.ts";
import type { WriteCell, WriteColumn, WriteSheet } from "@jipei/xlsx/write-sheet.ts";
import type { Language } from "../core/http/language.ts";

function decimalsOf({ fields }: Entity, measure: PivotLayout["measures"][number] | undefined): number {
  if (measure?.kind === "average") return 2;
  const field = measure?.kind === "sum" && measure.field ? fields[measure.field as keyof typeof fields] : undefined;
  return field?.scale ?? 0;
}

/** A pivot table as a sheet: a column for each group across the top and each measure in it. */
export function pivotSheet(
  entity: Entity,
  name: string,
  pivot: PivotLayout,
  { rows, columns, cells, rowTotals, columnTotals, totals }: PivotAnswer,
  language: Language,
): WriteSheet {
  const total = language === "zh" ? "合计" : "Total";
  const measures = pivot.measures.map((measure) => measureLabel(entity, measure)[language]);
  const heads = pivot.rows.map((group): WriteColumn => {
    const found = groupsOf(entity).find((one) => one.name === group);
    return { header: found ? groupLabel(entity, found)[language] : group, width: 24, format: "text" };
  });
  const across = pivot.columns.length === 0 ? [] : columns.map((column) => column[language].join(" "));
  const headers = [...across, ...(across.length === 0 ? [""] : [total])].flatMap((group) =>
    measures.map((measure) => (group ? `${group} ${measure}` : measure)),
  );
  const figures = headers.map((header, index): WriteColumn => {
    const decimals = decimalsOf(entity, pivot.measures[index % pivot.measures.length]);
    return { header, width: 14, format: { decimals } };
  });
  const numbers = (of: readonly (readonly (string | null)[])[]): WriteCell[] =>
    of.flat().map((value) => (value === null ? null : Number(value)));
  const line = (row: readonly (readonly (string | null)[])[], sum: readonly (string | null)[]) =>
    numbers(across.length === 0 ? [sum] : [...row, sum]);
  return {
    name,
    columns: [...heads, ...figures],
    rows: [
      ...rows.map((row, index) => [...row[language], ...line(cells[index] ?? [], rowTotals[index] ?? [])]),
      [total, ...heads.slice(1).map(() => null), ...line(columnTotals, totals)],
    ],
  };
}
