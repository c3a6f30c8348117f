import type { FlowTaskRow } from "@jipei/contract/workflow/flow-task.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { useSend } from "../../core/api/use-call.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { useCan } from "../../core/session/session.ts";
import { notify } from "../../core/ui/notify.ts";
import { handleLink } from "@jipei/contract/workflow/process-links.ts";
import { TitledTask, openColumns, taskSearch } from "./task-columns.tsx";
import { useFormFilter } from "./use-form-filter.tsx";

/** 待签: tasks that any of several people may take; whoever claims one goes straight on to it. */
export default function ClaimPage() {
  const byForm = useFormFilter();
  const label = useLabel();
  const go = useGo();
  const mayClaim = useCan("flow_task_claim");
  const { mutate } = useSend(workCalls.claim);
  const claim = (row: FlowTaskRow) =>
    mutate(
      { taskId: row.id },
      {
        onSuccess: () => {
          notify("success", label(["已签收", "Claimed"]));
          void go(handleLink(row));
        },
      },
    );
  return (
    <CrudPage
      entity={TitledTask}
      calls={{ list: workCalls.claimList, export: workCalls.exportClaimable }}
      resource="flow_task"
      columns={[...openColumns, ...byForm.columns]}
      fixed={byForm.fixed}
      filters={byForm.filters}
      search={taskSearch}
      card={["title", "taskName", "startUserName", "createTime"]}
      open={handleLink}
      rowActions={(row) => (mayClaim ? [{ key: "claim", label: label(["签收", "Claim"]), run: () => claim(row) }] : [])}
    />
  );
}
