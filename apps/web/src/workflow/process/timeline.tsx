import { flowAction } from "@jipei/contract/workflow/flow-codes.ts";
import type { FlowActivity, FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import { formatDateTime } from "../../core/format/dates.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { FileList } from "../../core/files/file-list.tsx";
import { useTexts } from "../texts.ts";
import { formatDuration, since } from "./duration.ts";
import "../../core/moves/audit-list.css";

type Opinion = FlowDetail["opinions"][number];

/** What ends a task: how long it took is said there, and nowhere else. */
const ending: ReadonlySet<string> = new Set(["pass", "refuse", "resubmit", "answer", "return", "expire"]);

/** Who did what in a process, when, how long it took and what they said, oldest first; at the end who has it now. */
export function Timeline({ history, opinions }: Pick<FlowDetail, "history" | "opinions">) {
  const open = history.filter(({ taskId, endTime }) => taskId && !endTime);
  return (
    <ol className="audit-list">
      {opinions.map((opinion) => (
        <Done
          key={opinion.id}
          opinion={opinion}
          activity={history.find(({ taskId }) => taskId && taskId === opinion.taskId)}
        />
      ))}
      {open.map((activity) => (
        <Open key={activity.taskId} activity={activity} />
      ))}
    </ol>
  );
}

function Done({ opinion, activity }: { opinion: Opinion; activity: FlowActivity | undefined }) {
  const t = useTexts();
  const { action, taskName, userName, forUserName, createTime, targetUsers, targetStep, attachmentList } = opinion;
  const took = activity?.durationInMillis;
  return (
    <li>
      <div>
        <StatusTag codes={flowAction} value={action} /> {taskName}
      </div>
      <div className="unit">
        {userName} {forUserName && t("process.for", { name: forUserName })}{" "}
        <time className="numeric">{createTime && formatDateTime(createTime)}</time>
        {took != null && ending.has(action ?? "") && <> · {t("process.took", { time: formatDuration(t, took) })}</>}
      </div>
      {targetUsers && <div className="unit">{t("process.to", { names: targetUsers })}</div>}
      {targetStep && <div className="unit">{t("process.toStep", { step: targetStep })}</div>}
      {opinion.opinion && <div className="long-text">{opinion.opinion}</div>}
      {attachmentList && attachmentList.length > 0 && <FileList files={attachmentList} />}
    </li>
  );
}

function Open({ activity: { activityName, assigneeName, startTime } }: { activity: FlowActivity }) {
  const t = useTexts();
  return (
    <li className="timeline-open">
      <div>
        <span className="status-tag tone-waiting">{t("process.open")}</span> {activityName}
      </div>
      <div className="unit">
        {assigneeName} <time className="numeric">{formatDateTime(startTime)}</time> ·{" "}
        {t("process.waits", { time: formatDuration(t, since(startTime)) })}
      </div>
    </li>
  );
}
