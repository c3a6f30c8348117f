import type { Socket } from "node:net";
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Database } from "../database.ts";

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

// Values travel as text: 64-bit ids and decimals would lose digits as JavaScript numbers, dates would gain a time zone.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => value.slice(0, 19));
types.setTypeParser(pg.types.builtins.TIME, (value) => value.slice(0, 5));
// bigint[] is read as text[] is.
types.setTypeParser(1016 as never, pg.types.getTypeParser(1009 as never) as (value: string) => string[]);

/** Milliseconds. Who has waited this long for a connection or for a lock is told to try later, instead of waiting for ever. */
const patience = { connection: 10_000, lock: 5_000, shortLock: 2_000 };

export interface PoolOptions {
  /** The only schema whose tables its statements find; left out: that of the database. */
  schema?: string;
  /** Milliseconds that a statement waits for a lock; five seconds where left out. */
  lockTimeout?: number;
  /** Milliseconds after which a connection that nobody uses is closed; ten seconds where left out, 0: never. */
  idleTimeout?: number;
  /** Makes the socket of each connection, for who must be able to cut it. */
  stream?: () => Socket;
}

/**
 * A pool on one database. Sessions run in China time, so that timestamps read and compare as clerks write them.
 * @param url postgres:// address
 * @param max greatest number of connections
 */
export function openPool(
  url: string,
  max = 20,
  { schema, lockTimeout = patience.lock, idleTimeout = 10_000, stream }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: patience.connection,
    idleTimeoutMillis: idleTimeout,
    keepAlive: true,
    ...(stream && { stream }),
    // Said when the connection is there, and not with the request for one: poolers like PgBouncer refuse, or drop, what they do not know.
    onConnect: (client) => client.query(sessionSettings(lockTimeout, schema)) as unknown as void,
  });
  outlive(pool);
  // The pool listens to its connections only while nobody has them.
  pool.on("connect", outlive);
  return pool;
}

const sessionSettings = (lockTimeout: number, schema: string | undefined): string =>
  [
    "set timezone = 'Asia/Shanghai'",
    "set datestyle = 'ISO, YMD'",
    `set lock_timeout = ${lockTimeout}`,
    // A statement that runs this long is a fault; a clerk has given up long before.
    "set statement_timeout = 60000",
    "set idle_in_transaction_session_timeout = 120000",
    ...(schema ? [onlySchema(schema)] : []),
  ].join(";");

/**
 * The loss of a connection is told to whoever asks something of it, then or later. Without a listener it would also end the process,
 * which is what node does about any error that nobody listens for.
 */
const outlive = (connection: { on(event: "error", listener: () => void): unknown }): void =>
  void connection.on("error", () => {});

/** The pools of one server on its main database: what waits in one of them takes nothing from the others. */
export interface Pools {
  /** For what changes something, and for jobs. */
  pool: pg.Pool;
  /** For what only reads. A row that is locked is read all the same, so reading goes on while all writers wait. */
  readPool: pg.Pool;
  /** For what must be quick because everything begins with it: who is asking, and signing in. */
  shortPool: pg.Pool;
  /** One connection for the question whether the database answers, which waits for nothing else. */
  probePool: pg.Pool;
}

/** @param most connections of the first three; the fourth has one */
export function openPools(
  url: string,
  most: { pool: number; readPool: number; shortPool: number },
  options: PoolOptions = {},
): Pools {
  return {
    pool: openPool(url, most.pool, options),
    readPool: openPool(url, most.readPool, options),
    shortPool: openPool(url, most.shortPool, { ...options, lockTimeout: patience.shortLock }),
    probePool: openPool(url, 1, options),
  };
}

export const closePools = ({ pool, readPool, shortPool, probePool }: Pools): Promise<unknown> =>
  Promise.all([...new Set([pool, readPool, shortPool, probePool])].map((one) => one.end()));

/** Lends a connection of a pool. After a failure it is not used again: nobody knows what state it is in. */
export async function withConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Statement after which a connection finds tables of one schema and of no other. @param schema a name of ours, never a user's */
export const onlySchema = (schema: string): string => `set search_path = ${schema}`;

/** Kysely over a pool: camel case in code, snake case in the database. */
export const openDb = (pool: pg.Pool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
