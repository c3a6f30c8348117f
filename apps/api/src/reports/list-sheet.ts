import type { WriteCell, WriteSheet } from "@jipei/xlsx/write-sheet.ts";
import { formatOf, headersOf, isNumber } from "../core/excel/export/export-columns.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Services } from "../core/foundation/services.ts";
import type { Language } from "../core/http/language.ts";
import type { Asked } from "./data-set.ts";
import { regionNames, valueOf } from "./form.ts";
import type { OpenedReport } from "./opened.ts";
import { fieldOf, readWhole } from "./rows.ts";

/** A list as a sheet, its sums below. */
export async function listSheet(
  app: Services,
  actor: Actor,
  { name, layout, dataSet }: OpenedReport,
  asked: readonly Asked[] | undefined,
  language: Language,
): Promise<WriteSheet> {
  const { rows, sums } = await readWhole(app, actor, dataSet, layout, asked, "list");
  const regions = await regionNames(app, dataSet, rows);
  const fields = layout.columns.map((column) => [column, fieldOf(dataSet, column)] as const);
  const headers = headersOf(fields, language);
  const cell = (column: string, value: unknown): WriteCell => {
    const field = fieldOf(dataSet, column);
    const shown = valueOf(field, value, language, regions);
    if (shown === null || typeof shown === "string") return shown;
    if ("day" in shown) return shown.day;
    return isNumber(field) ? Number(shown.number) : shown.number;
  };
  const isSummed = (column: string) => Object.hasOwn(sums, column) && fieldOf(dataSet, column).unitZh !== "%";
  const sumRow = fields.map(([column], index): WriteCell => {
    if (index === 0 && !isSummed(column)) return language === "zh" ? "合计" : "Total";
    return isSummed(column) ? cell(column, sums[column]) : null;
  });
  const hasSums = fields.some(([column]) => isSummed(column));
  return {
    name: name[language],
    columns: fields.map(([, field], index) => ({ header: headers[index] ?? null, width: 18, format: formatOf(field) })),
    rows: [...rows.map((row) => fields.map(([column]) => cell(column, row[column]))), ...(hasSums ? [sumRow] : [])],
  };
}
