import { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Finding } from "../../foundation/monitoring/alerts.ts";
import { type PoolOptions, openPool } from "../db.ts";
import type { Replica } from "./replica.ts";
import { LagMeter } from "./replica-lag.ts";
import type { Log } from "../../foundation/log.ts";

export interface WatchedReplica {
  /** A pool for reading one schema. @param most connections at most */
  reader(most: number, options?: PoolOptions): Replica & { close(): Promise<void> };
  /** What administrators are told about it; null while it is used. */
  finding(): Finding | null;
  /** Checks it now; the watch does so every second. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  /** Pool of the main database, to ask how far it has written. */
  main: pg.Pool;
  /** Seconds that the replica may be behind. */
  mostBehind: number;
  log: Pick<Log, "info" | "warn">;
}

/** Milliseconds: between two checks, between two checks of a replica that does not answer, and the timeout of a check. */
const [every, rarely, checkTimeout] = [1_000, 5_000, 2_000];
/** Milliseconds within which the replica must answer while a read waits for it. */
const aliveTimeout = 100;

interface Position {
  position: string | null;
  system: string;
}
const written = `select (pg_current_wal_lsn() - '0/0')::text as position, (select system_identifier::text from pg_control_system()) as system`;
// The position of a server that is not a standby is null.
const replayed = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position, (select system_identifier::text from pg_control_system()) as system`;

/**
 * Watches a replica, so that no reader has to wait for a broken one. It is used while it answers, is a standby of the main database, and is
 * not too far behind; a check each second decides. In addition, a read that has waited for a moment starts a check whether the replica is
 * alive. If it is not, all waiting connections are closed, those reads go to the main database, and the replica is left out until it has
 * recovered.
 */
export async function watchReplica({ url, main, mostBehind, log }: ReplicaOptions): Promise<WatchedReplica> {
  const meter = new LagMeter();
  const sockets = new Set<Socket>();
  let issue: string | null = "not asked yet";
  /** Whether it does not answer, so that a statement sent there would hang. */
  let isSilent = false;
  let looking: Promise<void> | undefined;
  let pendingCheck: Promise<Position> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Creates the socket of a connection, and remembers it, so that it can be closed while somebody waits for an answer. */
  function createSocket(): Socket {
    // The driver adds its error listener as soon as it connects.
    const socket = new Socket();
    sockets.add(socket.on("close", () => void sockets.delete(socket)));
    return socket;
  }
  function createReaderSocket(): Socket {
    const socket = createSocket();
    if (isSilent) process.nextTick(() => socket.destroy());
    return socket;
  }

  const checkPool = openPool(url, 1, { idleTimeout: 0, stream: createSocket });

  /** Sends one question at a time; all callers share its answer. */
  const ask = (): Promise<Position> =>
    (pendingCheck ??= checkPool
      .query<Position>(replayed)
      .then(({ rows }) => rows[0] as Position)
      .finally(() => (pendingCheck = undefined)));

  /** @throws when there is no answer within so many milliseconds, or what connecting throws */
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

  /** Says why the replica is left out, null to use it. @param silent whether it does not answer: its connections are closed */
  function setIssue(next: string | null, silent = false): void {
    if (next !== issue) {
      if (next) log.warn({ reason: next }, "the replica is left out, the main database is read");
      else log.info("the replica is read");
    }
    issue = next;
    isSilent = silent;
    if (silent) for (const socket of sockets) socket.destroy();
  }

  async function check(): Promise<void> {
    const before = performance.now();
    const own = await main.query<Position>(written).then(
      ({ rows }) => rows[0],
      () => null,
    );
    // While the main database does not answer, nothing new is known about the replica.
    if (!own) return;
    meter.written(before, Number(own.position));
    const found = await askWithin(checkTimeout).catch((error: Error) => error);
    if (found instanceof Error) return setIssue("it does not answer", true);
    if (found.position === null) return setIssue("it is no standby");
    if (found.system !== own.system) return setIssue("it is a standby of another database");
    const behind = meter.behind(performance.now(), Number(found.position));
    setIssue(behind > mostBehind * 1000 ? `it is more than ${mostBehind} s behind` : null);
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
      const pool = openPool(url, most, { ...options, stream: createReaderSocket });
      return {
        pool,
        isUsed: () => issue === null,
        async checkAlive() {
          if (issue === null) await askWithin(aliveTimeout).catch(() => setIssue("it does not answer", true));
        },
        close: () => pool.end(),
      };
    },
    finding: () =>
      issue === null
        ? null
        : {
            title: { zh: "从库未启用", en: "The replica is not in use" },
            text: {
              zh: `列表改从主库读取：从库无响应、落后超过${mostBehind}秒，或不是主库的从库。`,
              en: `Lists are read from the main database: ${issue}.`,
            },
          },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      await looking;
      await checkPool.end();
    },
  };
}
