import { fault } from "@jipei/contract/core/fault.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { ImportReport } from "@jipei/contract/core/import.ts";
import type { Actor } from "../actor.ts";
import type { Services } from "../services.ts";
import { batchReader } from "./import-batch.ts";
import { type Header, isNeeded } from "./import-columns.ts";
import { fillStage } from "./import-filling.ts";
import type { ImportParts } from "./import-parts.ts";
import { reportOf, stagedTexts } from "./import-report.ts";
import { openSheet } from "./import-sheet.ts";
import type { Stage, Staging } from "./import-stage.ts";
import type { Importer, RowFault } from "./importer.ts";
import { type SheetRow, unreadable } from "./workbook.ts";

/** Bad cells after which a sheet is not worth reading on. */
const maxBad = 50_000;

export interface Analysis {
  report: ImportReport;
  header: Header;
  faults: readonly RowFault[];
  sheet: SheetRow[];
  /** The good rows. */
  stage: Stage;
}

/**
 * Reads and checks a sheet. Its rows go through in batches, from the file into the stage, so that memory does not grow with them; what is
 * asked of all rows together is asked of the stage.
 * @param keepSheet keeps the cells as they were, for marking them
 * @throws WORKBOOK_UNREADABLE
 */
export async function analyse<X, C>(
  definition: Importer<X, C>,
  staging: Staging,
  actor: Actor,
  bytes: Buffer,
  parts: ImportParts,
  context: C,
  app: Services,
  keepSheet = false,
): Promise<Analysis> {
  const { entity, columns, derived = [], maxRows = 100_000 } = definition;
  const { tx } = staging;
  const { header, head, batches } = await openSheet(definition, bytes, parts);
  const mapped = new Set(header.columns.map((column) => column.field));
  const fields = [
    ...new Set([...columns.map((column) => column.field).filter((field) => mapped.has(field)), ...derived]),
  ];
  await using filling = await fillStage(app, staging, entity, fields, bytes.length);
  const reader = await batchReader(definition, header, parts, context, tx, filling.still, app);
  const missing = missingColumns(definition, header, context);
  const sheet = keepSheet ? head : [];
  let rows = 0;
  for await (const batch of batches) {
    if (keepSheet) sheet.push(...batch);
    // Without a needed column every row would be wrong, in the same way.
    if (missing.length === 0) await filling.add(await reader.read(batch));
    rows = missing.length === 0 ? reader.rows : rows + batch.length;
    if (rows > maxRows) throw unreadable(`数据超过${maxRows}行`, `more than ${maxRows} rows`);
    if (reader.faults.length > maxBad)
      throw unreadable("错误过多，请核对模板", "too many mistakes; compare it with the template");
  }
  const stage = await filling.done();
  const { existing, faults: later } =
    stage.rows > 0 && definition.verify
      ? await definition.verify(tx, actor, stage, context, app)
      : { existing: 0, faults: [] };
  const faults = [...missing, ...reader.faults, ...later];
  const good = missing.length > 0 ? 0 : rows - new Set(faults.map(({ row }) => row)).size;
  return {
    header,
    faults,
    sheet,
    stage,
    report: await reportOf(header, { all: rows, good, existing }, faults, stagedTexts(tx, app.cipher, entity)),
  };
}

function missingColumns<C>(definition: Importer<any, C>, header: Header, context: C): RowFault[] {
  const mapped = new Set(header.columns.map((column) => column.field));
  return definition.columns
    .filter((spec) => !mapped.has(spec.field) && isNeeded(definition, spec, context))
    .map(({ field }) => {
      const { zh, en } = definition.entity.fields[field] as Field;
      return {
        row: header.row,
        field,
        text: "",
        fault: fault("NO_COLUMN", `缺少“${zh}”列`, `The column “${en}” is missing`),
      };
    });
}
