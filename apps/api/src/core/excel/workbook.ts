import { type ColumnDef, type XlsxStreamRow, writeXlsxStream } from "hucre/xlsx";
import { parseCsv } from "hucre/csv";
import { Refusal } from "../refusal.ts";
import type { Body } from "../streams.ts";
import { WorkbookFault, readXlsx } from "./xlsx-reader.ts";

/**
 * Reading and writing of tables. Reading is our own (xlsx-reader.ts), since what users send is hostile until shown otherwise and long; for
 * writing and for text files a library stands behind this file.
 */

/** A row with its number as the spreadsheet program shows it, from 1. */
export interface SheetRow {
  row: number;
  values: readonly SheetValue[];
}
/** Dates are times in UTC. */
export type SheetValue = string | number | boolean | Date | null | undefined;

export interface ReadLimits {
  /** Greatest row number below the header. */
  rows: number;
  columns: number;
}
export const readLimits: ReadLimits = { rows: 200_000, columns: 200 };

/** Rows read between two breaths: parsing must not hold up the requests of others. */
const breath = 500;

/**
 * Rows of the first sheet that has any, in order; empty rows are skipped. Takes .xlsx and .csv (UTF-8 or GB18030).
 * @throws WORKBOOK_UNREADABLE for anything else, damaged or too large
 */
export async function* readWorkbook(bytes: Buffer, limits: ReadLimits = readLimits): AsyncGenerator<SheetRow> {
  let count = 0;
  for await (const { row, values } of rowsOf(bytes, limits.columns)) {
    if (values.every(isBlank)) continue;
    if (row > limits.rows + 20 || values.length > limits.columns)
      throw unreadable(
        `工作表超出${limits.rows}行或${limits.columns}列`,
        `the sheet has more than ${limits.rows} rows or ${limits.columns} columns`,
      );
    yield { row, values };
    if (++count % breath === 0) await new Promise(setImmediate);
  }
}

const isBlank = (value: SheetValue) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

async function* rowsOf(bytes: Buffer, columns: number): AsyncGenerator<SheetRow> {
  if (bytes.subarray(0, 8).toString("hex") === "d0cf11e0a1b11ae1")
    throw unreadable("请另存为 .xlsx 格式（未加密）后再导入", "save it as .xlsx (without password) first");
  if (bytes.subarray(0, 4).toString("hex") !== "504b0304") {
    yield* csvRows(bytes);
    return;
  }
  try {
    yield* readXlsx(bytes, columns);
  } catch (error) {
    if (error instanceof WorkbookFault)
      throw unreadable("文件已损坏、过大，或不是有效的 Excel 工作簿", "it is damaged, too large, or no Excel workbook");
    throw error;
  }
}

function* csvRows(bytes: Buffer): Generator<SheetRow> {
  const text = decode(bytes);
  if (text === null || text.includes("\u0000"))
    throw unreadable("不是 Excel 工作簿或文本文件", "neither an Excel workbook nor a text file");
  let row = 0;
  for (const values of parseCsv(text)) yield { row: ++row, values };
}

/** Chinese programs write GB18030, others UTF-8; bytes that are neither are no text. */
function decode(bytes: Buffer): string | null {
  for (const encoding of ["utf-8", "gb18030"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  return null;
}

export const unreadable = (zh: string, en: string) => new Refusal("WORKBOOK_UNREADABLE", { reason: { zh, en } });

export interface WriteColumn {
  header: string;
  /** Characters. */
  width: number;
  /** Text stays text when somebody edits the cell; numbers are right-aligned and can be summed. */
  kind: "text" | "number";
  /** Decimals shown. */
  scale?: number;
}

/**
 * A workbook as a stream: rows are pulled as fast as the receiver reads, so that its size does not matter, and none before he begins. Text is
 * always written as text and never becomes a formula.
 * @param line stands above the header
 */
export async function* writeWorkbook(
  sheet: string,
  columns: readonly WriteColumn[],
  rows: AsyncIterable<(string | number | null)[]>,
  line?: string,
): Body {
  const definitions = columns.map(({ header, width, kind, scale }): ColumnDef => ({
    ...(line === undefined && { header }),
    width,
    ...(kind === "text" ? { numFmt: "@" } : scale ? { numFmt: `0.${"0".repeat(scale)}` } : {}),
  }));
  const all = line === undefined ? rows : below([[line], columns.map(({ header }) => header)], rows);
  yield* writeXlsxStream(all as AsyncIterable<XlsxStreamRow>, {
    name: sheetName(sheet),
    columns: definitions,
    freezePane: { rows: line === undefined ? 1 : 2 },
  });
}

async function* below<T>(head: T[], rows: AsyncIterable<T>): AsyncGenerator<T> {
  yield* head;
  yield* rows;
}

/** Names of sheets have 31 characters and none of []:*?/\ */
export const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\']/g, " ")
    .slice(0, 31)
    .trim() || "Sheet1";
