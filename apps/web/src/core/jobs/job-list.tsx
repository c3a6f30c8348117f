import { CloseOutlined } from "@ant-design/icons";
import type { Job } from "@jipei/contract/core/job.ts";
import { jobCancel, jobResult, jobState } from "@jipei/contract/core/job.ts";
import { Button } from "antd";
import { useSend } from "../api/use-call.ts";
import { fetchFile, saveAs } from "../files/download.ts";
import { formatDateTime } from "../format/dates.ts";
import { formatCount } from "../format/numbers.ts";
import { StatusTag } from "../format/status-tag.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import { useLabel } from "../i18n/language.ts";
import { Empty } from "../ui/states.tsx";
import { isOpen } from "./ended-jobs.ts";

/** My work by job: how far it is, what came of it, and its file. */
export function JobList({ jobs }: { jobs: readonly Job[] }) {
  const t = useTexts();
  if (jobs.length === 0) return <Empty text={t("jobs.none")} />;
  return (
    <ul className="job-list">
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ul>
  );
}

function JobRow({ job }: { job: Job }) {
  const t = useTexts();
  const label = useLabel();
  const cancel = useSend(jobCancel);
  const name = label({ zh: job.titleZh, en: job.titleEn });
  const message = job.messageZh && label({ zh: job.messageZh, en: job.messageEn ?? job.messageZh });
  const fetch = () => void fetchFile(jobResult, { id: job.id }).then(saveAs, () => undefined);
  return (
    <li>
      <div className="job-head">
        <strong>{name}</strong>
        <StatusTag codes={jobState} value={job.state} />
      </div>
      {isOpen(job) && (
        <div className="job-progress">
          <progress aria-label={name} {...(job.total > 0 && { value: job.done, max: job.total })} />
          {job.total > 0 && (
            <span className="numeric unit">
              {t("jobs.progress", { done: formatCount(job.done), total: formatCount(job.total) })}
            </span>
          )}
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t("jobs.cancel")}
            title={t("jobs.cancel")}
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ id: job.id })}
          />
        </div>
      )}
      {message && <div className={job.state === "failed" ? "job-failed" : "unit"}>{message}</div>}
      <div className="job-foot">
        <time className="unit">{formatDateTime(job.endTime ?? job.createTime)}</time>
        {job.state === "done" && job.fileName && (
          <button type="button" className="link-button" onClick={fetch}>
            {t("jobs.download")}
          </button>
        )}
      </div>
    </li>
  );
}
