import type { Job } from "@jipei/contract/core/job.ts";
import { CallError } from "../api/call-error.ts";
import { isOpen } from "./ended-jobs.ts";

const often = 400;
const seldom = 2_000;

/** No answer for now: the network or the server is away, or the screen is locked. The job goes on. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError && ([0, 423, 429].includes(error.status) || error.status >= 500);

/**
 * Waits until a job has ended.
 * @param read asks for its state
 * @param onChange gets what was answered
 * @returns null when nobody waits for it any more
 * @throws CallError where the server refuses to tell
 */
export async function awaitJob(
  read: () => Promise<Job>,
  onChange: (job: Job) => void,
  signal: AbortSignal,
  pauses: { often: number; seldom: number } = { often, seldom },
): Promise<Job | null> {
  while (!signal.aborted) {
    const job = await read().catch((error: unknown) => {
      if (!isPassing(error)) throw error;
      return null;
    });
    if (job) onChange(job);
    if (job && !isOpen(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, job ? pauses.often : pauses.seldom));
  }
  return null;
}
