/** A row with its number as the spreadsheet program shows it, from 1. */
export interface SheetRow {
  row: number;
  values: readonly SheetValue[];
}
/** Dates are times in UTC. */
export type SheetValue = string | number | boolean | Date | null | undefined;

/**
 * Why a file cannot be read: `oldFormat` is the binary format, in which encrypted workbooks come as well; `noTable` is neither a
 * workbook nor text; `damaged` is broken, hostile or too large when unpacked; `tooManyCells` has more rows or columns than are taken.
 */
export type WorkbookErrorKind = "oldFormat" | "noTable" | "damaged" | "tooManyCells";

/** The file cannot be read. */
export class WorkbookError extends Error {
  readonly kind: WorkbookErrorKind;

  constructor(kind: WorkbookErrorKind, message: string = kind) {
    super(message);
    this.kind = kind;
  }
}
