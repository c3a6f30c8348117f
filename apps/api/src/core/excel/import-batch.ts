import type { Db } from "../db.ts";
import type { Services } from "../services.ts";
import { closedFinder } from "./import-closed.ts";
import type { Header } from "./import-columns.ts";
import { nameFinder } from "./import-names.ts";
import type { ImportParts } from "./import-parts.ts";
import { type ReadRow, rowReader } from "./import-row.ts";
import { twinFinder } from "./import-twins.ts";
import type { CellFault, ImportRow, Importer, RowFault } from "./importer.ts";
import type { SheetRow } from "./workbook.ts";

/** Reads batches of rows: cells, names, then the rules across the columns of a row and the rows of the sheet. */
export interface BatchReader {
  /** @returns the rows without a fault */
  read(batch: readonly SheetRow[]): Promise<ImportRow[]>;
  /** So far. */
  rows: number;
  faults: RowFault[];
}

/** @param free waits until the database may be asked */
export async function batchReader<X, C>(
  definition: Importer<X, C>,
  header: Header,
  parts: ImportParts,
  context: C,
  db: Db,
  free: () => Promise<void>,
  app: Services,
): Promise<BatchReader> {
  const reader = rowReader(definition, header, parts, context);
  const names = nameFinder(definition, header, db, free, app);
  const closedIn = await closedFinder(definition, db);
  const twinsOf = twinFinder(definition);
  const faults: RowFault[] = [];
  const tell = (found: RowFault) => void faults.push(found);
  const tellOf = (row: ReadRow, found: CellFault) =>
    tell({ ...found, row: row.row, ...(found.field === undefined ? {} : { text: reader.textOf(row, found.field) }) });

  /** @param wrong whether cells of the row could not be read */
  function check(row: ReadRow, wrong: boolean): CellFault[] {
    const found = wrong && !definition.checksBadRows ? [] : (definition.check?.(row.values, context) ?? []);
    return wrong ? found : [...found, ...twinsOf(row)];
  }

  const self: BatchReader = {
    rows: 0,
    faults,
    async read(batch) {
      const before = faults.length;
      const rows = batch.flatMap((source) => reader.read(source, tell) ?? []);
      self.rows += rows.length;
      await names.resolve(rows, tell);
      for (const row of rows) for (const found of closedIn(row.values)) tellOf(row, found);
      const wrong = new Set(faults.slice(before).map(({ row }) => row));
      return rows.filter((row) => {
        const found = check(row, wrong.has(row.row));
        for (const one of found) tellOf(row, one);
        return found.length === 0 && !wrong.has(row.row);
      });
    },
  };
  return self;
}
