import type { FlowTaskRow } from "@jipei/contract/workflow/flow-task.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Button } from "antd";
import { useState } from "react";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import type { ListTools } from "../../core/crud/crud-page.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useSomeRows } from "../../core/list/use-some-rows.ts";
import { useCan } from "../../core/session/session.ts";
import { handleLink } from "@jipei/contract/workflow/process-links.ts";
import { CompleteSeveral } from "./complete-several.tsx";
import { TitledTask, openColumns, taskSearch } from "./task-columns.tsx";
import { WaitingForColleagues } from "./waiting-for-colleagues.tsx";
import { useFormFilter } from "./use-form-filter.tsx";

/** 待办: what this user has to do, one by one or several at once. */
export default function TodoPage() {
  const byForm = useFormFilter();
  const label = useLabel();
  const mayComplete = useCan("flow_task_complete");
  const withSome = useSomeRows();
  const [several, setSeveral] = useState<ListTools<FlowTaskRow> | null>(null);
  return (
    <>
      <CrudPage
        entity={TitledTask}
        calls={{ list: workCalls.todoList, export: workCalls.exportTodo }}
        resource="flow_task"
        columns={[...openColumns, ...byForm.columns]}
        fixed={byForm.fixed}
        filters={byForm.filters}
        search={taskSearch}
        card={["title", "taskName", "startUserName", "dueTime"]}
        open={handleLink}
        selects={mayComplete}
        actions={(tools) => (
          <>
            {mayComplete && (
              <Button type="primary" onClick={() => withSome(tools.selected, () => setSeveral(tools))}>
                {label(["批量办理", "Complete several"])}
              </Button>
            )}
            <WaitingForColleagues />
          </>
        )}
      />
      {several && <CompleteSeveral tasks={several.selected} onDone={several.clear} onClose={() => setSeveral(null)} />}
    </>
  );
}
