import type { Tx } from './db.ts'

/**
 * Work that goes on after the answer: messages, batches, exports, timers. A job is written in the transaction that causes it, so that it
 * exists exactly when its cause does. The queue itself is in jobs.boss.ts.
 */
export interface Jobs {
  send(tx: Tx, name: string, data: object, options?: { startAfter?: string; singletonKey?: string }): Promise<string>
}
