import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { cellText } from "@jipei/xlsx/cell-text.ts";
import type { ImportColumnSpec, ImportSpec } from "../import-definition.ts";
import { type Names, getNames, guessField, namedExactly } from "./import-headers.ts";
import type { SheetRow } from "@jipei/xlsx/sheet.ts";

/** Rows in which the header is looked for: above it stand titles and notes. */
export const headerWithin = 15;

/** How a column came to its field: its header is the name, resembles it, or the user chose; or it is not read. */
type Match = "exact" | "guessed" | "chosen" | "none";

export interface HeaderColumn {
  /** From 0. */
  index: number;
  header: string;
  /** '' where it is not read. */
  field: string;
  match: Match;
}

export interface Header {
  /** Row number of the header; data begins below it. */
  row: number;
  columns: HeaderColumn[];
  /** Columns whose header names a field that another column is read into. */
  doubled: { index: number; header: string; field: string }[];
}

/**
 * Finds the header and says which column is read into which field. The header is the row that names most fields; a cell merged from the row
 * above counts with it. What the user chose comes first, then exact names wherever they stand, then those that resemble one.
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
    const hits = row.values.reduce<number>((sum, value) => sum + weigh(names, cellText(value).text), 0);
    if (hits > (best?.hits ?? 0)) best = { row, above: rows[i - 1], hits };
  });
  const found = best as { row: SheetRow; above: SheetRow | undefined } | null;
  return found && { row: found.row.row, ...matched(names, headersOf(found.row, found.above), chosen) };
}

/** Exact names count twice, so that no line of explanations is taken for the header. */
function weigh(names: Names, header: string): number {
  if (namedExactly(names, header)) return 2;
  return guessField(names, header) ? 1 : 0;
}

interface Cell {
  index: number;
  header: string;
  /** What stands above several columns and says whose they are. */
  group: string;
}

function headersOf({ values }: SheetRow, above: SheetRow | undefined): Cell[] {
  const upper = (above?.values ?? []).map((value) => cellText(value).text);
  // A single text above is the title of the sheet.
  const hasGroups = upper.filter(Boolean).length > 1;
  let group = "";
  return Array.from({ length: Math.max(values.length, upper.length) }, (_, index): Cell => {
    const own = cellText(values[index]).text;
    const over = upper[index] ?? "";
    if (hasGroups && over) group = own ? over : "";
    return { index, header: own || over, group: own && hasGroups ? group : "" };
  }).filter(({ header }) => header !== "");
}

function matched(
  names: Names,
  cells: readonly Cell[],
  chosen: ReadonlyMap<number, string>,
): Pick<Header, "columns" | "doubled"> {
  const used = new Set<string>(chosen.values());
  const doubled: Header["doubled"] = [];
  const fields = new Map<number, { field: string; match: Match }>();
  for (const { index } of cells)
    if (chosen.has(index)) fields.set(index, { field: chosen.get(index) ?? "", match: "chosen" });
  const take = (cell: Cell, field: string | null, match: Match): void => {
    if (!field || fields.has(cell.index)) return;
    if (!used.has(field)) fields.set(cell.index, { field, match });
    else if (match === "exact") doubled.push({ index: cell.index, header: cell.header, field });
    used.add(field);
  };
  for (const cell of cells) if (!cell.group) take(cell, namedExactly(names, cell.header), "exact");
  for (const cell of cells) take(cell, guessField(names, cell.group + cell.header), "guessed");
  return {
    doubled: doubled.filter(({ index }) => !fields.has(index)),
    columns: cells.map(({ index, header, group }) => ({
      index,
      header: (group ? `${group} ${header}` : header).slice(0, 200),
      ...(fields.get(index) ?? { field: "", match: "none" }),
    })),
  };
}

/** Whether a column must be there and be filled in every row. */
export const isNeeded = <C>(
  { entity, needs }: ImportSpec<C>,
  { field, needed }: ImportColumnSpec,
  context: C,
): boolean => (needs ? needs(field, context) : (needed ?? (entity.fields[field] as Field).need === "required"));
