import {
  type SecondaryInfoRow,
  secondaryInfoCalls,
  secondaryInfoResource,
} from "@jipei/contract/notices/published/secondary-info.ts";
import { NoticeCategory, noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { refSource } from "../../core/form/ref-source.ts";
import { NoticeTextControl } from "../editor/controls.tsx";
import { NoticeText } from "../notice-text.tsx";

const columns = refSource({
  entity: NoticeCategory,
  list: noticeCategoryCalls.list,
  detail: noticeCategoryCalls.detail,
  params: { isValid: "isValid" },
});

/** 栏目信息: what stands in the columns of the public pages. */
export default function SecondaryInfoPage() {
  return (
    <CrudPage
      {...secondaryInfoResource}
      calls={secondaryInfoCalls}
      columns={["categoryName", { field: "title", width: 300 }, "sort", "isSealed", "linkUrl", "updateTime"]}
      search={["categoryId", "title", "isSealed"]}
      card={["title", "categoryName", "isSealed"]}
      form={[
        {
          title: ["栏目信息", "Column article"],
          fields: ["categoryId", "title", "sort", "isSealed", "linkUrl", "content", "attachmentList"],
        },
      ]}
      view={["categoryName", "title", "sort", "isSealed", "linkUrl", "attachmentList"]}
      refs={{ categoryId: columns }}
      controls={{ content: NoticeTextControl }}
      formWidth={860}
      initial={{ isSealed: "0", sort: 1 }}
      below={(row: SecondaryInfoRow) => <NoticeText html={row.content} />}
    />
  );
}
