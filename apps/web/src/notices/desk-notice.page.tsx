import { DeskNotice, type DeskNoticeRow, deskNoticeCalls } from "@jipei/contract/notices/desk-notice.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { chinaNow } from "../core/format/dates.ts";
import { PlainNoticeControl } from "./editor/controls.tsx";
import { DeskNoticeReader } from "./notice-reader.tsx";
import { NoticeText } from "./notice-text.tsx";

/** Notices of the administration desk: written by the bureau, read from their release time on. */
export default function DeskNoticePage() {
  return (
    <>
      <CrudPage
        entity={DeskNotice}
        calls={deskNoticeCalls}
        resource="desk_notice"
        columns={["title", "category", "releaseTime", "updateTime"]}
        search={["title", "category", "releaseTime"]}
        card={["title", "category", "releaseTime"]}
        form={["title", "category", "releaseTime", "content"]}
        formWidth={720}
        view={["title", "category", "releaseTime"]}
        controls={{ content: PlainNoticeControl }}
        initial={{ category: "1", releaseTime: chinaNow() }}
        below={(row: DeskNoticeRow) => <NoticeText html={row.content} />}
      />
      <DeskNoticeReader />
    </>
  );
}
