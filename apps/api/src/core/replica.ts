import type pg from 'pg'
import type { Actor } from './actor.ts'
import { isAway, mayRetry } from './database-errors.ts'
import type { Services } from './services.ts'

/** How long after a change its author reads from the main database, in milliseconds: a replica that is further behind is out of order. */
const settling = 10_000
const writers = new WeakMap<Services, Map<string, number>>()

/** Remembers who has just changed something, so that he finds it in the next list. Of what others change a list may be a moment behind. */
export function noteWrite(app: Services, { userId }: Actor): void {
  if (app.readPool === app.pool) return
  let times = writers.get(app)
  if (!times) writers.set(app, (times = new Map()))
  times.delete(userId)
  times.set(userId, Date.now())
  // Entries lie in the order of their times.
  for (const [user, time] of times) {
    if (Date.now() - time < settling) break
    times.delete(user)
  }
}

/** Where lists of this actor are read. */
function readPoolOf(app: Services, actor: Actor): pg.Pool {
  const time = writers.get(app)?.get(actor.userId)
  return time !== undefined && Date.now() - time < settling ? app.pool : app.readPool
}

/** Reads for an actor, from the replica where there is one; from the main database where that is away. */
export async function reading<R>(app: Services, actor: Actor, read: (pool: pg.Pool) => Promise<R>): Promise<R> {
  const pool = readPoolOf(app, actor)
  try {
    return await read(pool)
  } catch (error) {
    // A standby gives up a statement for what it has to replay.
    if (pool === app.pool || !(isAway(error) || mayRetry(error))) throw error
    app.log.warn({ err: error }, 'the replica does not answer, reading from the main database')
    return read(app.pool)
  }
}
