import { NoticeCategory, noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { noticeMachine } from "@jipei/contract/notices/notice.machine.ts";
import { Notice, type NoticeRow, noticeCalls } from "@jipei/contract/notices/notice.ts";
import { Button } from "antd";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { Dialog } from "../core/dialog/dialog.tsx";
import { moveWith } from "../core/moves/moves.ts";
import { useCan } from "../core/session/session.ts";
import { NoticeTextControl } from "./editor/controls.tsx";
import { NoticeReader } from "./notice-reader.tsx";
import { NoticeText } from "./notice-text.tsx";
import { useTexts } from "./texts.ts";
import { refSource } from "../core/form/ref-source.ts";
import { PublishTime, useSchedule } from "./published/use-schedule.tsx";

const withdraw = moveWith(noticeCalls.setPublishStatus, { status: "2" });

/** Notices as the bureau writes them: draft, published, withdrawn. */
export default function NoticePage() {
  const t = useTexts();
  const mayManage = useCan(["notice_category_add", "notice_category_edit"]);
  const [managing, setManaging] = useState(false);
  const schedule = useSchedule(noticeCalls.setPublishStatus, "notice_publish", ({ id }: NoticeRow, publishTime) => ({
    ids: id,
    status: "1" as const,
    publishTime,
  }));
  return (
    <>
      <CrudPage
        entity={Notice}
        calls={noticeCalls}
        resource="notice"
        columns={[
          "title",
          "categoryName",
          "target",
          "publishStatus",
          "isTop",
          { field: "publishTime", width: 200, render: (row: NoticeRow) => <PublishTime row={row} /> },
          "expireDate",
          "readCount",
        ]}
        search={["title", "categoryId", "publishStatus", "publishTime"]}
        card={["title", "publishStatus", "publishTime"]}
        form={[
          {
            title: ["公告", "Notice"],
            fields: ["title", "categoryId", "target", "isTop", "expireDate", "content", "attachmentList"],
          },
        ]}
        view={[
          "title",
          "categoryName",
          "target",
          "publishStatus",
          "isTop",
          "publishTime",
          "expireDate",
          "readCount",
          "attachmentList",
        ]}
        refs={{
          categoryId: refSource({
            entity: NoticeCategory,
            list: noticeCategoryCalls.list,
            detail: noticeCategoryCalls.detail,
            params: { isValid: "isValid" },
          }),
        }}
        controls={{ content: NoticeTextControl }}
        formWidth={860}
        initial={{ isTop: "0", target: ["UsedByOrg"] }}
        machine={noticeMachine}
        moves={{
          publish: { ...moveWith(noticeCalls.setPublishStatus, { status: "1" }), undo: withdraw },
          withdraw,
        }}
        frozen={(row: NoticeRow) =>
          row.publishStatus === "1" ? { zh: "已发布的公告请先撤回", en: "Withdraw the notice first" } : null
        }
        rowActions={(row: NoticeRow, { reload }) => schedule.actionsOf(row, reload)}
        below={(row: NoticeRow) => <NoticeText html={row.content} />}
        actions={() => mayManage && <Button onClick={() => setManaging(true)}>{t("categories")}</Button>}
      />
      <Dialog open={managing} kind="drawer" title={t("categories")} footer={null} onClose={() => setManaging(false)}>
        <Categories />
      </Dialog>
      <NoticeReader />
      {schedule.dialog}
    </>
  );
}

function Categories() {
  return (
    <CrudPage
      embedded
      entity={NoticeCategory}
      calls={noticeCategoryCalls}
      resource="notice_category"
      columns={["sort", "categoryNo", "categoryName", "isValid"]}
      search={["categoryName"]}
      card={["categoryName", "categoryNo", "isValid"]}
      form={["categoryNo", "categoryName", "parentId", "sort", "isValid"]}
      refs={{
        parentId: refSource({
          entity: NoticeCategory,
          list: noticeCategoryCalls.list,
          detail: noticeCategoryCalls.detail,
          params: { parentId_null: "1" },
        }),
      }}
      initial={{ isValid: "isValid", sort: 1 }}
    />
  );
}
