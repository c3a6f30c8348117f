import { FlowFollow, type FlowFollowRow, flowFollowMachine } from "@jipei/contract/workflow/flow-follow.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { detailLink } from "@jipei/contract/workflow/process-links.ts";
import { followColumns, followSearch, standing } from "./follow-columns.ts";
import { useFormFilter } from "./use-form-filter.tsx";

/** 已发: the processes that this user started, and who has them now. */
export default function SentPage() {
  const byForm = useFormFilter();
  return (
    <CrudPage
      entity={FlowFollow}
      calls={{ list: workCalls.sendList, export: workCalls.exportSent }}
      resource="flow_task"
      columns={[...followColumns.filter((column) => column !== "startUserName"), ...byForm.columns]}
      fixed={byForm.fixed}
      filters={byForm.filters}
      search={followSearch}
      card={["title", "status", standing, "startTime"]}
      open={(row: FlowFollowRow) => detailLink({ ...row, processInstanceId: row.id })}
      machine={flowFollowMachine}
      moves={{ withdraw: { call: workCalls.withdraw, hidden: true } }}
    />
  );
}
