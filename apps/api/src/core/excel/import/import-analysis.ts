import { issue } from "@jipei/contract/core/issue.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ImportBody, ImportReport } from "@jipei/contract/core/import.ts";
import type { Actor } from "../../foundation/actor.ts";
import type { Services } from "../../foundation/services.ts";
import { batchReader } from "./batch/import-batch.ts";
import { type Header, isNeeded } from "./cells/import-columns.ts";
import { findDifferences, noDifferences } from "./import-existing.ts";
import { fillStage } from "./cells/import-filling.ts";
import { headerNotices, hiddenRows, rowNotices, sheetNotices } from "./import-notices.ts";
import type { ImportParts } from "./import-parts.ts";
import { buildReport, stagedTexts } from "./import-report.ts";
import { openSheet } from "./import-sheet.ts";
import type { Stage, Staging } from "./import-stage.ts";
import type { ImportSource, ImportSpec, Importer, RowIssue } from "./import-definition.ts";
import { findFileIssues } from "./import-files.ts";
import { buildPreviews } from "./import-preview.ts";
import type { SheetRow } from "@jipei/xlsx/sheet.ts";
import { unreadable } from "../read-sheet.ts";

/** Bad cells after which a sheet is not worth reading on: three in each of 100,000 rows. */
const maxBad = 300_000;

export interface Analysis {
  report: ImportReport;
  header: Header;
  issues: readonly RowIssue[];
  sheet: SheetRow[];
  /** The good rows. */
  stage: Stage;
}

/** What is analysed, and for whom. */
export interface Analysed<C> {
  actor: Actor;
  source: ImportSource;
  parts: ImportParts;
  context: C;
  app: Services;
  /** Keeps the cells as they were, for marking them. */
  keepSheet?: boolean;
  /** Adds how the rows will look, where the list shows that. */
  previews?: boolean;
  /** Told of rows as they are checked, and of the part of the work that is done, from 0 to 1. */
  checked?: (rows: number, part: number) => Promise<void>;
}

/**
 * Reads and checks a sheet. Its rows go through in batches, from the file into the stage, so that memory does not grow with them; what is
 * asked of all rows together is asked of the stage.
 * @throws WORKBOOK_UNREADABLE
 */
export async function analyse<I extends ImportBody, C>(
  definition: Importer<I, C>,
  staging: Staging,
  { actor, source, parts, context, app, keepSheet = false, previews = false, checked = async () => {} }: Analysed<C>,
): Promise<Analysis> {
  const { entity, columns, derived = [], maxRows = 100_000 } = definition;
  const { tx } = staging;
  // The part of the work that reading is.
  const reads = definition.isSlow ? 0.1 : 1;
  const { header, head, batches, reading } = await openSheet(definition, source.bytes, parts);
  const mapped = new Set(header.columns.map((column) => column.field));
  const fields = [
    ...new Set([...columns.map((column) => column.field).filter((field) => mapped.has(field)), ...derived]),
  ];
  await using filling = await fillStage(app, staging, entity, fields, source.bytes.length);
  const reader = await batchReader(definition, header, parts, context, tx, filling.settled, app, actor);
  const missing = missingColumns(definition, header, context);
  const sheet = keepSheet ? head : [];
  const hidden: number[] = [];
  let rows = 0;
  for await (const batch of batches) {
    if (keepSheet) sheet.push(...batch);
    for (const { row, isHidden } of batch) if (isHidden) hidden.push(row);
    // Without a needed column every row would be wrong, in the same way.
    if (missing.length === 0) await filling.add(await reader.read(batch));
    rows = missing.length === 0 ? reader.rows : rows + batch.length;
    if (rows > maxRows) throw unreadable(`数据超过${maxRows}行`, `more than ${maxRows} rows`);
    if (reader.issues.length > maxBad)
      throw unreadable("错误过多，请核对模板", "too many mistakes; compare it with the template");
    await checked(rows, reading.part * reads);
  }
  const stage = await filling.done();
  const found =
    stage.rows > 0 && definition.verify
      ? await definition.verify(tx, actor, stage, context, app, (part) => checked(rows, reads + (1 - reads) * part))
      : [];
  const told = (source.issues ?? []).filter(({ row, field }) => !parts.corrections.has(`${row}/${field}`));
  const files = source.files ?? [];
  const all = [...missing, ...told, ...(await findFileIssues(app, actor, files)), ...reader.issues, ...found];
  const issues = all.filter(({ isNotice }) => !isNotice);
  const wrong = new Set(issues.map(({ row }) => row));
  const differences =
    stage.rows > 0 && definition.existing
      ? await findDifferences(tx, actor, entity, definition.existing, stage, [...wrong], app)
      : noDifferences;
  return {
    header,
    issues,
    sheet,
    stage,
    report: await buildReport(
      header,
      {
        rows,
        good: missing.length > 0 ? 0 : rows - wrong.size,
        ...differences,
        issues,
        previews: previews && definition.preview ? buildPreviews(definition, reader.shown, files) : [],
        notices: [
          ...sheetNotices(reading, header),
          ...headerNotices(definition, header),
          ...rowNotices([...hiddenRows(hidden), ...reader.notices, ...all.filter(({ isNotice }) => isNotice)]),
        ],
      },
      stagedTexts(tx, app.cipher, entity),
    ),
  };
}

function missingColumns<C>(definition: ImportSpec<C>, header: Header, context: C): RowIssue[] {
  const mapped = new Set(header.columns.map((column) => column.field));
  return definition.columns
    .filter((spec) => !mapped.has(spec.field) && isNeeded(definition, spec, context))
    .map(({ field }) => {
      const { zh, en } = definition.entity.fields[field] as Field;
      return {
        row: header.row,
        field,
        text: "",
        issue: issue("NO_COLUMN", `缺少“${zh}”列`, `The column “${en}” is missing`),
      };
    });
}
