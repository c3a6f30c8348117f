import { type Header, findHeader, headerWithin } from "./cells/import-columns.ts";
import type { ImportParts } from "./import-parts.ts";
import type { ImportSpec } from "./import-definition.ts";
import { type Reading, type SheetRow, newReading } from "@jipei/xlsx/sheet.ts";
import { readSheet, unreadable } from "../read-sheet.ts";

/** Rows that go through an import together: fewer cost time, more cost memory (bench/README.md). */
const batchSize = 500;

/** A sheet whose header is found. */
export interface Sheet {
  header: Header;
  /** The header and what stands above it. */
  head: SheetRow[];
  /** The rows below, as they are read. */
  batches: AsyncIterable<SheetRow[]>;
  reading: Readonly<Reading>;
}

/** @throws WORKBOOK_UNREADABLE, also where no row looks like a header */
export async function openSheet(definition: ImportSpec, bytes: Buffer, parts: ImportParts): Promise<Sheet> {
  const reading = newReading();
  const rows = readSheet(bytes, reading);
  const first: SheetRow[] = [];
  for (let next = await rows.next(); !next.done; next = await rows.next())
    if (first.push(next.value) === headerWithin) break;
  const header = findHeader(definition.entity, definition.columns, first, parts.mapping);
  if (!header) throw unreadable("找不到表头，请使用模板", "no header was found; use the template");
  return {
    header,
    reading,
    head: first.filter(({ row }) => row <= header.row),
    batches: batches(
      first.filter(({ row }) => row > header.row),
      rows,
    ),
  };
}

async function* batches(first: SheetRow[], rest: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow[]> {
  let batch = first;
  for await (const row of rest) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
