import { parseCsv } from "hucre/csv";
import { type SheetRow, type SheetValue, WorkbookError } from "./sheet.ts";
import { readXlsx } from "./xlsx-reader.ts";

export interface ReadLimits {
  /** Greatest row number below the header. */
  rows: number;
  columns: number;
}
export const readLimits: ReadLimits = { rows: 200_000, columns: 200 };

/** Rows read before other requests get their turn: parsing must not block the event loop. */
const rowsPerTurn = 500;

/**
 * Rows of the first sheet that has any, in order; empty rows are skipped. Takes .xlsx and .csv (UTF-8 or GB18030).
 * @throws WorkbookError for anything else, damaged or too large
 */
export async function* readWorkbook(bytes: Buffer, limits: ReadLimits = readLimits): AsyncGenerator<SheetRow> {
  let count = 0;
  for await (const { row, values } of getRows(bytes, limits.columns)) {
    if (values.every(isBlank)) continue;
    if (row > limits.rows + 20 || values.length > limits.columns) throw new WorkbookError("tooManyCells");
    yield { row, values };
    if (++count % rowsPerTurn === 0) await new Promise(setImmediate);
  }
}

const isBlank = (value: SheetValue) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

async function* getRows(bytes: Buffer, columns: number): AsyncGenerator<SheetRow> {
  if (bytes.subarray(0, 8).toString("hex") === "d0cf11e0a1b11ae1") throw new WorkbookError("oldFormat");
  if (bytes.subarray(0, 4).toString("hex") !== "504b0304") {
    yield* csvRows(bytes);
    return;
  }
  yield* readXlsx(bytes, columns);
}

function* csvRows(bytes: Buffer): Generator<SheetRow> {
  const text = decode(bytes);
  if (text === null || text.includes("\u0000")) throw new WorkbookError("noTable");
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
