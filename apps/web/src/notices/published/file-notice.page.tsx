import {
  type FileNoticeRow,
  fileNoticeCalls as calls,
  fileNoticeMachine,
  fileNoticeResource,
} from "@jipei/contract/notices/published/file-notice.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { moveWith } from "../../core/moves/moves.ts";
import { PublishTime, useSchedule } from "./use-schedule.tsx";

const withdraw = moveWith(calls.submit, { publishStatus: "2" });

/** 文件通知: policy documents and forms, as the bureau files and publishes them. */
export default function FileNoticePage() {
  const schedule = useSchedule(calls.submit, "file_notice_edit", ({ id, version }: FileNoticeRow, publishTime) => ({
    id,
    version,
    publishStatus: "1" as const,
    publishTime,
  }));
  return (
    <>
      <CrudPage
        {...fileNoticeResource}
        calls={calls}
        columns={[
          { field: "title", width: 280 },
          { field: "fileNo", width: 190 },
          "fileKind",
          "publishStatus",
          "issueDate",
          { field: "publishTime", width: 200, render: (row: FileNoticeRow) => <PublishTime row={row} /> },
          "expireDate",
        ]}
        search={["title", "fileNo", "fileKind", "issueDate", "publishStatus"]}
        card={["title", "publishStatus", "issueDate"]}
        form={[
          {
            title: ["文件", "Document"],
            fields: ["title", "fileNo", "fileKind", "issueOrg", "issueDate", "expireDate", "summary", "attachmentList"],
          },
        ]}
        initial={{ fileKind: "4" }}
        machine={fileNoticeMachine}
        moves={{
          publish: { ...moveWith(calls.submit, { publishStatus: "1" }), hidden: true, undo: withdraw },
          withdraw: { ...withdraw, hidden: true },
        }}
        frozen={(row: FileNoticeRow) =>
          row.publishStatus === "1" ? ["已发布的文件请先撤回", "Withdraw the document first"] : null
        }
        rowActions={(row: FileNoticeRow, { reload }) => schedule.actionsOf(row, reload)}
      />
      {schedule.dialog}
    </>
  );
}
