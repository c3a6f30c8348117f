import { type Cell, type CellValue, writeXlsx } from "hucre/xlsx";
import type { Analysis } from "./import-analysis.ts";
import type { ImportParts } from "./import-parts.ts";
import type { Language } from "../../http/language.ts";

/** Rows of a marked sheet; of a longer one only the bad rows are given back. */
const maxRows = 20_000;

/** The sheet as it was sent, with the user's corrections, bad cells coloured, and the reason as a note on each. */
export async function markedWorkbook(analysis: Analysis, parts: ImportParts, language: Language): Promise<Buffer> {
  const { sheet, issues: faults, header } = analysis;
  const indexes = new Map(header.columns.flatMap(({ index, field }) => (field ? [[field, index] as const] : [])));
  const badRows = new Set(faults.map((one) => one.row));
  const kept =
    sheet.length <= maxRows
      ? sheet
      : sheet.filter(({ row }) => row <= header.row || badRows.has(row)).slice(0, maxRows);
  const place = new Map(kept.map(({ row }, index) => [row, index]));
  const rows = kept.map(({ row, values }) => corrected(row, values as CellValue[], parts, indexes));
  const notes = new Map<string, string[]>();
  for (const { row, field, issue: fault } of faults) {
    const at = place.get(row);
    if (at === undefined) continue;
    const key = `${at},${indexes.get(field ?? "") ?? 0}`;
    notes.set(key, [...(notes.get(key) ?? []), fault[language]]);
  }
  const cells = new Map<string, Partial<Cell>>();
  for (const [key, reasons] of notes) {
    const [row = 0, col = 0] = key.split(",").map(Number);
    const value = rows[row]?.[col] ?? null;
    cells.set(key, {
      value: value instanceof Date ? value.toISOString().slice(0, 10) : value,
      style: badStyle,
      comment: { text: reasons.join("\n") },
    });
  }
  return Buffer.from(await writeXlsx({ sheets: [{ name: language === "zh" ? "标错" : "Marked", rows, cells }] }));
}

function corrected(
  row: number,
  values: readonly CellValue[],
  parts: ImportParts,
  indexes: ReadonlyMap<string, number>,
): CellValue[] {
  const copy = [...values];
  for (const [field, index] of indexes) {
    const correction = parts.corrections.get(`${row}/${field}`);
    if (correction !== undefined) copy[index] = correction;
  }
  return copy;
}

const badStyle = { fill: { type: "pattern", pattern: "solid", fgColor: { rgb: "FFD9D9" } } } as const;
