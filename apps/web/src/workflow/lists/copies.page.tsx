import { FlowCopy } from "@jipei/contract/workflow/flow-copy.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { copyLink } from "@jipei/contract/workflow/process-links.ts";

/** 抄送: processes that somebody wanted this user to know of. */
export default function CopiesPage() {
  return (
    <CrudPage
      entity={FlowCopy}
      calls={{ list: workCalls.copyList, export: workCalls.exportCopies }}
      resource="flow_task"
      columns={[
        { field: "title", width: 280 },
        "processDefinitionName",
        "senderName",
        "opinion",
        "createTime",
        "readTime",
      ]}
      search={["title", "createTime"]}
      card={["title", "senderName", "createTime", "readTime"]}
      open={copyLink}
    />
  );
}
