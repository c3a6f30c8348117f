import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

// Values travel as text: 64-bit ids and decimals would lose digits as JavaScript numbers, dates would gain a time zone.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (value) => value)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => value.slice(0, 19))
types.setTypeParser(pg.types.builtins.TIME, (value) => value.slice(0, 5))
// bigint[] is read as text[] is.
types.setTypeParser(1016 as never, pg.types.getTypeParser(1009 as never) as (value: string) => string[])

/**
 * A pool on one database. Sessions run in China time, so that timestamps read and compare as clerks write them.
 * @param url postgres:// address
 * @param max greatest number of connections
 * @param schema the only one whose tables its statements find; left out: that of the database
 */
export function openPool(url: string, max = 20, schema?: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    options: `-c TimeZone=Asia/Shanghai -c DateStyle=ISO,YMD${schema ? ` ${onlySchema(schema)}` : ''}`,
    // Who has waited this long for a connection is told to try later, instead of waiting for ever.
    connectionTimeoutMillis: 10_000,
    // A statement that runs this long is a fault; a clerk has given up long before.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 120_000,
  })
  // An idle connection that breaks (database restarted) is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

/** Option of a connection that finds tables of one schema and of no other. @param schema a name of ours, never a user's */
export const onlySchema = (schema: string): string => `-c search_path=${schema}`

/** Kysely over a pool: camel case in code, snake case in the database. */
export const openDb = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
