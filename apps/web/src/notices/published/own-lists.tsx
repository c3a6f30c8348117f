import { FileNotice, fileNoticeCalls } from "@jipei/contract/notices/published/file-notice.ts";
import { TrainNews, type TrainNewsRow, trainNewsCalls } from "@jipei/contract/notices/published/train-news.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { NoticeText } from "../notice-text.tsx";

/** Policy documents and forms for their readers. */
export function OwnDocumentList() {
  return (
    <CrudPage
      embedded
      entity={FileNotice}
      calls={{ list: fileNoticeCalls.list, detail: fileNoticeCalls.detail }}
      fixed={{ publishStatus: "1" }}
      resource="file_notice"
      columns={[{ field: "title", width: 320 }, "fileNo", "fileKind", "issueOrg", "issueDate"]}
      search={["title", "fileNo", "fileKind", "issueDate"]}
      card={["title", "fileKind", "issueDate"]}
      view={["title", "fileNo", "fileKind", "issueOrg", "issueDate", "summary", "attachmentList"]}
    />
  );
}

/** News for its readers. Opening an article counts as reading it. */
export function OwnNewsList() {
  return (
    <CrudPage
      embedded
      entity={TrainNews}
      calls={{ list: trainNewsCalls.list, detail: trainNewsCalls.detail }}
      fixed={{ publishStatus: "1" }}
      resource="train_news"
      columns={[{ field: "title", width: 320 }, "source", "publishTime"]}
      search={["title", "publishTime"]}
      card={["title", "source", "publishTime"]}
      view={["title", "source", "author", "publishTime", "attachmentList"]}
      below={(row: TrainNewsRow) => <NoticeText html={row.content} />}
    />
  );
}
