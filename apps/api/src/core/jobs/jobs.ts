import type { Services } from "../foundation/services.ts";

/**
 * Runs the jobs of one name. A job may run twice, when its process is killed before it is marked as completed, so the work must be repeatable.
 * Errors are logged, and the job is tried again with growing pauses.
 */
export interface Worker<D = unknown> {
  name: string;
  run(app: Services, data: D): Promise<void>;
  /** Attempts after the first; 5 where left out. */
  retries?: number;
  /** Name of a worker that receives the data of jobs whose attempts have all failed; where left out, none. It has no dead letter itself. */
  deadLetter?: string;
  /** Whether its jobs are those of background.ts, which their owner can watch and cancel. */
  cancellable?: true;
  /** Jobs of a closed tenant: they run like others, or are left out; where not said, they wait until it is open. */
  whileClosed?: "run" | "skip";
  /** Jobs taken at a time on each node, at least 2 (which is the default). */
  parallel?: number;
}

/**
 * Work at fixed times, once for all nodes, for the installation and each open tenant. A run that fell into a time when no server ran is made up
 * for at the next start, once however many there were.
 */
export interface Timer {
  name: string;
  /** In China time: minute hour day month weekday. */
  cron: string;
  /** Whether it runs for closed tenants too, as what deletes at the end of a period must. */
  whileClosed?: "run";
  run(app: Services): Promise<void>;
}
