import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import type { Db } from "../core/db.ts";
import { openFile, rangeOf, sendFile } from "../core/download.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";

export { storeUpload } from "./upload.ts";

/**
 * Sends a stored file, or the part of it that a `Range` header asks for, to whoever may have it; to others it does not exist. Nothing but
 * a stored link is ever opened.
 * @throws NOT_FOUND, STORAGE_FAILED
 */
export async function sendAttachment(app: Services, reply: FastifyReply, attachment: Record<string, any> | undefined) {
  if (!attachment) throw new Refusal("NOT_FOUND");
  const size = Number(attachment["fileSize"]);
  const range = rangeOf(reply.request.headers.range, size);
  const body = await openFile(app, attachment["storageKey"], range);
  // A count that cannot be written (the disk is full) keeps nobody from his file.
  await sql`update attachment set download_count = download_count + 1 where id = ${attachment["id"]}`
    .execute(app.db)
    .catch((error: unknown) => app.log.warn({ err: error }, "a download could not be counted"));
  return sendFile(reply, body, attachment["fileName"], { inline: true, size, range });
}

/** The live attachment behind a stored link. */
export const attachmentByLink = (db: Db, link: string) =>
  db.selectFrom("attachment").selectAll().where("attLink", "=", link).where("isDeleted", "=", 0).executeTakeFirst();
