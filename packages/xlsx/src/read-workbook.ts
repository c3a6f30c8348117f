import { detectDelimiter, parseCsv } from "hucre/csv";
import { type Reading, type SheetRow, WorkbookError, isBlank, newReading } from "./sheet.ts";
import { readXlsx, refuseOldFormat } from "./xlsx-reader.ts";

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
 * @param reading is told what is known meanwhile
 * @throws WorkbookError for anything else, damaged or too large
 */
export async function* readWorkbook(
  bytes: Buffer,
  limits: ReadLimits = readLimits,
  reading: Reading = newReading(),
): AsyncGenerator<SheetRow> {
  let count = 0;
  for await (const row of getRows(bytes, limits.columns, reading)) {
    if (row.row > limits.rows + 20 || row.values.length > limits.columns)
      throw new WorkbookError("tooManyCells", { row: row.row });
    yield row;
    if (++count % rowsPerTurn === 0) await new Promise(setImmediate);
  }
}

async function* getRows(bytes: Buffer, columns: number, reading: Reading): AsyncGenerator<SheetRow> {
  refuseOldFormat(bytes);
  if (bytes.subarray(0, 4).toString("hex") !== "504b0304") {
    yield* csvRows(bytes, reading);
    return;
  }
  yield* readXlsx(bytes, columns, reading);
}

function* csvRows(bytes: Buffer, reading: Reading): Generator<SheetRow> {
  const text = decode(bytes);
  if (text === null || text.includes("\u0000")) throw new WorkbookError("noTable");
  if (/^\s*<(?:!|\?|html|table|meta|workbook)/i.test(text)) throw new WorkbookError("markup");
  const delimiter = detectDelimiter(text);
  if (endsWithinQuotes(text, delimiter)) throw new WorkbookError("openQuote");
  const lines = parseCsv(text, { delimiter });
  for (const [i, values] of lines.entries()) {
    reading.part = i / lines.length;
    if (!values.every(isBlank)) yield { row: i + 1, values };
  }
}

/** Whether a quoted field never ends: what follows would all be taken for its text. */
function endsWithinQuotes(text: string, delimiter: string): boolean {
  const quoted = new RegExp(`(?:^|[\\r\\n${delimiter}])"[^"]*(?:""[^"]*)*("?)`, "g");
  for (const [, end] of text.matchAll(quoted)) if (end === "") return true;
  return false;
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
