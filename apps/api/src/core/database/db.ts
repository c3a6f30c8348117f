import type { Socket } from "node:net";
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { borrow } from "./borrowed.ts";
import { nameOfRepeated } from "./prepared-statements.ts";
import type { Database } from "./tables.ts";

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

// Values travel as text: 64-bit ids and decimals would lose digits as JavaScript numbers, dates would gain a time zone.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => value.slice(0, 19));
types.setTypeParser(pg.types.builtins.TIME, (value) => value.slice(0, 5));
// bigint[] (type 1016) is parsed like text[] (1009). The declared types know no arrays.
types.setTypeParser(1016 as never, pg.types.getTypeParser(1009 as never) as (value: string) => string[]);

/** Milliseconds to wait for a connection or for a lock. After that the caller is asked to try again later (BUSY). */
const timeouts = { connection: 10_000, lock: 5_000, shortLock: 2_000 };

export interface PoolOptions {
  /** The only schema whose tables its statements find; where left out, the database's default. */
  schema?: string;
  /** Milliseconds that a statement waits for a lock; 5,000 where left out. */
  lockTimeout?: number;
  /** Milliseconds after which an idle connection is closed; 10,000 where left out, 0: never. */
  idleTimeout?: number;
  /** Creates the socket of each connection, for callers that must be able to close it. */
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
  { schema, lockTimeout = timeouts.lock, idleTimeout = 10_000, stream }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: timeouts.connection,
    idleTimeoutMillis: idleTimeout,
    keepAlive: true,
    ...(stream && { stream }),
    // Said when the connection is there, and not with the request for one: poolers like PgBouncer refuse, or drop, what they do not know.
    // The pool waits for what it is answered, which the declared type does not say.
    onConnect: (client) => client.query(sessionSettings(lockTimeout, schema)) as unknown as void,
  });
  ignoreErrors(pool);
  // The pool itself listens for errors of idle connections only.
  pool.on("connect", ignoreErrors);
  return pool;
}

const sessionSettings = (lockTimeout: number, schema: string | undefined): string =>
  [
    "set timezone = 'Asia/Shanghai'",
    "set datestyle = 'ISO, YMD'",
    `set lock_timeout = ${lockTimeout}`,
    // A statement that runs for a minute is a bug; no user waits that long.
    "set statement_timeout = 60000",
    "set idle_in_transaction_session_timeout = 120000",
    watchClients,
    ...(schema ? [onlySchema(schema)] : []),
  ].join(";");

/** Ends statements whose client has left within half a second. Servers on systems that cannot look after connections refuse the setting. */
const watchClients = `do $$ begin perform set_config('client_connection_check_interval', '500', false); exception when others then null; end $$`;

/**
 * Adds an empty error listener, because Node ends the process at an `error` event that has no listener. Nothing is hidden by it: a statement
 * on a lost connection fails, now or later.
 */
const ignoreErrors = (connection: { on(event: "error", listener: () => void): unknown }): void =>
  void connection.on("error", () => {});

/** The pools of one server on its main database. They are separate so that a queue in one of them does not hold up the others. */
export interface Pools {
  /** For writes, and for jobs. */
  pool: pg.Pool;
  /** For reads. Locks on rows do not stop readers, so reading goes on while all writers wait. */
  readPool: pg.Pool;
  /** For short statements that everything begins with: authentication and sign-in. */
  shortPool: pg.Pool;
  /** One connection for health checks, so that they never wait for other statements. */
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
    shortPool: openPool(url, most.shortPool, { ...options, lockTimeout: timeouts.shortLock }),
    probePool: openPool(url, 1, options),
  };
}

export const closePools = ({ pool, readPool, shortPool, probePool }: Pools): Promise<unknown> =>
  Promise.all([...new Set([pool, readPool, shortPool, probePool])].map((one) => one.end()));

/** Runs work with a connection of a pool. After a failure the connection is closed, since its state is unknown. */
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

/** The statement that restricts a connection to the tables of one schema. @param schema a name from our code, never from a user */
export const onlySchema = (schema: string): string => `set search_path = ${schema}`;

/** A connection whose statements are prepared once they have come back; cursors pass through. */
async function borrowPrepared(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await borrow(pool);
  const query = (text: string | pg.QueryConfig, values?: unknown[]) =>
    client.query(typeof text === "string" ? { name: nameOfRepeated(text, values), text, values } : text);
  return Object.assign(Object.create(client) as pg.PoolClient, {
    query,
    release: (broken?: boolean | Error) => client.release(broken),
  });
}

/** Kysely over a pool: camel case in code, snake case in the database. Statements that come back are prepared (prepared-statements.ts). */
export const openDb = (pool: pg.Pool): Db =>
  new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect: () => borrowPrepared(pool), end: () => pool.end() },
    }),
    plugins: [new CamelCasePlugin()],
  });
