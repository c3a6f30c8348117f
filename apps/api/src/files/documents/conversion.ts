import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { type ConversionState, convertedTypes } from "@jipei/contract/files/document.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { createSemaphore } from "../../core/foundation/semaphore.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Worker } from "../../core/jobs/jobs.ts";
import { ConversionFailed, convertDocument } from "./converter.ts";

/** A document by its content: the same bytes under two types are two documents to the converter. */
export interface Content {
  sha256: string;
  fileType: string;
}

/** One conversion at a time on each node: it takes a whole core, and more of them at once finish no sooner. */
const inTurn = createSemaphore(1, 1000);

export const isConverted = (app: Services, fileType: string): boolean =>
  app.settings.converter !== undefined && convertedTypes.some((type) => type === fileType);

/**
 * How far the pages of a document are. Whoever asks first sends it to the queue; so does who asks after a day about one that failed, or after
 * ten minutes about one that is not ready, since its process may have died.
 */
export async function askForPages(tx: Tx, app: Services, { sha256, fileType }: Content): Promise<ConversionState> {
  if (!isConverted(app, fileType)) return "none";
  const sent = await sql`insert into document_conversion (sha256, file_type) values (${sha256}, ${fileType})
    on conflict (sha256, file_type) do update set state = 'waiting', reason = null, change_time = now()
      where (document_conversion.state = 'failed' and document_conversion.change_time < now() - interval '1 day')
        or (document_conversion.state = 'waiting' and document_conversion.change_time < now() - interval '10 minutes')
    returning 1`.execute(tx);
  if (sent.rows.length > 0) {
    await app.jobs.send(tx, conversionWorker.name, { sha256, fileType });
    return "waiting";
  }
  const { state } = await tx
    .selectFrom("documentConversion")
    .select("state")
    .where("sha256", "=", sha256)
    .where("fileType", "=", fileType)
    .executeTakeFirstOrThrow();
  return state;
}

export const conversionWorker: Worker<Content> = {
  name: "documents.convert",
  run: (app, content) => inTurn(() => convert(app, content)),
};

async function convert(app: Services, content: Content): Promise<void> {
  const { converter, dataDir } = app.settings;
  // Another node may have it.
  if (!converter) throw new Error("a document waits for a converter, and this node has none");
  const key = await findWaiting(app, content);
  if (!key) return;
  const storageKey = `pages/${randomUUID()}`;
  try {
    const document = { body: await app.storage.get(key), type: content.fileType };
    const size = await convertDocument(converter, document, join(dataDir, "conversion"), async (pdf, bytes) => {
      await app.storage.put(storageKey, pdf);
      return bytes;
    });
    await end(app, content, { state: "ready", storageKey, fileSize: size });
  } catch (error) {
    await app.storage.remove(storageKey);
    if (!(error instanceof ConversionFailed)) throw error;
    app.log.warn({ sha256: content.sha256, reason: error.message }, "a document could not be converted");
    await end(app, content, { state: "failed", reason: error.message.slice(0, 200) });
  }
}

/** Where the bytes of a waiting document lie; undefined where it was converted or removed meanwhile. */
async function findWaiting(app: Services, { sha256, fileType }: Content): Promise<string | undefined> {
  const row = await app.db
    .selectFrom("documentConversion as c")
    .innerJoin("attachment as a", (join) =>
      join.onRef("a.sha256", "=", "c.sha256").onRef("a.fileType", "=", "c.fileType"),
    )
    .select("a.storageKey")
    .where("c.sha256", "=", sha256)
    .where("c.fileType", "=", fileType)
    .where("c.state", "=", "waiting")
    .where("a.isDeleted", "=", 0)
    .executeTakeFirst();
  return row?.storageKey;
}

type End = { state: "ready"; storageKey: string; fileSize: number } | { state: "failed"; reason: string };

const end = (app: Services, { sha256, fileType }: Content, set: End) =>
  app.db
    .updateTable("documentConversion")
    .set({ ...set, changeTime: sql<string>`now()` })
    .where("sha256", "=", sha256)
    .where("fileType", "=", fileType)
    .where("state", "=", "waiting")
    .execute();

/** Removes pages whose document nobody has any more. */
export async function sweepPages(app: Services): Promise<void> {
  const { rows } = await sql<{
    storageKey: string | null;
  }>`delete from document_conversion c where c.change_time < now() - interval '1 hour'
    and not exists (select from attachment a where a.sha256 = c.sha256 and a.file_type = c.file_type and a.is_deleted = 0)
    returning c.storage_key`.execute(app.db);
  for (const { storageKey } of rows) if (storageKey) await app.storage.remove(storageKey);
}
