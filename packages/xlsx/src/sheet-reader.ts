import { type TagReader, attribute, eachAttribute, getText } from "./xml.ts";
import {
  type Merged,
  type SheetRow,
  type SheetValue,
  WorkbookError,
  type WorkbookFault,
  columnLetters,
} from "./sheet.ts";

/** What cells refer to. */
export interface SheetContext {
  sharedStrings: readonly string[];
  /** Whether the format of that index shows a date. */
  dateFormats: readonly boolean[];
  /** Days are counted from 1904 (Excel for Mac). */
  since1904: boolean;
  /** Greatest number of columns. */
  columns: number;
}

/** Types of cells by what is done with their text. */
const types = { number: 0, shared: 1, text: 2, boolean: 3, plain: 4 } as const;
type CellType = (typeof types)[keyof typeof types];

/**
 * Reads the tags of a worksheet into rows, which it puts into `rows` as they are complete, and merges over several rows into `merged`. What is there but cannot be read is never left blank.
 * @throws WorkbookError from its functions
 */
export function sheetReader(context: SheetContext, rows: SheetRow[], merged: Merged[] = []): TagReader {
  let row = 0;
  let isHidden = false;
  let values: SheetValue[] = [];
  // As the cell itself names it; 0 where it does not.
  let rowOfCell = 0;
  let column = 0;
  let type: CellType = types.number;
  let format = -1;
  let value: SheetValue = null;
  // Phonetic guides are beside the text they explain, and are skipped.
  let inGuide = false;
  let hasFormula = false;

  const fault = (kind: WorkbookFault) => new WorkbookError(kind, { row, cell: `${columnLetters(column)}${row}` });

  const cellAttribute = (bytes: Buffer, name: number, nameEnd: number, start: number, end: number): void => {
    if (nameEnd - name !== 1) return;
    switch (bytes[name]) {
      case 0x72: {
        // r
        const letters = lettersEnd(bytes, start, end);
        rowOfCell = wholeNumber(bytes, letters, end);
        if (letters === start) rowOfCell = -1;
        else column = getColumn(bytes, start, letters);
        return;
      }
      case 0x73: // s
        format = wholeNumber(bytes, start, end);
        return;
      case 0x74: // t
        type = getType(bytes, start, end);
    }
  };

  const reader: TagReader = {
    wantsText: false,
    open(name, at) {
      switch (name) {
        case "c":
          type = types.number;
          format = -1;
          value = null;
          hasFormula = false;
          rowOfCell = 0;
          eachAttribute(at, cellAttribute);
          if (column >= context.columns) throw fault("tooManyCells");
          if (rowOfCell !== 0 && rowOfCell !== row) throw fault("cell");
          if (column < values.length) throw fault("doubledCell");
          if (format >= context.dateFormats.length && context.dateFormats.length > 0) throw fault("missingFormat");
          return;
        case "f":
          hasFormula = true;
          return;
        case "v":
        case "t":
          reader.wantsText = !inGuide;
          return;
        case "row": {
          const number = attribute(at, "r");
          const next = number === undefined ? row + 1 : Number(number);
          if (!Number.isInteger(next) || next < 1) throw new WorkbookError("row", { after: row });
          if (next <= row) throw new WorkbookError("doubledRow", { row: next });
          row = next;
          isHidden = isTrue(attribute(at, "hidden"));
          values = [];
          column = 0;
          return;
        }
        case "mergeCell": {
          const ref = attribute(at, "ref") ?? "";
          const [first = 0, last = first] = (ref.match(/\d+/g) ?? []).map(Number);
          if (last > first) merged.push({ ref, lastRow: last });
          return;
        }
        case "rPh":
          inGuide = true;
      }
    },
    text(at, isData) {
      if (type === types.shared) {
        const text = context.sharedStrings[wholeNumber(at.bytes, at.start, at.end)];
        if (text === undefined || value !== null) throw fault("missingText");
        value = text;
      } else value = ((value as string | null) ?? "") + getText(at, isData);
    },
    close(name) {
      switch (name) {
        case "v":
        case "t":
          reader.wantsText = false;
          return;
        case "c":
          if (hasFormula && value === null && type !== types.text) throw fault("formulaWithoutValue");
          while (values.length < column) values.push(null);
          values[column] = cellValue(context, type, format, value);
          column++;
          return;
        case "row":
          rows.push(isHidden ? { row, values, isHidden } : { row, values });
          return;
        case "rPh":
          inGuide = false;
      }
    },
  };
  return reader;
}

const isLetter = (byte: number) => byte >= 65 && byte <= 90;

/** How XML says yes. */
export const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";

/** Where the letters of a reference such as `AB12` end. */
function lettersEnd(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && isLetter(bytes[at] as number)) at++;
  return at;
}

/** The column that letters name, from 0. */
function getColumn(bytes: Buffer, start: number, end: number): number {
  let column = 0;
  for (let i = start; i < end; i++) column = Math.min(column * 26 + (bytes[i] as number) - 64, beyondColumns);
  return column - 1;
}

/** More than any sheet has. */
const beyondColumns = 16_385;

function wholeNumber(bytes: Buffer, start: number, end: number): number {
  let number = 0;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] as number) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** By first letter and length, since every cell has one: s, str, inlineStr, b, e, d, n. */
function getType(bytes: Buffer, start: number, end: number): CellType {
  switch (bytes[start]) {
    case 0x73:
      return end - start === 1 ? types.shared : types.text;
    case 0x69:
      return types.text;
    case 0x62:
      return types.boolean;
    case 0x65:
    case 0x64:
      return types.plain;
    default:
      return types.number;
  }
}

function cellValue(context: SheetContext, type: CellType, format: number, value: SheetValue): SheetValue {
  if (value === null || type === types.shared || type === types.plain) return value;
  const text = value as string;
  if (type === types.text) return withoutEscapes(text);
  if (type === types.boolean) return isTrue(text);
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number)) return text;
  return format >= 0 && context.dateFormats[format] ? getDate(number, context.since1904) : number;
}

/** Characters that XML cannot hold are written as _x000A_. */
export const withoutEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;

const day = 86_400_000;

/** A serial number of days as a time in UTC, to the second. Excel counts a 29th of February 1900, which never was. */
export function getDate(serial: number, since1904: boolean): Date {
  const epoch = since1904 ? 24_107 : 25_569 - (serial < 60 ? 1 : 0);
  const days = serial - epoch;
  return new Date(Math.round((days * day) / 1000) * 1000);
}

/** Number formats that show dates, of those every program knows. */
const builtIn = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
]);

/** @param code format code of one's own; text in quotes or brackets and escaped letters are not part of it */
export const showsDate = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? builtIn.has(id)
    : /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, "").replace(/general/gi, ""));
