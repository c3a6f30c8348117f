import { FileNotice, fileNoticeCalls } from "@jipei/contract/notices/published/file-notice.ts";
import { SecondaryInfo, secondaryInfoCalls } from "@jipei/contract/notices/published/secondary-info.ts";
import { TrainNews, trainNewsCalls } from "@jipei/contract/notices/published/train-news.ts";
import type { SecondaryInfoRow } from "@jipei/contract/notices/published/secondary-info.ts";
import { sql } from "kysely";
import { readRow } from "../../core/database/rows.ts";
import { crud, crudRoutes } from "../../core/entity/crud.ts";
import { exporter } from "../../core/excel/export.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { fileIds } from "../../core/storage/files.ts";
import { attachedFiles } from "./publication.ts";
import { submitWithFiles } from "./submit-with-files.ts";
import { fileNoticeLifecycle, fileNoticeOptions, shownToAll } from "./file-notice.ts";
import { publishedSubmit } from "./published-submit.ts";
import { secondaryInfoOptions } from "./secondary-info.ts";
import { countRead, trainNewsLifecycle, trainNewsOptions } from "./train-news.ts";

const saveDocument = publishedSubmit(fileNoticeOptions, fileNoticeLifecycle);

const content = sql<Pick<SecondaryInfoRow, "content">>`t.content as "content"`;

/** What the bureau publishes beside notices: documents, news, and the articles of columns. */
export const publishedRoutes: Route[] = [
  ...crudRoutes(fileNoticeCalls, fileNoticeOptions, { submit: writes(fileNoticeCalls.submit, saveDocument) }),
  exporter(FileNotice, fileNoticeCalls.export, fileNoticeOptions),
  submitWithFiles(fileNoticeCalls.submitWithAtt, fileNoticeOptions, saveDocument),
  reads(fileNoticeCalls.selectAtt, async (db, actor, { id }) => {
    const { attachmentList } = await readRow(db, FileNotice, shownToAll, actor, id);
    return attachedFiles(db, fileIds(attachmentList) ?? []);
  }),
  ...crudRoutes(trainNewsCalls, trainNewsOptions, {
    submit: writes(trainNewsCalls.submit, publishedSubmit(trainNewsOptions, trainNewsLifecycle)),
    detail: writes(trainNewsCalls.detail, async (tx, actor, input, app) => {
      const row = await crud(trainNewsOptions).detail(tx, actor, input, app);
      if (actor.audience !== "bureau") await countRead(tx, row.id, actor.userId);
      return row;
    }),
  }),
  exporter(TrainNews, trainNewsCalls.export, trainNewsOptions),
  ...crudRoutes(secondaryInfoCalls, secondaryInfoOptions),
  exporter(SecondaryInfo, secondaryInfoCalls.export, secondaryInfoOptions),
  reads(secondaryInfoCalls.listWithCategory, (_db, actor, query, app) =>
    listPage(app, actor, SecondaryInfo, query, {
      scope: secondaryInfoOptions.scope,
      columns: content,
    }),
  ),
];
