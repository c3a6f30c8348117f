import { CloseOutlined, CloudSyncOutlined } from "@ant-design/icons";
import type { Job } from "@jipei/contract/core/job.ts";
import { jobCancel, jobList, jobResult, jobState } from "@jipei/contract/core/job.ts";
import { Button, Popover } from "antd";
import { useEffect, useRef } from "react";
import { formatDateTime } from "../format/dates.ts";
import { fetchFile, saveAs } from "../files/download.ts";
import { useLabel } from "../i18n/language.ts";
import { queryClient } from "../api/query-client.ts";
import { isOpen } from "./await-job.ts";
import { type SeenJobs, findEnded, seeJobs } from "./ended-jobs.ts";
import { setJobsOpen, useJobsOpen } from "./job-store.ts";
import { notify } from "../ui/notify.ts";
import { formatCount } from "../format/numbers.ts";
import { Empty } from "../ui/states.tsx";
import { StatusTag } from "../format/status-tag.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import { useCall, useSend } from "../api/use-call.ts";
import { useQuiet } from "../ui/use-quiet.ts";
import "./job-tray.css";

const often = 2_000;
const seldom = 60_000;

/** My long-running work: in the top bar, outside all tabs, so that it survives navigation. Ends in a message with the result. */
export function JobTray() {
  const t = useTexts();
  const open = useJobsOpen();
  const quiet = useQuiet();
  const jobs = useCall(jobList, undefined, {
    enabled: quiet || open,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? often : seldom),
  });
  const list = jobs.data ?? [];
  const running = list.filter(isOpen).length;
  useEnds(jobs.data);

  const text = t("jobs.open", { count: running });
  return (
    <Popover
      content={<JobList jobs={list} />}
      title={t("jobs.title")}
      trigger="click"
      open={open}
      onOpenChange={setJobsOpen}
      placement="bottomRight"
      destroyOnHidden
    >
      <Button type="text" className="job-button" aria-label={text} title={text}>
        <CloudSyncOutlined />
        {running > 0 && (
          <span className="job-count" aria-hidden="true">
            {running}
          </span>
        )}
      </Button>
    </Popover>
  );
}

/** Tells of a job that has ended, and reads again what is on screen, which it may have changed. */
function useEnds(jobs: readonly Job[] | undefined): void {
  const label = useLabel();
  const t = useTexts();
  const before = useRef<SeenJobs | null>(null);
  useEffect(() => {
    if (!jobs) return;
    const ended = before.current ? findEnded(jobs, before.current) : [];
    before.current = seeJobs(jobs);
    for (const job of ended) {
      const name = label({ zh: job.titleZh, en: job.titleEn });
      const result = job.messageZh && label({ zh: job.messageZh, en: job.messageEn ?? job.messageZh });
      if (job.state === "done") notify("success", result || t("jobs.done", { name }));
      if (job.state === "failed") notify("error", result || t("jobs.failed", { name }));
    }
    if (ended.some(({ state }) => state === "done")) void queryClient.invalidateQueries();
  }, [jobs, label, t]);
}

function JobList({ jobs }: { jobs: readonly Job[] }) {
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
