import { exporter } from "../core/excel/export.ts";
import type { NoticeRow } from "@jipei/contract/notices/notice.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { columns } from "../core/entity/columns.ts";
import { type NoticeAttachment, Notice, noticeCalls } from "@jipei/contract/notices/notice.ts";
import { picturesIn } from "@jipei/contract/notices/pictures.ts";
import { noticeMachine } from "@jipei/contract/notices/notice.machine.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { maxFiles } from "@jipei/contract/core/fields/upload-rules.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { now, today } from "../core/foundation/clock.ts";
import { type CrudOptions, crud, crudRoutes, saveRow } from "../core/entity/crud.ts";
import { visible } from "../core/access/data-scope.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { type Route, raw, reads, writes } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import { readMultipart } from "../core/http/multipart.ts";
import { fileIds, withFiles } from "../core/storage/files.ts";
import { toResponse } from "../core/entity/to-response.ts";
import { Refusal, invalidValue, notPossible } from "../core/foundation/refusal.ts";
import { readRow, splitIds } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";
import { lifecycle, transition } from "../core/entity/transition.ts";
import { type SentFile, attachmentByLink, sendAttachment, storeUpload } from "../files/files.queries.ts";
import { publicNotices, noticeScope } from "./notice.scope.ts";
import { hasText, sanitiseHtml } from "./sanitise-html.ts";

const options: CrudOptions<typeof Notice> = {
  entity: Notice,
  resource: "notice",
  scope: noticeScope,
  async beforeSave(tx, _actor, merged, old) {
    if (old?.publishStatus === "1")
      throw notPossible({
        status: { zh: "已发布", en: "Published" },
        action: { zh: "编辑", en: "Edit" },
      });
    const content = sanitiseHtml(merged.content, { pictures: true });
    if (!hasText(content))
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "内容", en: "Content" },
        reason: { zh: "不能为空", en: "required" },
      });
    await assertExists(tx, merged.categoryId);
    return columns(Notice, {
      content,
      attachmentList: await withPictures(tx, fileIds(merged.attachmentList) ?? [], old?.content ?? "", content),
      ...(old ? {} : { publishStatus: "0", readCount: 0 }),
    });
  },
  async beforeRemove(_tx, _actor, rows) {
    if (rows.some((row) => row.publishStatus === "1")) throw new Refusal("NOTICE_PUBLISHED");
  },
};

/**
 * The files of a notice: its pictures are among them, so that its readers may open these, and a picture that was taken out of the text goes.
 * @throws FIELD_INVALID for a picture that was never uploaded
 */
async function withPictures(tx: Tx, files: readonly string[], before: string, content: string): Promise<string[]> {
  const named = picturesIn(content);
  const links = [...new Set([...named, ...picturesIn(before)])];
  if (links.length === 0) return [...files];
  const found = await tx
    .selectFrom("document")
    .select(["id", "attLink"])
    .where("attLink", "in", links)
    .where("isDeleted", "=", 0)
    .execute();
  const kept = found.filter(({ attLink }) => named.includes(attLink)).map(({ id }) => id);
  if (kept.length < named.length)
    throw invalidValue(Notice, "content", "图片不存在，请重新上传", "a picture is gone, upload it again");
  const list = [...files.filter((id) => !found.some((one) => one.id === id)), ...kept];
  if (list.length > maxFiles) throw new Refusal("FILE_TOO_MANY");
  return list;
}

async function assertExists(tx: Tx, categoryId: string): Promise<void> {
  const found = await tx
    .selectFrom("noticeCategory")
    .select("isValid")
    .where("id", "=", categoryId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (found?.isValid !== "isValid")
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "类别", en: "Category" },
      reason: { zh: "已停用，请重新选择", en: "is out of use; choose another one" },
    });
}

export const noticeLifecycle = lifecycle({
  machine: noticeMachine,
  entity: Notice,
  scope: noticeScope,
  moves: {
    publish: {
      guards: [notExpired],
      set: (_tx, actor) => columns(Notice, { publishTime: now(), publishUser: actor.userId }),
    },
    withdraw: {},
  },
});

function notExpired(_tx: Tx, _actor: Actor, row: StoredRow<typeof Notice>): void {
  if (row.expireDate && row.expireDate < today()) throw new Refusal("NOTICE_EXPIRED");
}

/** One published notice as its reader sees it; the first time a user opens it, it counts as read. */
async function read(tx: Tx, actor: Actor, { id }: { id: string }, app: Services): Promise<NoticeRow> {
  const row = await readRow(tx, Notice, noticeScope, actor, id);
  await withFiles(tx, Notice, [row]);
  if (actor.userId !== "0" && row.publishStatus === "1") await markNoticeRead(tx, actor, id);
  return toResponse(Notice, actor, app.cipher, row, "detail");
}

