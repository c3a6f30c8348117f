import { Notice, type NoticeRow, noticeCalls } from "@jipei/contract/notices/notice.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { NoticeText } from "../notice-text.tsx";

/** Notices for the reader: only what is published for them. Opening one counts as reading it. */
export function OwnNoticeList() {
  return (
    <CrudPage
      embedded
      entity={Notice}
      calls={{ list: noticeCalls.list, detail: noticeCalls.read }}
      fixed={{ publishStatus: "1" }}
      resource="notice"
      columns={["title", "categoryName", "isTop", "publishTime", "expireDate"]}
      search={["title", "publishTime"]}
      card={["title", "categoryName", "publishTime"]}
      view={["title", "categoryName", "publishTime", "attachmentList"]}
      below={(row: NoticeRow) => <NoticeText html={row.content} />}
    />
  );
}
