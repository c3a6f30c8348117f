import {
  type TrainNewsRow,
  trainNewsCalls as calls,
  trainNewsMachine,
  trainNewsResource,
} from "@jipei/contract/notices/published/train-news.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { moveWith } from "../../core/moves/moves.ts";
import { NoticeTextControl } from "../editor/controls.tsx";
import { NoticeText } from "../notice-text.tsx";
import { PublishTime, useSchedule } from "./use-schedule.tsx";

const withdraw = moveWith(calls.submit, { publishStatus: "2" });

/** 培训资讯: news with a cover, as the bureau writes and publishes it. */
export default function TrainNewsPage() {
  const schedule = useSchedule(calls.submit, "train_news_edit", ({ id, version }: TrainNewsRow, publishTime) => ({
    id,
    version,
    publishStatus: "1" as const,
    publishTime,
  }));
  return (
    <>
      <CrudPage
        {...trainNewsResource}
        calls={calls}
        columns={[
          { field: "title", width: 300 },
          "publishStatus",
          { field: "publishTime", width: 200, render: (row: TrainNewsRow) => <PublishTime row={row} /> },
          "source",
          "author",
          "readCount",
          "expireDate",
        ]}
        search={["title", "publishStatus", "publishTime"]}
        card={["title", "publishStatus", "publishTime"]}
        form={[
          {
            title: ["资讯", "News"],
            fields: ["title", "source", "author", "expireDate", "coverAttId", "content", "attachmentList"],
          },
        ]}
        view={[
          "title",
          "publishStatus",
          "publishTime",
          "expireDate",
          "source",
          "author",
          "readCount",
          "coverAttId",
          "attachmentList",
        ]}
        controls={{ content: NoticeTextControl }}
        formWidth={860}
        machine={trainNewsMachine}
        moves={{
          publish: { ...moveWith(calls.submit, { publishStatus: "1" }), hidden: true, undo: withdraw },
          withdraw: { ...withdraw, hidden: true },
        }}
        frozen={(row: TrainNewsRow) =>
          row.publishStatus === "1" ? ["已发布的资讯请先撤回", "Withdraw the article first"] : null
        }
        rowActions={(row: TrainNewsRow, { reload }) => schedule.actionsOf(row, reload)}
        below={(row: TrainNewsRow) => <NoticeText html={row.content} />}
      />
      {schedule.dialog}
    </>
  );
}
