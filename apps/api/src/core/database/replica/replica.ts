import type pg from "pg";
import type { Actor } from "../../foundation/actor.ts";
import { isAway, mayRetry } from "../database-errors.ts";
import { hasJustWritten } from "./recent-writes.ts";
import type { Log } from "../../foundation/log.ts";

/** A copy of the main database that lists are read from (replica-watch.ts). */
export interface Replica {
  pool: pg.Pool;
  /** Whether it answers and is not too far behind. */
  isUsed(): boolean;
  /** Checks whether it is alive. When it is not, the connections of all that wait for it are closed. */
  checkAlive(): Promise<void>;
}

/** Milliseconds between two checks whether the replica is alive, while a read waits for it. */
const checkEvery = 100;

/** Reads for an actor: from the replica where there is one that is healthy, else from the main database. */
export async function reading<R>(
  app: { readPool: pg.Pool; replica: Replica | null; log: Pick<Log, "warn"> },
  actor: Actor,
  read: (pool: pg.Pool) => Promise<R>,
): Promise<R> {
  const { replica } = app;
  // Users must find their own latest changes in the next list (recent-writes.ts).
  if (!replica?.isUsed() || hasJustWritten(app, actor)) return read(app.readPool);
  const checking = setInterval(() => void replica.checkAlive(), checkEvery);
  try {
    return await read(replica.pool);
  } catch (error) {
    // A standby may cancel a statement that conflicts with what it has to replay.
    if (!(isAway(error) || mayRetry(error))) throw error;
    app.log.warn({ err: error }, "the replica does not answer, reading from the main database");
    return read(app.readPool);
  } finally {
    clearInterval(checking);
  }
}
