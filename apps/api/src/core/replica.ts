import type pg from 'pg'
import type { Actor } from './actor.ts'
import { isAway, mayRetry } from './database-errors.ts'
import { hasJustWritten } from './recent-writes.ts'
import type { Services } from './services.ts'

/** A copy of the main database that lists are read from. */
export interface Replica {
  pool: pg.Pool
}

/** Reads for an actor, from the replica where there is one; from the main database where that is away. */
export async function reading<R>(app: Services, actor: Actor, read: (pool: pg.Pool) => Promise<R>): Promise<R> {
  // A replica that is further behind than what counts as just now is out of order.
  if (!app.replica || hasJustWritten(app, actor)) return read(app.readPool)
  try {
    return await read(app.replica.pool)
  } catch (error) {
    // A standby gives up a statement for what it has to replay.
    if (!(isAway(error) || mayRetry(error))) throw error
    app.log.warn({ err: error }, 'the replica does not answer, reading from the main database')
    return read(app.readPool)
  }
}
