import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { isAlive } from '../../../scripts/lib/lock.mjs'
import { migrate } from '../src/core/migrate.ts'
import type { EmbeddedPostgres } from '../src/core/postgres/launcher.ts'
import { startPostgres } from '../src/core/postgres/launcher.ts'
import { seedTemplate } from './template-seed.ts'

export interface TestDatabase {
  url: string
  /** Drops the database. Close your own connections first; those still open are cut. */
  drop(): Promise<void>
}

/** Any number that nothing else locks on. */
const lockKey = 707_431_002

let counter = 0

/**
 * A database of its own for a test file: a clone of the migrated and seeded template. The server is TEST_DATABASE_URL when
 * set, otherwise an embedded one that all test files of this machine's project share; the last to leave stops it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer()
  const template = `jipei_template_${fingerprint()}`
  const name = `jipei_test_${process.pid}_${++counter}`
  await asOwner(server.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await removeLeftovers(client)
    await ensureTemplate(client, server.url, template)
    await client.query('select pg_advisory_unlock($1)', [lockKey])
    await client.query(`create database ${name} template ${template}`)
  })
  return {
    url: databaseUrl(server.url, name),
    async drop() {
      await asOwner(server.url, (client) => client.query(`drop database if exists ${name} with (force)`))
      await server.stop()
    },
  }
}

/** Joins the server for tests, so that it runs until stop(). Its data can be lost in a power loss, which makes it quick. */
export async function testServer(): Promise<EmbeddedPostgres> {
  const external = process.env.TEST_DATABASE_URL
  if (external) return { url: external, stop: async () => {} }
  // Below the temporary folder, because any account can get there even where the project lies in /root.
  const project = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 8)
  const folder = join(tmpdir(), `jipei-test-${process.getuid?.() ?? 0}-${project}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  users++
  const server = await startPostgres(folder, () => {}, { durable: false })
  return { url: server.url, stop: async () => void (--users === 0 && (await server.stop())) }
}

/** A process counts once at the server, however many databases it made. */
let users = 0

async function ensureTemplate(client: pg.Client, serverUrl: string, template: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount) return
  const half = 'jipei_template_half'
  await client.query(`drop database if exists ${half} with (force)`)
  await client.query(`create database ${half}`)
  await migrate(databaseUrl(serverUrl, half))
  await seedTemplate(databaseUrl(serverUrl, half))
  await client.query(`alter database ${half} rename to ${template}`)
}

/** Databases of killed test runs, and templates of older sources but for a few that another run may be using. */
async function removeLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where datname ~ '^jipei_(test|template)_' order by oid desc",
  )
  const names = rows.map((row) => row.datname)
  const abandoned = names.filter((name) => {
    const pid = /^jipei_test_(\d+)_/.exec(name)?.[1]
    return pid && !isAlive(Number(pid))
  })
  const old = names.filter((name) => name.startsWith('jipei_template_')).slice(4)
  for (const name of [...abandoned, ...old]) await client.query(`drop database if exists ${name} with (force)`)
}

/** Of everything that makes the template what it is: the migrations, the seeds and the contract they read. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const api = join(import.meta.dirname, '..')
  const folders = ['migrations', 'seed', '../../packages/contract/src'].map((folder) => join(api, folder))
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)))
    }
  }
  hash.update(readFileSync(join(import.meta.dirname, 'template-seed.ts')))
  return hash.digest('hex').slice(0, 12)
}

/** The address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
