import type { Job } from "@jipei/contract/core/job.ts";

export const isOpen = (job: Job): boolean => job.state === "waiting" || job.state === "running";

/** Jobs of an earlier answer by their ids, and whether they were open then. */
export type SeenJobs = ReadonlyMap<string, boolean>;

export const seeJobs = (jobs: readonly Job[]): SeenJobs => new Map(jobs.map((job) => [job.id, isOpen(job)]));

/** Jobs that have ended since the answer before: those that were open then, and short ones that began after it. */
export const findEnded = (jobs: readonly Job[], before: SeenJobs): Job[] =>
  jobs.filter((job) => !isOpen(job) && before.get(job.id) !== false);
