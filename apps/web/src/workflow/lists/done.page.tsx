import type { FlowTaskRow } from "@jipei/contract/workflow/flow-task.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { detailLink } from "@jipei/contract/workflow/process-links.ts";
import { TitledTask, taskSearch } from "./task-columns.tsx";
import { useFormFilter } from "./use-form-filter.tsx";

/** 办结: what this user has done, and said. */
export default function DonePage() {
  const byForm = useFormFilter();
  return (
    <CrudPage
      entity={TitledTask}
      calls={{ list: workCalls.doneList, export: workCalls.exportDone }}
      resource="flow_task"
      columns={[
        { field: "title", width: 260 },
        "taskName",
        "passed",
        "comment",
        "processDefinitionName",
        "startUserName",
        "endTime",
        "assigneeName",
        ...byForm.columns,
      ]}
      fixed={byForm.fixed}
      filters={byForm.filters}
      search={taskSearch}
      card={["title", "taskName", "passed", "endTime"]}
      open={(row: FlowTaskRow) => detailLink(row)}
    />
  );
}
