import { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Finding } from "./alerts.ts";
import { type PoolOptions, openPool } from "./db.ts";
import type { Replica } from "./replica.ts";
import { LagMeter } from "./replica-lag.ts";
import type { Services } from "./services.ts";

export interface WatchedReplica {
  /** Where the readers of one schema ask. @param most connections */
  reader(most: number, options?: PoolOptions): Replica & { close(): Promise<void> };
  /** What an administrator has to know: null while it is used. */
  finding(): Finding | null;
  /** Looks at it now, as is done every second. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  /** Of the main database, for what it has written. */
  main: pg.Pool;
  /** Seconds that it may be behind. */
  mostBehind: number;
  log: Pick<Services["log"], "info" | "warn">;
}

/** Milliseconds: between two looks, between two at one that does not answer, and how long a look may take, for which nobody waits. */
const [every, rarely, patience] = [1_000, 5_000, 2_000];
/** Milliseconds for which somebody who doubts that it lives waits for its answer. */
const livesWithin = 100;

interface Position {
  position: string | null;
  system: string;
}
const written = `select (pg_current_wal_lsn() - '0/0')::text as position, (select system_identifier::text from pg_control_system()) as system`;
// Of a server that is no standby it is null.
const replayed = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position, (select system_identifier::text from pg_control_system()) as system`;

/**
 * Watches a replica, so that no reader has to find out: it is used while it answers, is a standby of the main database, and is not too far
 * behind it. A look each second tells. Beside that, a reader who has waited for a moment has it asked whether it lives; where it does not, all
 * that wait for it are cut off and read from the main database, and nobody else goes there before it is well again.
 */
export async function watchReplica({ url, main, mostBehind, log }: ReplicaOptions): Promise<WatchedReplica> {
  const meter = new LagMeter();
  const sockets = new Set<Socket>();
  let fault: string | null = "not asked yet";
  /** It does not answer: what is sent there would hang. */
  let isSilent = false;
  let looking: Promise<void> | undefined;
  let asking: Promise<Position> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** The socket of a connection, kept so that who waits for an answer can be cut off. */
  function stream(): Socket {
    // The driver listens for its errors as soon as it connects.
    const socket = new Socket();
    sockets.add(socket.on("close", () => void sockets.delete(socket)));
    return socket;
  }
  function streamOfReader(): Socket {
    const socket = stream();
    if (isSilent) process.nextTick(() => socket.destroy());
    return socket;
  }

  const asker = openPool(url, 1, { idleTimeout: 0, stream });

  /** One question at a time, whoever waits for its answer. */
  const ask = (): Promise<Position> =>
    (asking ??= asker
      .query<Position>(replayed)
      .then(({ rows }) => rows[0] as Position)
      .finally(() => (asking = undefined)));

  /** @throws after so many milliseconds, or what connecting throws */
  async function askWithin(milliseconds: number): Promise<Position> {
    const late = new AbortController();
    try {
      const answer = ask();
      answer.catch(() => {});
      return await Promise.race([
        answer,
        sleep(milliseconds, undefined, { signal: late.signal, ref: false })
          .then(nextTurn)
          .then(() => Promise.reject(new Error("no answer"))),
      ]);
    } finally {
      late.abort();
    }
  }

  function judge(next: string | null, silent = false): void {
    if (next !== fault) {
      if (next) log.warn({ reason: next }, "the replica is left out, the main database is read");
      else log.info("the replica is read");
    }
    fault = next;
    isSilent = silent;
    if (silent) for (const socket of sockets) socket.destroy();
  }

  async function check(): Promise<void> {
    const before = performance.now();
    const own = await main.query<Position>(written).then(
      ({ rows }) => rows[0],
      () => null,
    );
    // While the main database does not answer, what was known of the replica holds.
    if (!own) return;
    meter.written(before, Number(own.position));
    const found = await askWithin(patience).catch((error: Error) => error);
    if (found instanceof Error) return judge("it does not answer", true);
    if (found.position === null) return judge("it is no standby");
    if (found.system !== own.system) return judge("it is a standby of another database");
    const behind = meter.behind(performance.now(), Number(found.position));
    judge(behind > mostBehind * 1000 ? `it is more than ${mostBehind} s behind` : null);
  }

  const look = (): Promise<void> => (looking ??= check().finally(() => (looking = undefined)));

  async function keepLooking(): Promise<void> {
    await look();
    if (!isClosed) timer = setTimeout(() => void keepLooking(), isSilent ? rarely : every).unref();
  }
  await keepLooking();

  return {
    look,
    reader(most, options = {}) {
      const pool = openPool(url, most, { ...options, stream: streamOfReader });
      return {
        pool,
        isUsed: () => fault === null,
        async doubt() {
          if (fault === null) await askWithin(livesWithin).catch(() => judge("it does not answer", true));
        },
        close: () => pool.end(),
      };
    },
    finding: () =>
      fault === null
        ? null
        : {
            title: { zh: "从库未启用", en: "The replica is not in use" },
            text: {
              zh: `列表改从主库读取：从库无响应、落后超过${mostBehind}秒，或不是主库的从库。`,
              en: `Lists are read from the main database: ${fault}.`,
            },
          },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      await looking;
      await asker.end();
    },
  };
}
