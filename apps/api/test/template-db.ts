import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { isAlive } from '../../../scripts/lib/lock.mjs'
import { migrate } from '../src/core/migrate.ts'
import { seedTemplate } from './template-seed.ts'
import { connected, databaseUrl, testServer } from './test-server.ts'

export interface TestDatabase {
  url: string
  /** Drops the database. Close your own connections first; those still open are cut. */
  drop(): Promise<void>
}

const project = join(import.meta.dirname, '../../..')
const sources = ['apps/api/migrations', 'apps/api/seed', 'packages/contract/src', 'apps/api/test/template-seed.ts']

/** A database of its own for a test file, migrated and with reference data: a clone of a template that is made once. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneOf(`reference_${fingerprint(sources)}`, async (url) => {
    await migrate(url)
    await seedTemplate(url)
  })
}

/** Any number that nothing else locks on. */
const lockKey = 707_431_002

let counter = 0

/**
 * A clone of a template database.
 * @param template its name, which must change with what `fill` does
 * @param fill makes the template out of an empty database, once
 */
export async function cloneOf(template: string, fill: (url: string) => Promise<void>): Promise<TestDatabase> {
  const server = await testServer()
  const name = `jipei_test_${process.pid}_${++counter}`
  await connected(server.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await removeLeftovers(client)
    await ensureTemplate(client, server.url, `jipei_template_${template}`, fill)
    await client.query('select pg_advisory_unlock($1)', [lockKey])
    await client.query(`create database ${name} template jipei_template_${template}`)
  })
  return {
    url: databaseUrl(server.url, name),
    async drop() {
      await connected(server.url, (client) => dropDatabase(client, name))
      await server.stop()
    },
  }
}

async function ensureTemplate(
  client: pg.Client,
  serverUrl: string,
  template: string,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount) return
  const half = 'jipei_template_half'
  await dropDatabase(client, half)
  await client.query(`create database ${half}`)
  await fill(databaseUrl(serverUrl, half))
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
  const old = names.filter((name) => name.startsWith('jipei_template_')).slice(6)
  for (const name of [...abandoned, ...old]) await dropDatabase(client, name)
}

/** A short hash of everything in these files and folders of the project but tests. */
export function fingerprint(paths: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string) => hash.update(path).update(readFileSync(path))
  for (const path of paths.map((name) => join(project, name))) {
    if (/\.\w+$/.test(path)) add(path)
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && !entry.name.endsWith('.test.ts')) add(join(entry.parentPath, entry.name))
      }
  }
  return hash.digest('hex').slice(0, 12)
}

/** Drops a database with whoever is still connected. The server's own cleaning up may be at work in it for a moment, which we may not end. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return void (await client.query(`drop database if exists ${name} with (force)`))
    } catch (error) {
      if ((error as { code?: string }).code !== '42501' || attempt === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
}