/** Records that a user has read a notice, and counts them once. */
export async function markNoticeRead(tx: Tx, actor: Actor, id: string): Promise<void> {
  await sql`with fresh as (insert into notice_read (notice_id, user_id) values (${id}, ${actor.userId}) on conflict do nothing returning 1)
    update notice set read_count = read_count + 1 where id = ${id} and exists (select 1 from fresh)`.execute(tx);
}

async function filesOfNotice(db: Db, actor: Actor, id: string): Promise<NoticeAttachment[]> {
  const row = await readRow(db, Notice, noticeScope, actor, id);
  await withFiles(db, Notice, [row]);
  const pictures = picturesIn(row.content);
  const ids = (row.attachmentList ?? []).flatMap((file) => (pictures.includes(file.attLink) ? [] : file.attId));
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom("document")
    .selectAll()
    .where("id", "in", ids)
    .where("isDeleted", "=", 0)
    .orderBy("id")
    .execute();
  return found.map((file) => ({
    id: file.id,
    attId: file.id,
    noticeId: id,
    fileName: file.fileName,
    fileType: file.fileType,
    fileSize: Number(file.fileSize),
    attLink: file.attLink,
    createTime: String(file.createTime).slice(0, 10),
    downloadCount: Number(file.downloadCount),
  }));
}

/** The file of a notice that the actor may read, by link or by name; of files with the same name, that of the newest notice. */
async function fileOfNotice(db: Db, actor: Actor, filename: string): Promise<SentFile | undefined> {
  const byLink = await attachmentByLink(db, filename);
  const match = byLink ? sql`a.id = ${byLink.id}` : sql`a.file_name = ${filename}`;
  const found = await sql<{ id: string }>`select a.id from notice t join document a on a.id = any(t.attachment_list)
    where t.is_deleted = 0 and a.is_deleted = 0 and ${match} and ${visible(Notice, noticeScope, actor)} order by t.publish_time desc nulls last, t.id desc limit 1`.execute(
    db,
  );
  const id = found.rows[0]?.id;
  return id === undefined ? undefined : db.selectFrom("document").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Splits lists, which are comma-separated texts in a multipart body. */
function splitLists(fields: Record<string, unknown>): Record<string, unknown> {
  const split = { ...fields };
  for (const [name, field] of Object.entries<Field>(Notice.fields))
    if (["codes", "texts", "refs", "files"].includes(field.kind) && typeof split[name] === "string")
      split[name] = split[name]
        .split(",")
        .map((part: string) => part.trim())
        .filter(Boolean);
  return split;
}

const handlers = crud(options);

export const noticeRoutes: Route[] = [
  exporter(Notice, noticeCalls.export, options),
  ...crudRoutes(noticeCalls, options),
  reads(noticeCalls.listPublicAll, (_db, actor, query, app) =>
    listPage(app, actor, Notice, query, {
      scope: publicNotices,
      columns: sql<Pick<NoticeRow, "content">>`t.content as "content"`,
    }),
  ),
  writes(noticeCalls.setPublishStatus, async (tx, actor, { ids, status }, app) => {
    if (status !== "1" && status !== "2")
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "发布状态", en: "Status" },
        reason: { zh: "此处只能发布、撤回", en: "notices are published and withdrawn here, nothing else" },
      });
    const action = status === "1" ? "publish" : "withdraw";
    await transition(tx, actor, noticeLifecycle, action, splitIds(ids), {}, app);
  }),
  raw(noticeCalls.submitWithAtt, async (request, _reply, actor, _input, app) => {
    const { input, files, fields } = await readMultipart(
      request,
      noticeCalls.submitWithAtt,
      (part) => storeUpload(app, actor, part, "any"),
      splitLists,
    );
    const dropped = new Set(
      String(fields.fileDel ?? "")
        .split(",")
        .map((id) => id.trim()),
    );
    return app.db.transaction().execute(async (tx) => {
      const old = input.id ? await handlers.detail(tx, actor, { id: input.id }, app) : null;
      const kept = (old?.attachmentList ?? []).map((file) => file.attId).filter((attId) => !dropped.has(attId));
      const attachmentList = [...kept, ...files.map((file) => file.id)];
      if (attachmentList.length > maxFiles) throw new Refusal("FILE_TOO_MANY");
      return saveRow(tx, actor, options, { ...input, attachmentList }, app);
    });
  }),
  reads(noticeCalls.selectAtt, (db, actor, { noticid }) => filesOfNotice(db, actor, noticid)),
  raw(noticeCalls.downloadFile, async (_request, reply, actor, { filename }, app) =>
    sendAttachment(app, reply, await fileOfNotice(app.db, actor, filename)),
  ),
  writes(noticeCalls.read, read),
];
