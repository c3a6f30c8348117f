import { FlowTask, type FlowTaskRow } from "@jipei/contract/workflow/flow-task.ts";
import { chinaNow, formatDateTime } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";

/** Until when a task is to be done; one that is too late says so. */
function Due({ row }: { row: Pick<FlowTaskRow, "dueTime"> }) {
  const label = useLabel();
  if (!row.dueTime) return <span className="blank">—</span>;
  const late = row.dueTime < chinaNow();
  return (
    <span className={late ? "numeric task-late" : "numeric"}>
      {formatDateTime(row.dueTime)}
      {late && ` ${label(["已超期", "Overdue"])}`}
    </span>
  );
}

/** What every list of open tasks shows. */
export const openColumns = [
  { field: "title", width: 260 },
  "taskName",
  "processDefinitionName",
  "startUserName",
  "createTime",
  { field: "dueTime", width: 180, render: (row: FlowTaskRow) => <Due row={row} /> },
  "category",
  "ownerName",
] as const;
export const taskSearch = ["title", "taskName", "processDefinitionName", "category", "createTime"] as const;

/** Tasks are named by what they are about: their own name is that of a step. */
export const TitledTask = { ...FlowTask, title: "title" };
