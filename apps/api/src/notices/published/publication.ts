import { maxFiles } from "@jipei/contract/core/fields/upload-rules.ts";
import { picturesIn } from "@jipei/contract/notices/pictures.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Condition, present } from "../../core/database/sql.ts";
import type { MoveInput } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now, today } from "../../core/foundation/clock.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { fileIds } from "../../core/storage/files.ts";
import { hasText, sanitiseHtml } from "../sanitise-html.ts";

/** What is common to notices, documents and articles: their text, their files, and from when until when they are shown. */

/** SQL condition: published, the time has come, and it is not over. */
export const isShown = (): Condition =>
  sql`t.publish_status = '1' and t.publish_time <= ${present} and (t.expire_date is null or t.expire_date >= ${today()})`;

/** The input of a publication: from when on readers see it, yyyy-MM-dd HH:mm:ss; at once where it is left out. */
export interface PublishInput extends MoveInput {
  publishTime?: string | null;
}

/** Guard of a publication: it will be shown for a while. @throws FIELD_INVALID, NOTICE_EXPIRED */
export function assertWillShow(
  _tx: Tx,
  _actor: Actor,
  { expireDate }: { expireDate: string | null },
  { publishTime }: PublishInput,
): void {
  if (publishTime && publishTime < now())
    throw invalidField("publishTime", "发布时间", "Published", "不能早于现在", "is in the past");
  if (expireDate && expireDate < (publishTime ?? today()).slice(0, 10)) throw new Refusal("NOTICE_EXPIRED");
}

type Files = Parameters<typeof fileIds>[0];

/**
 * A text as it is stored: HTML cut down to harmless elements, and the pictures in it among the files, so that its readers may open them. A
 * picture that was taken out of the text goes.
 * @throws FIELD_INVALID without text, or for a picture that was never uploaded; FILE_TOO_MANY
 */
export async function cleanText(
  tx: Tx,
  merged: { content: string; attachmentList?: Files },
  old: { content: string } | null,
): Promise<{ content: string; attachmentList: string[] }> {
  const content = sanitiseHtml(merged.content, { pictures: true });
  if (!hasText(content)) throw invalidField("content", "内容", "Content", "不能为空", "required");
  const files = fileIds(merged.attachmentList) ?? [];
  const named = picturesIn(content);
  const links = [...new Set([...named, ...picturesIn(old?.content ?? "")])];
  if (links.length === 0) return { content, attachmentList: files };
  const found = await tx
    .selectFrom("document")
    .select(["id", "attLink"])
    .where("attLink", "in", links)
    .where("isDeleted", "=", 0)
    .execute();
  const kept = found.filter(({ attLink }) => named.includes(attLink)).map(({ id }) => id);
  if (kept.length < named.length)
    throw invalidField("content", "内容", "Content", "图片不存在，请重新上传", "a picture is gone, upload it again");
  const attachmentList = [...files.filter((id) => !found.some((one) => one.id === id)), ...kept];
  if (attachmentList.length > maxFiles) throw new Refusal("FILE_TOO_MANY");
  return { content, attachmentList };
}

/** @throws FIELD_INVALID for a category that is out of use */
export async function assertCategory(tx: Tx, categoryId: string): Promise<void> {
  const found = await tx
    .selectFrom("noticeCategory")
    .select("isValid")
    .where("id", "=", categoryId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (found?.isValid !== "isValid")
    throw invalidField("categoryId", "类别", "Category", "已停用，请重新选择", "is out of use; choose another one");
}

/** Files by their ids, without some pictures, under the names that older clients read. */
export async function attachedFiles(db: Db, ids: readonly string[], pictures: readonly string[] = []) {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom("document")
    .selectAll()
    .where("id", "in", ids)
    .where("isDeleted", "=", 0)
    .orderBy("id")
    .execute();
  return found
    .filter(({ attLink }) => !pictures.includes(attLink))
    .map((file) => ({
      id: file.id,
      attId: file.id,
      fileName: file.fileName,
      fileType: file.fileType,
      fileSize: Number(file.fileSize),
      attLink: file.attLink,
      createTime: String(file.createTime).slice(0, 10),
      downloadCount: Number(file.downloadCount),
    }));
}
