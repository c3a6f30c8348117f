import type { VersionOrigin } from "@jipei/contract/files/document-editor.ts";
import { Attachment } from "@jipei/contract/files/attachment.ts";
import { sql } from "kysely";
import { writeAudit } from "../../core/entity/audit.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Kept } from "../upload.ts";

/** The number of the present content of a document. */
export async function getVersionNo(db: Db, attachmentId: string): Promise<number> {
  const { no } = await db
    .selectFrom("documentVersion")
    .select((eb) => eb.fn.max("versionNo").as("no"))
    .where("attachmentId", "=", attachmentId)
    .executeTakeFirstOrThrow();
  return no ?? 1;
}

/**
 * Makes a content the newest version of a document; all earlier ones stay. The file keeps its id, name and link, so every row that names it has the new
 * content. Where it is the present content nothing changes.
 * @returns the number of the version
 */
export async function saveVersion(
  tx: Tx,
  actor: Actor,
  attachmentId: string,
  kept: Kept,
  origin: VersionOrigin,
): Promise<number> {
  const document = await lockDocument(tx, attachmentId);
  const versionNo = await getVersionNo(tx, attachmentId);
  if (document.sha256 === kept.sha256) return versionNo;
  if (versionNo === 1) await addFirst(tx, document);
  await tx
    .insertInto("documentVersion")
    .values({ attachmentId, versionNo: versionNo + 1, ...kept, origin, createUser: actor.userId })
    .execute();
  await updateRow(tx, actor, Attachment, attachmentId, {
    storageKey: kept.storageKey,
    fileSize: kept.fileSize,
    sha256: kept.sha256,
  });
  await writeAudit(
    tx,
    actor,
    [...(await getUsers(tx, attachmentId)), { bizType: Attachment.name, bizId: attachmentId }].map((row) => ({
      ...row,
      action: "newContent",
      opinion: `${document.fileName} v${versionNo + 1}`,
      before: { sha256: document.sha256 },
      after: { sha256: kept.sha256 },
    })),
  );
  return versionNo + 1;
}

/** @throws NOT_FOUND */
async function lockDocument(tx: Tx, id: string) {
  const document = await tx
    .selectFrom("attachment")
    .selectAll()
    .where("id", "=", id)
    .where("isDeleted", "=", 0)
    .forUpdate()
    .executeTakeFirst();
  if (!document) throw new Refusal("NOT_FOUND");
  return document;
}

/** The content that a document had before its first change becomes its version 1. */
const addFirst = (
  tx: Tx,
  { id, storageKey, fileSize, sha256, createUser, createTime }: Awaited<ReturnType<typeof lockDocument>>,
) =>
  tx
    .insertInto("documentVersion")
    .values({
      attachmentId: id,
      versionNo: 1,
      storageKey,
      fileSize: Number(fileSize),
      sha256,
      origin: "first",
      createUser,
      createTime,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** The rows that have the document, whose history tells of the change. */
const getUsers = (tx: Tx, attachmentId: string) =>
  tx
    .selectFrom("attachmentUse")
    .select(["bizType", "bizId"])
    .distinct()
    .where("attachmentId", "=", attachmentId)
    .execute();

/** All contents of a document, the newest first; of one that was never changed, the present one. */
export async function getVersions(db: Db, attachmentId: string) {
  const { rows } = await sql<{
    versionNo: number;
    origin: VersionOrigin;
    fileSize: number;
    createTime: string;
    userName: string | null;
  }>`select v.version_no, v.origin, v.file_size, v.create_time, u.name as user_name from (
      select version_no, origin, file_size, create_time, create_user from document_version where attachment_id = ${attachmentId}
      union all select 1, 'first', a.file_size, a.create_time, a.create_user from attachment a
        where a.id = ${attachmentId} and not exists (select from document_version where attachment_id = a.id)
    ) v left join account u on u.id = v.create_user order by v.version_no desc`.execute(db);
  return rows;
}

/** One content of a document. @throws NOT_FOUND */
export async function getVersion(db: Db, attachmentId: string, versionNo: number): Promise<Kept> {
  const version = await db
    .selectFrom("documentVersion")
    .select(["storageKey", "fileSize", "sha256"])
    .where("attachmentId", "=", attachmentId)
    .where("versionNo", "=", versionNo)
    .executeTakeFirst();
  if (!version) throw new Refusal("NOT_FOUND");
  return version;
}

/** Removes a content that became no version: it was the present one, or the transaction failed. */
export async function discardUnused(app: Services, attachmentId: string, { storageKey }: Kept): Promise<void> {
  const used = await app.db
    .selectFrom("documentVersion")
    .select("versionNo")
    .where("attachmentId", "=", attachmentId)
    .where("storageKey", "=", storageKey)
    .executeTakeFirst();
  if (!used) await app.storage.remove(storageKey);
}

/** Removes earlier contents of documents that were removed. */
export async function sweepVersions(app: Services): Promise<void> {
  const { rows } = await sql<{
    storageKey: string;
  }>`delete from document_version v using attachment a where a.id = v.attachment_id and a.is_deleted = 1 and a.storage_key = '' returning v.storage_key`.execute(
    app.db,
  );
  for (const { storageKey } of rows) await app.storage.remove(storageKey);
}
