import { exporter } from "../core/excel/export.ts";
import type { NoticeRow } from "@jipei/contract/notices/notice.ts";
import { columns } from "../core/entity/columns.ts";
import { type NoticeAttachment, Notice, noticeCalls } from "@jipei/contract/notices/notice.ts";
import { FileNotice } from "@jipei/contract/notices/published/file-notice.ts";
import { SecondaryInfo } from "@jipei/contract/notices/published/secondary-info.ts";
import { TrainNews } from "@jipei/contract/notices/published/train-news.ts";
import { picturesIn } from "@jipei/contract/notices/pictures.ts";
import { noticeMachine } from "@jipei/contract/notices/notice.machine.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { now } from "../core/foundation/clock.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../core/entity/crud.ts";
import { visible } from "../core/access/data-scope.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { type Route, raw, reads, writes } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import { fileIds, withFiles } from "../core/storage/files.ts";
import { toResponse } from "../core/entity/to-response.ts";
import { Refusal, notPossible } from "../core/foundation/refusal.ts";
import { readRow, splitIds } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";
import { lifecycle, transition } from "../core/entity/transition.ts";
import { type SentFile, attachmentByLink, mayFetch, sendAttachment } from "../files/files.queries.ts";
import { noticeScope, publicNotices, readableNotices } from "./notice.scope.ts";
import {
  type PublishInput,
  assertCategory,
  assertWillShow,
  attachedFiles,
  cleanText,
} from "./published/publication.ts";
import { submitWithFiles } from "./published/submit-with-files.ts";

const options: CrudOptions<typeof Notice> = {
  entity: Notice,
  resource: "notice",
  scope: noticeScope,
  files: { own: readableNotices },
  async beforeSave(tx, _actor, merged, old) {
    if (old?.publishStatus === "1")
      throw notPossible({
        status: { zh: "已发布", en: "Published" },
        action: { zh: "编辑", en: "Edit" },
      });
    const text = await cleanText(tx, merged, old);
    await assertCategory(tx, merged.categoryId);
    return columns(Notice, {
      ...text,
      ...(old ? {} : { publishStatus: "0", readCount: 0 }),
    });
  },
  async beforeRemove(_tx, _actor, rows) {
    if (rows.some((row) => row.publishStatus === "1")) throw new Refusal("NOTICE_PUBLISHED");
  },
};

export const noticeLifecycle = lifecycle<"publish" | "withdraw", typeof Notice, PublishInput>({
  machine: noticeMachine,
  entity: Notice,
  scope: noticeScope,
  moves: {
    publish: {
      guards: [assertWillShow],
      set: (_tx, actor, _row, { publishTime }) =>
        columns(Notice, { publishTime: publishTime ?? now(), publishUser: actor.userId }),
    },
    withdraw: {},
  },
});

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
  const { attachmentList, content } = await readRow(db, Notice, noticeScope, actor, id);
  const files = await attachedFiles(db, fileIds(attachmentList) ?? [], picturesIn(content));
  return files.map((file) => ({ noticeId: id, ...file }));
}

/** Whose files the call for files of notices gives: the pictures in all their texts have its address. */
const publishedEntities = [Notice, FileNotice, SecondaryInfo, TrainNews].map(({ name }) => name);

/**
 * A file by its link, where the actor may open it: also that of a document, an article or a column; or one of a notice by its name, of several
 * that of the newest notice.
 */
async function fileOfNotice(db: Db, actor: Actor, filename: string): Promise<SentFile | undefined> {
  const byLink = await attachmentByLink(db, filename);
  if (byLink) return (await mayFetch(db, actor, byLink.id, publishedEntities)) ? byLink : undefined;
  const found = await sql<{ id: string }>`select a.id from notice t join document a on a.id = any(t.attachment_list)
    where t.is_deleted = 0 and a.is_deleted = 0 and a.file_name = ${filename} and ${visible(Notice, noticeScope, actor)} order by t.publish_time desc nulls last, t.id desc limit 1`.execute(
    db,
  );
  const id = found.rows[0]?.id;
  return id === undefined ? undefined : db.selectFrom("document").selectAll().where("id", "=", id).executeTakeFirst();
}

const content = sql<Pick<NoticeRow, "content">>`t.content as "content"`;

export const noticeRoutes: Route[] = [
  exporter(Notice, noticeCalls.export, options),
  ...crudRoutes(noticeCalls, options),
  reads(noticeCalls.listPublicAll, (_db, actor, query, app) =>
    listPage(app, actor, Notice, query, {
      scope: publicNotices,
      columns: content,
    }),
  ),
  writes(noticeCalls.setPublishStatus, async (tx, actor, { ids, status, publishTime }, app) => {
    if (status !== "1" && status !== "2")
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "发布状态", en: "Status" },
        reason: { zh: "此处只能发布、撤回", en: "notices are published and withdrawn here, nothing else" },
      });
    const action = status === "1" ? "publish" : "withdraw";
    await transition(tx, actor, noticeLifecycle, action, splitIds(ids), { publishTime }, app);
  }),
  submitWithFiles(noticeCalls.submitWithAtt, options, (tx, actor, input, app) =>
    saveRow(tx, actor, options, input, app),
  ),
  reads(noticeCalls.selectAtt, (db, actor, { noticid }) => filesOfNotice(db, actor, noticid)),
  raw(noticeCalls.downloadFile, async (_request, reply, actor, { filename }, app) =>
    sendAttachment(app, reply, await fileOfNotice(app.db, actor, filename)),
  ),
  writes(noticeCalls.read, read),
];
