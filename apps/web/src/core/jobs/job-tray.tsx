import { CloudSyncOutlined } from "@ant-design/icons";
import type { Job } from "@jipei/contract/core/job.ts";
import { jobList } from "@jipei/contract/core/job.ts";
import { Button, Popover } from "antd";
import { Suspense, useEffect, useRef } from "react";
import { useLabel } from "../i18n/language.ts";
import { queryClient } from "../api/query-client.ts";
import { type SeenJobs, findEnded, isOpen, seeJobs } from "./ended-jobs.ts";
import { setJobsOpen, useJobsOpen } from "./job-store.ts";
import { notify } from "../ui/notify.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useCall } from "../api/use-call.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { useQuiet } from "../ui/use-quiet.ts";
import "./job-tray.css";

const JobList = lazyPart(() => import("./job-list.tsx").then(({ JobList }) => JobList));

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
      content={
        <Suspense fallback={null}>
          <JobList jobs={list} />
        </Suspense>
      }
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
