import type pg from "pg";
import type { Actor } from "./actor.ts";
import { isAway, mayRetry } from "./database-errors.ts";
import { hasJustWritten } from "./recent-writes.ts";
import type { Services } from "./services.ts";

/** A copy of the main database that lists are read from (replica-watch.ts). */
export interface Replica {
  pool: pg.Pool;
  /** Whether it answers and is not too far behind. */
  isUsed(): boolean;
  /** Asks whether it lives; where it does not, everybody who waits for it is cut off. */
  doubt(): Promise<void>;
}

/** Milliseconds after which somebody who reads there has it asked whether it lives, again and again. */
const doubtEvery = 100;

/** Reads for an actor, from the replica where there is one that is well; else from the main database. */
export async function reading<R>(
  app: Pick<Services, "readPool" | "replica" | "log">,
  actor: Actor,
  read: (pool: pg.Pool) => Promise<R>,
): Promise<R> {
  const { replica } = app;
  // What somebody has just changed he finds in the next list; a replica that is further behind than that is not used.
  if (!replica?.isUsed() || hasJustWritten(app, actor)) return read(app.readPool);
  const doubting = setInterval(() => void replica.doubt(), doubtEvery);
  try {
    return await read(replica.pool);
  } catch (error) {
    // A standby gives up a statement for what it has to replay.
    if (!(isAway(error) || mayRetry(error))) throw error;
    app.log.warn({ err: error }, "the replica does not answer, reading from the main database");
    return read(app.readPool);
  } finally {
    clearInterval(doubting);
  }
}
