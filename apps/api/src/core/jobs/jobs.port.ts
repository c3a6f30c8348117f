import type { Tx } from "../database/db.ts";

/**
 * Sends jobs: work after the response, such as messages, batches, exports. A job is written in the transaction that causes it, so that both are
 * committed or rolled back together. The queue itself is in jobs.boss.ts.
 */
export interface Jobs {
  /** @returns the job's id in the queue */
  send(tx: Tx, name: string, data: object): Promise<string>;
}
