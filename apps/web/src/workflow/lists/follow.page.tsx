import { FlowFollow, flowFollowCalls as calls, flowFollowMachine } from "@jipei/contract/workflow/flow-follow.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { detailLink } from "@jipei/contract/workflow/process-links.ts";
import { type FollowRow, followColumns, followSearch, standing } from "./follow-columns.ts";
import { useFormFilter } from "./use-form-filter.tsx";

/** 跟踪: all processes, for administrators. */
export default function FollowPage() {
  const byForm = useFormFilter();
  return (
    <CrudPage
      entity={FlowFollow}
      calls={{ list: calls.list, export: calls.export }}
      resource="flow_follow"
      columns={[...followColumns, ...byForm.columns]}
      fixed={byForm.fixed}
      filters={byForm.filters}
      search={followSearch}
      card={["title", "status", standing, "startUserName"]}
      open={(row: FollowRow) => detailLink({ ...row, processInstanceId: row.id })}
      machine={flowFollowMachine}
      moves={{ delete: { call: calls.delete, hidden: true } }}
    />
  );
}
