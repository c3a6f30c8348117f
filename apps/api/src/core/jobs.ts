import type { Tx } from "./db.ts";
import type { Services } from "./services.ts";

/**
 * Work that goes on after the answer: messages, batches, exports, timers. A job is written in the transaction that causes it, so that it
 * exists exactly when its cause does. The queue itself is in jobs.boss.ts.
 */
export interface Jobs {
  /** @returns the job's id in the queue */
  send(tx: Tx, name: string, data: object): Promise<string>;
}

/**
 * Does the jobs of one name. A job may run twice (a process killed between the work and its receipt), so the work must be repeatable.
 * What it throws is logged and the job tried again later, a little later each time.
 */
export interface Worker<D = any> {
  name: string;
  run(app: Services, data: D): Promise<void>;
  /** Tries after the first; 5 where left out. */
  retries?: number;
  /** Worker that is told, with the same data, of jobs that no try could do; left out: nobody. It has none itself. */
  deadLetter?: string;
  /** Whether its jobs are those of background.ts, which their owner watches and cancels. */
  cancellable?: true;
  /** Jobs taken at a time on each node, at least 2 (which is the default). */
  parallel?: number;
}

/** Something done at fixed times, once for all nodes. @property cron in China time: minute hour day month weekday */
export interface Timer {
  name: string;
  cron: string;
  run(app: Services): Promise<void>;
}
