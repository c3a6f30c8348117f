import { ImportBatch, importBatchCalls } from "@jipei/contract/core/import-batch.ts";
import { sql } from "kysely";
import { readRow } from "../core/database/rows.ts";
import { type Condition, type DerivedField, derived, everything, nothing } from "../core/database/sql.ts";
import { exporter } from "../core/excel/export.ts";
import { toResponse } from "../core/entity/to-response.ts";
import { findImporter } from "../core/excel/import/import-registry.ts";
import { findObstacles, undoImport } from "../core/excel/import/batch/import-undo.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";

/** The bureau sees all imports, an institution or an enterprise its own. */
function scope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "enterprise") return actor.entId ? sql`t.create_dept = ${actor.entId}` : nothing;
  return actor.audience === "institution" && actor.orgId ? sql`t.org_id = ${actor.orgId}` : nothing;
}

export const importBatchDerived: readonly DerivedField[] = [
  derived(ImportBatch, "listName", "t.list", (list) => sql`t.list = ${list}`),
];

export const importBatchRoutes: Route[] = [
  exporter(ImportBatch, importBatchCalls.export, { scope }),
  reads(importBatchCalls.list, (_db, actor, query, app) => listPage(app, actor, ImportBatch, query, { scope })),
  reads(importBatchCalls.detail, async (db, actor, { id }, app) => {
    const row = await readRow(db, ImportBatch, scope, actor, id);
    const importer = row.list ? findImporter(row.list) : undefined;
    const obstacles = importer && row.state === "done" ? await findObstacles(db, id, importer) : [];
    return { ...toResponse(ImportBatch, actor, app.cipher, row, "detail"), obstacles };
  }),
  writes(importBatchCalls.undo, async (tx, actor, { id }, app) => {
    await readRow(tx, ImportBatch, scope, actor, id);
    await undoImport(tx, actor, id, app);
  }),
];
