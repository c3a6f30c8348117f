import { createHash } from "node:crypto";
import type { ImportBody, ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import type { Actor } from "../../foundation/actor.ts";
import type { Tx } from "../../database/db.ts";
import { Refusal } from "../../foundation/refusal.ts";
import type { Services } from "../../foundation/services.ts";
import { unreadable } from "../read-sheet.ts";
import { analyse } from "./import-analysis.ts";
import type { FileInMemory } from "../../http/multipart.ts";
import type { ImportSource, Importer } from "./import-definition.ts";
import { storeFiles, storingFiles } from "./import-files.ts";
import { assertConfirmed } from "./import-notices.ts";
import type { ImportParts } from "./import-parts.ts";
import { inStaging, retried } from "./import-stage.ts";
import { stageWriter } from "./import-writer.ts";

interface Commit<I, R> {
  app: Services;
  actor: Actor;
  /** As it was sent. */
  file: FileInMemory;
  source: ImportSource;
  input: I;
  parts: ImportParts;
  /** Ends it at once. */
  signal?: AbortSignal;
  /** Told of the part that is done, from 0 to 1. */
  progress(part: number): Promise<void>;
  /** Called with the result as the last step of the transaction; what it returns is the result of the import. */
  written(tx: Tx, result: ImportResult): Promise<R>;
}

/** The part of the work that reading and checking is; the rest is writing. */
const checking = 0.6;

/**
 * Reads, checks and writes, all in one transaction, and records it as a batch.
 * @throws IMPORT_BAD when any cell is wrong, IMPORT_UNCONFIRMED when a notice was not confirmed
 */
export async function commit<I extends ImportBody, C, R>(
  definition: Importer<I, C>,
  { app, actor, file: { name, bytes }, source, input, parts, signal, progress, written }: Commit<I, R>,
): Promise<R> {
  const context = await definition.prepare(app.db, actor, input, app);
  return storingFiles(app, (keys) =>
    inStaging(
      app,
      async (staging) => {
        const { tx } = staging;
        const { report, stage } = await analyse(definition, staging, {
          actor,
          source,
          parts,
          context,
          app,
          checked: (_rows, part) => progress(part * checking),
        });
        assertGood(report);
        assertConfirmed(report.notices ?? [], parts.confirmed);
        const files = await storeFiles(tx, actor, source.files ?? [], app, keys);
        const result = await retried(tx, async () => {
          const { id } = await tx
            .insertInto("importBatch")
            .values({
              list: definition.entity.name,
              target: definition.target?.(context)?.slice(0, 200) ?? null,
              fileName: name.slice(0, 200),
              fileSize: bytes.length,
              sha256: createHash("sha256").update(bytes).digest("hex"),
              rows: report.rows,
              state: "done",
              orgId: actor.orgId,
              tenantId: actor.tenantId,
              createUser: actor.userId,
              createDept: actor.deptId,
              updateUser: actor.userId,
            })
            .returning("id")
            .executeTakeFirstOrThrow();
          const writer = stageWriter(tx, actor, definition.entity, definition.existing, stage, {
            id,
            fileName: name,
            covers: parts.covers,
            files,
            written: (rows) => progress(checking + ((1 - checking) * rows) / report.rows),
          });
          const { inserted, updated, unchanged } = await definition.write(tx, actor, writer, context, app);
          await tx.updateTable("importBatch").set({ inserted, updated, unchanged }).where("id", "=", id).execute();
          return { inserted, updated, unchanged, jobId: null, batchId: id };
        });
        return written(tx, result);
      },
      signal,
    ),
  );
}

function assertGood(report: ImportReport): void {
  if (report.rows === 0) throw unreadable("没有数据行", "there are no rows");
  if (report.bad === 0) return;
  const failures = (report.cells ?? []).slice(0, 50).map(({ row, column, field, reasonZh, reasonEn }) => ({
    errorCode: "FIELD_INVALID" as const,
    id: String(row),
    field: field ?? "",
    msg: `${row}行${column ? `${column}列` : ""}：${reasonZh}`,
    msgEn: `Row ${row}${column ? ` ${column}` : ""}: ${reasonEn}`,
  }));
  throw new Refusal("IMPORT_BAD", { n: report.bad }, failures);
}
