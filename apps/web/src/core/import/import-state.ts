import type { ImportCell, ImportColumn, ImportReport } from "@jipei/contract/core/import.ts";

/** Changes of the user between two dry runs; sent with the file each time, so that the server stores nothing. */
export interface ImportEdits {
  /** Field by index of the columns that the user has chosen one for; '' is not read. The others are as the server reads their headers. */
  mapping: ReadonlyMap<number, string>;
  /** Value by row and field. */
  corrections: ReadonlyMap<string, { row: number; field: string; value: string }>;
}
export const noEdits: ImportEdits = { mapping: new Map(), corrections: new Map() };

const getKey = (cell: Pick<ImportCell, "row" | "field">) => `${cell.row}/${cell.field ?? ""}`;

/** A field can be read from one column only: giving it to another takes it from the first. */
export function mapColumn(
  edits: ImportEdits,
  columns: readonly ImportColumn[],
  index: number,
  field: string,
): ImportEdits {
  const mapping = new Map(edits.mapping);
  if (field !== "")
    for (const column of columns)
      if ((edits.mapping.get(column.index) ?? column.field) === field) mapping.set(column.index, "");
  mapping.set(index, field);
  return { ...edits, mapping };
}

export function correct(edits: ImportEdits, cell: ImportCell, value: string): ImportEdits {
  if (!cell.field) return edits;
  const corrections = new Map(edits.corrections);
  corrections.set(getKey(cell), { row: cell.row, field: cell.field, value });
  return { ...edits, corrections };
}

/** The value that a cell would be sent with: corrected, or the original. */
export const findCorrection = (edits: ImportEdits, cell: ImportCell): string | null =>
  edits.corrections.get(getKey(cell))?.value ?? null;

/** Takes every suggestion that the user has not overridden. */
export const takeSuggestions = (edits: ImportEdits, cells: readonly ImportCell[]): ImportEdits =>
  cells.reduce(
    (all, cell) => (cell.suggestion && findCorrection(all, cell) === null ? correct(all, cell, cell.suggestion) : all),
    edits,
  );

/** The parts of the multipart body beside the file. */
export function findParts({ mapping, corrections }: ImportEdits): { mapping?: string; corrections?: string } {
  return {
    ...(mapping.size > 0 && { mapping: JSON.stringify([...mapping].map(([index, field]) => ({ index, field }))) }),
    ...(corrections.size > 0 && { corrections: JSON.stringify([...corrections.values()]) }),
  };
}

/** Confirms a notice, or takes that back. */
export function confirm(confirmed: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(confirmed);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}

/** The part of the body that says what was confirmed. */
export const findConfirmed = (confirmed: ReadonlySet<string>): { confirmed?: string } =>
  confirmed.size > 0 ? { confirmed: JSON.stringify([...confirmed]) } : {};

/** Whether the sheet was checked as it stands, has no bad cell, and everything that is to be confirmed is. */
export const canCommit = (report: ImportReport | null, edited: boolean, confirmed: ReadonlySet<string>): boolean =>
  report !== null &&
  !edited &&
  report.bad === 0 &&
  report.good > 0 &&
  report.notices.every(({ key }) => confirmed.has(key));

/** 0 → A, 26 → AA: columns as a spreadsheet program names them. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}
