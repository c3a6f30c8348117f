import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { connected } from './connected.ts'
import { onlySchema } from './db.ts'

export interface Migration {
  name: string
  sql: string
  sha256: string
}

/** One clear line for whoever starts the server. */
export class MigrationError extends Error {}

const migrationFolder = join(import.meta.dirname, '../../migrations')

/** Any number that nothing else locks on. */
const lockKey = 707_431_001

/**
 * Brings the database to the newest version: applies each `NNNN_name.sql` that it has not seen, in order, each in a transaction
 * of its own, and writes it down in `schema_migration`. Processes that start together wait for one another.
 * @param options.schema a schema that is there, with tables and a history of its own; left out: that of the database
 * @returns the names applied now
 * @throws MigrationError when a file fails, has changed since it was applied, or is gone
 */
export async function migrate(url: string, options: { dir?: string; production?: boolean; schema?: string } = {}): Promise<string[]> {
  const migrations = await readMigrations(options.dir ?? migrationFolder)
  return connected({ connectionString: url, ...(options.schema && { options: onlySchema(options.schema) }) }, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration')
    const applied = new Map(rows.map((row) => [row.name, row.sha256]))
    compare(applied, migrations, options.production ?? false)
    const pending = migrations.filter((migration) => !applied.has(migration.name))
    for (const migration of pending) await apply(client, migration)
    return pending.map((migration) => migration.name)
  })
}

/** The migrations of a folder in order. Refuses names that do not fit and numbers used twice. */
async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  const seen = new Map<string, string>()
  for (const name of names) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new MigrationError(`migration ${name} is not named NNNN_name.sql`)
    const number = name.slice(0, 4)
    const other = seen.get(number)
    if (other) throw new MigrationError(`migrations ${other} and ${name} have the same number`)
    seen.set(number, name)
  }
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have changed the line ends; that is no change of the migration.
      const sql = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function compare(applied: Map<string, string>, migrations: Migration[], production: boolean): void {
  const files = new Map(migrations.map((migration) => [migration.name, migration.sha256]))
  const remedy = production ? 'restore the file' : 'restore the file, or begin with a fresh database (npm run db:reset, or remove DATA_DIR)'
  for (const [name, sha256] of applied) {
    const file = files.get(name)
    if (!file)
      throw new MigrationError(`the database has migration ${name}, which this version does not know; start the newer version`)
    if (file !== sha256) throw new MigrationError(`migration ${name} has changed since it was applied; ${remedy}`)
  }
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const { message, position, detail } = error as pg.DatabaseError
    const line = position ? `, line ${sql.slice(0, Number(position)).split('\n').length}` : ''
    throw new MigrationError(`migration ${name}${line}: ${message}${detail ? ` (${detail})` : ''}`)
  }
}
