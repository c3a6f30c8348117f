/** A row with its number as the spreadsheet program shows it, from 1. */
export interface SheetRow {
  row: number;
  values: readonly SheetValue[];
  /** Whoever looks at the sheet does not see it. */
  isHidden?: true;
}
/** Dates are times in UTC. */
export type SheetValue = string | number | boolean | Date | null | undefined;

export const isBlank = (value: SheetValue): boolean =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

/** What is known of a workbook while its rows are read. */
export interface Reading {
  /** How much of the sheet is read, from 0 to 1. */
  part: number;
  /** The name of the sheet; null for a text file. */
  sheet: string | null;
  /** Other sheets that are not hidden and have rows: known once all rows are read. */
  others: string[];
  /** Cells merged over several rows, of which only the first has a value: known once all rows are read. */
  merged: Merged[];
}
/** A merge as the spreadsheet program shows it (`A2:B5`), and its last row. */
export interface Merged {
  ref: string;
  lastRow: number;
}
export const newReading = (): Reading => ({ part: 0, sheet: null, others: [], merged: [] });

/** Letters of a column as spreadsheet programs show them: 0 → A, 26 → AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}

/** What is wrong with the file as a whole. */
type FileFault =
  /** The binary format of Excel 97 to 2003. */
  | "oldFormat"
  | "binaryFormat"
  /** It opens with a password. */
  | "encrypted"
  | "empty"
  /** Markup, as programs write that call a web page a workbook. */
  | "markup"
  /** Neither a workbook nor text. */
  | "noTable"
  | "noWorkbook"
  | "noSheet"
  /** A text file ends within quotes. */
  | "openQuote"
  /** More rows or columns than are taken. */
  | "tooManyCells";

/** What is wrong with the archive that a workbook is, or with one of its parts. */
type ArchiveFault =
  | "noDirectory"
  | "directory"
  | "tooManyParts"
  | "tooLarge"
  | "packedTooWell"
  | "doubledPart"
  | "missingPart"
  | "damagedPart"
  | "cutOffPart"
  | "packing"
  | "partSize"
  | "checksum";

/** What is wrong with the XML of a part. */
type MarkupFault = "documentType" | "encoding" | "tags" | "unfinishedPart";

/** What is wrong with the rows of a sheet, or with what they refer to. */
type SheetFault =
  | "row"
  | "doubledRow"
  | "cell"
  | "doubledCell"
  | "missingText"
  | "missingFormat"
  | "formulaWithoutValue";

export type WorkbookFault = FileFault | ArchiveFault | MarkupFault | SheetFault;

/** Where a fault is, as far as it is known. */
export interface FaultPlace {
  sheet?: string;
  /** Of the archive. */
  part?: string;
  row?: number;
  /** As the spreadsheet program shows it: `C7`. */
  cell?: string;
  /** The last row that could be read, where the fault is somewhere behind it. */
  after?: number;
}

/** The file cannot be read, or not as a whole: nothing of it may be taken. */
export class WorkbookError extends Error {
  readonly fault: WorkbookFault;
  readonly place: FaultPlace;

  constructor(fault: WorkbookFault, place: FaultPlace = {}) {
    super(`${fault} ${JSON.stringify(place)}`);
    this.fault = fault;
    this.place = place;
  }

  /** The same fault with more about its place. */
  at(place: FaultPlace): WorkbookError {
    return new WorkbookError(this.fault, { ...this.place, ...place });
  }
}
