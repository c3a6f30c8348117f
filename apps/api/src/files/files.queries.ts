import type { Attachment } from "@jipei/contract/files/attachment.ts";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Db, Tx } from "../core/database/db.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { openable } from "./row-files.ts";
import { openFile, findRange, sendFile } from "../core/http/download.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { StoredRow } from "../core/database/tables.ts";
import type { Services } from "../core/foundation/services.ts";

export { mayFetch } from "./row-files.ts";
export { findSize } from "./file-content.ts";
export { storeUpload } from "./upload.ts";

/** What is needed of a file to send it. */
export type SentFile = Pick<StoredRow<typeof Attachment>, "id" | "fileName" | "fileSize" | "storageKey">;

/**
 * Sends a stored file, or the part of it that a `Range` header asks for. Only
 * stored links are opened, never a path from the request.
 * @param file as found among the files that the reader may open; undefined is answered with NOT_FOUND
 * @param inline whether a browser may show it where it can, instead of storing it
 * @throws NOT_FOUND, STORAGE_FAILED
 */
export async function sendAttachment(app: Services, reply: FastifyReply, file: SentFile | undefined, inline = true) {
  if (!file) throw new Refusal("NOT_FOUND");
  const size = Number(file.fileSize);
  const range = findRange(reply.request.headers.range, size);
  const body = await openFile(app, file.storageKey, range);
  // The file is sent even where the count cannot be written (the disk is full).
  await sql`update attachment set download_count = download_count + 1 where id = ${file.id}`
    .execute(app.db)
    .catch((error: unknown) => app.log.warn({ err: error }, "a download could not be counted"));
  return sendFile(reply, body, file.fileName, { inline, size, range });
}

/** The attachment with a stored link, unless it was removed. */
export const attachmentByLink = (db: Db, link: string) =>
  db.selectFrom("attachment").selectAll().where("attLink", "=", link).where("isDeleted", "=", 0).executeTakeFirst();

/** The attachment of a row that the caller may read, unless it was removed. */
export const attachmentById = (db: Db, id: string) =>
  db.selectFrom("attachment").selectAll().where("id", "=", id).where("isDeleted", "=", 0).executeTakeFirst();

/** SQL condition: a storage provider is in use. */
export const storageIsReady = sql`exists (select from storage_provider where status = '2' and is_deleted = 0)`;

/** A file by its link, locked, where it was not removed and the actor may open it. */
export async function lockOwnFile(
  tx: Tx,
  actor: Actor,
  link: string,
): Promise<{ id: string; fileType: string; fileSize: number } | undefined> {
  const { rows } = await sql<{
    id: string;
    fileType: string;
    fileSize: number;
  }>`select t.id, t.file_type, t.file_size from attachment t where t.att_link = ${link} and t.is_deleted = 0 and ${openable(actor)} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Detaches the files that a field of a row names. */
export const releaseFile = async (tx: Tx, entity: Entity, rowId: string, field: string): Promise<void> =>
  void (await sql`delete from attachment_use where biz_type = ${entity.name} and biz_id = ${rowId} and field = ${field}`.execute(
    tx,
  ));
