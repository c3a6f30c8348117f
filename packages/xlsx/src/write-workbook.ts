import { type ColumnDef, type XlsxStreamRow, writeXlsxStream } from "hucre/xlsx";

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
 * A workbook as a stream: rows are pulled as fast as the receiver reads, so that its size does not matter, and none before it begins. Text is
 * always written as text and never becomes a formula.
 * @param line stands above the header
 */
export async function* writeWorkbook(
  sheet: string,
  columns: readonly WriteColumn[],
  rows: AsyncIterable<(string | number | null)[]>,
  line?: string,
): AsyncGenerator<Uint8Array> {
  const definitions = columns.map((column): ColumnDef => ({
    ...(line === undefined && { header: column.header }),
    width: column.width,
    ...getNumberFormat(column),
  }));
  const all = line === undefined ? rows : below([[line], columns.map(({ header }) => header)], rows);
  yield* writeXlsxStream(all as AsyncIterable<XlsxStreamRow>, {
    name: sheetName(sheet),
    columns: definitions,
    freezePane: { rows: line === undefined ? 1 : 2 },
  });
}

function getNumberFormat({ kind, scale }: WriteColumn): Pick<ColumnDef, "numFmt"> {
  if (kind === "text") return { numFmt: "@" };
  return scale ? { numFmt: `0.${"0".repeat(scale)}` } : {};
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
