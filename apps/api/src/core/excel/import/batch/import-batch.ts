import type { ImportBody } from "@jipei/contract/core/import.ts";
import type { Db } from "../../../database/db.ts";
import type { Actor } from "../../../foundation/actor.ts";
import type { Services } from "../../../foundation/services.ts";
import { closedFinder } from "../import-closed.ts";
import type { Header } from "../cells/import-columns.ts";
import { nameFinder } from "../cells/import-names.ts";
import type { ImportParts } from "../import-parts.ts";
import { type ReadRow, rowReader } from "../cells/import-row.ts";
import { createDuplicateFinder } from "../import-duplicates.ts";
import type { CellIssue, ImportRow, Importer, RowIssue } from "../import-definition.ts";
import type { SheetRow } from "@jipei/xlsx/sheet.ts";

/** Reads batches of rows: cells, names, then the rules across the columns of a row and the rows of the sheet. */
export interface BatchReader {
  /** @returns the rows without errors */
  read(batch: readonly SheetRow[]): Promise<ImportRow[]>;
  /** So far. */
  rows: number;
  issues: RowIssue[];
  /** What is to be confirmed. */
  notices: RowIssue[];
  /** All rows as they were read, where the list shows them: names instead of ids, and what a bad cell says. */
  shown: ImportRow[];
}

/** @param free waits until the database may be asked */
export async function batchReader<I extends ImportBody, C>(
  definition: Importer<I, C>,
  header: Header,
  parts: ImportParts,
  context: C,
  db: Db,
  free: () => Promise<void>,
  app: Services,
  actor: Actor,
): Promise<BatchReader> {
  const reader = rowReader(definition, header, parts, context);
  const names = nameFinder(definition, header, db, free, app, actor);
  const closedIn = await closedFinder(definition, db);
  const findDuplicates = createDuplicateFinder(definition);
  const issues: RowIssue[] = [];
  const notices: RowIssue[] = [];
  const addIssue = (found: RowIssue) => void issues.push(found);
  const report = (row: ReadRow, found: CellIssue): void =>
    void (found.isNotice ? notices : issues).push({
      ...found,
      row: row.row,
      ...(found.field === undefined ? {} : { text: reader.getText(row, found.field) }),
    });

  /** @param wrong whether cells of the row could not be read */
  function check(row: ReadRow, wrong: boolean): CellIssue[] {
    const found = wrong && !definition.checksBadRows ? [] : (definition.check?.(row.values, context) ?? []);
    return wrong ? found : [...found, ...findDuplicates(row)];
  }

  const toShown = (row: ReadRow): ImportRow => ({
    row: row.row,
    values: Object.fromEntries(
      Object.entries(row.values).map(([name, value]) => [name, value ?? (reader.getText(row, name) || null)]),
    ),
  });

  const self: BatchReader = {
    rows: 0,
    issues,
    notices,
    shown: [],
    async read(batch) {
      const before = issues.length;
      const rows = batch.flatMap((source) => reader.read(source, addIssue) ?? []);
      self.rows += rows.length;
      if (definition.preview) self.shown.push(...rows.map(toShown));
      await names.resolve(rows, addIssue);
      for (const row of rows) for (const found of closedIn(row.values)) report(row, found);
      const wrong = new Set(issues.slice(before).map(({ row }) => row));
      return rows.filter((row) => {
        const found = check(row, wrong.has(row.row));
        for (const one of found) report(row, one);
        return !wrong.has(row.row) && found.every(({ isNotice }) => isNotice);
      });
    },
  };
  return self;
}
