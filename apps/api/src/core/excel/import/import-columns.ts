import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ImportColumn } from "@jipei/contract/core/import.ts";
import { cellText } from "@jipei/xlsx/cell-text.ts";
import type { ImportColumnSpec, ImportSpec } from "./import-definition.ts";
import type { SheetRow } from "@jipei/xlsx/sheet.ts";

/** Rows in which the header is looked for: above it stand titles and notes. */
export const headerWithin = 15;

export interface Header {
  /** Row number of the header; data begins below it. */
  row: number;
  columns: ImportColumn[];
}

/**
 * Finds the header and says which column is read into which field. The header is the row that names most fields; a cell merged from the row
 * above counts with it.
 * @param chosen columns as the user corrected them: index → field, '' for not read
 */
export function findHeader(
  entity: Entity,
  specs: readonly ImportColumnSpec[],
  rows: readonly SheetRow[],
  chosen: ReadonlyMap<number, string>,
): Header | null {
  const names = getNames(entity, specs);
  let best: { row: SheetRow; above: SheetRow | undefined; hits: number } | null = null;
  rows.slice(0, headerWithin).forEach((row, i) => {
    const hits = row.values.filter((value) => fieldNamed(names, cellText(value).text)).length;
    if (hits > (best?.hits ?? 0)) best = { row, above: rows[i - 1], hits };
  });
  const found = best as { row: SheetRow; above: SheetRow | undefined } | null;
  if (!found) return null;
  const { row, above } = found;
  const used = new Set<string>(chosen.values());
  const columns: ImportColumn[] = [];
  for (let index = 0; index < row.values.length; index++) {
    const own = cellText(row.values[index]).text;
    const header = own || (above ? cellText(above.values[index]).text : "");
    if (!header) continue;
    const guess = fieldNamed(names, header);
    const field = chosen.get(index) ?? (guess && !used.has(guess) ? guess : "");
    if (field) used.add(field);
    columns.push({ index, header: header.slice(0, 200), field });
  }
  return { row: row.row, columns };
}

type Names = ReadonlyMap<string, string>;

/** Everything a field may be called in a header. */
function getNames(entity: Entity, specs: readonly ImportColumnSpec[]): Names {
  const names = new Map<string, string>();
  for (const { field: name, synonyms = [] } of specs) {
    const field = entity.fields[name] as Field;
    for (const word of [field.zh, field.en, name, ...synonyms]) if (!names.has(bare(word))) names.set(bare(word), name);
  }
  return names;
}

/** The field a header means: its exact name, or the only longest one it contains («学员姓名» means «姓名»). */
function fieldNamed(names: Names, header: string): string | null {
  const text = bare(header);
  if (text === "" || text.length > 40) return null;
  const exact = names.get(text);
  if (exact) return exact;
  const inside = [...names]
    .filter(([word]) => word.length >= 2 && text.includes(word))
    .sort(([a], [b]) => b.length - a.length);
  return inside[0]?.[1] ?? null;
}

/** Without case, blanks, stars and what stands in brackets: «姓 名*（必填）» is «姓名». */
const bare = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[(（[【].*?[)）\]】]/g, "")
    .replace(/[\s*:：_＊]/g, "")
    .toLowerCase();

/** Whether a column must be there and be filled in every row. */
export const isNeeded = <C>(
  { entity, needs }: ImportSpec<C>,
  { field, needed }: ImportColumnSpec,
  context: C,
): boolean => (needs ? needs(field, context) : (needed ?? (entity.fields[field] as Field).need === "required"));

/** Letters of a column as spreadsheet programs show them: 0 → A, 26 → AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}
