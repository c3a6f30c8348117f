import { flowEnding, instanceStatus } from "@jipei/contract/workflow/flow-codes.ts";
import type { FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import { chinaNow, formatDateTime } from "../../core/format/dates.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { joinNames } from "../../core/i18n/join-names.ts";
import { useTexts } from "../texts.ts";

/** The state of a process, and once it has ended how. */
export function ProcessStatus({ instance: { status, ending } }: Pick<FlowDetail, "instance">) {
  return ending ? <StatusTag codes={flowEnding} value={ending} /> : <StatusTag codes={instanceStatus} value={status} />;
}

/** Who started a process, where it stands, with whom, and until when. */
export function ProcessFacts({ instance, task }: Pick<FlowDetail, "instance" | "task">) {
  const t = useTexts();
  const label = useLabel();
  const due = task?.status === "2" ? null : task?.dueTime;
  return (
    <dl className="process-facts">
      <div>
        <dt>{t("process.starter")}</dt>
        <dd>
          {instance.startUserName} <span className="unit numeric">{formatDateTime(instance.startTime ?? "")}</span>
        </dd>
      </div>
      {instance.currentTasks.length > 0 && (
        <div>
          <dt>{t("process.now")}</dt>
          <dd>
            <strong>
              {joinNames(
                instance.currentTasks.map(({ taskName, assigneeName }) =>
                  assigneeName ? `${taskName} · ${assigneeName}` : taskName,
                ),
              )}
            </strong>
          </dd>
        </div>
      )}
      {due && (
        <div className={due < chinaNow() ? "task-late" : undefined}>
          <dt>{label(["办理期限", "Due"])}</dt>
          <dd className="numeric">{formatDateTime(due)}</dd>
        </div>
      )}
      {instance.deleteReason && (
        <div>
          <dt>{label(["原因", "Reason"])}</dt>
          <dd>{instance.deleteReason}</dd>
        </div>
      )}
    </dl>
  );
}
