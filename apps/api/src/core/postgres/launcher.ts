import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withLock } from '../../../../../scripts/lib/lock.mjs'
import { serverAccount } from './account.ts'
import type { Credentials, Place } from './cluster.ts'
import { choosePort, configure, createCluster, currentPort, loadCredentials } from './cluster.ts'
import { serverHome } from './home.ts'
import { runningServer, runTool } from './postmaster.ts'
import { installProgram } from './program.ts'
import { ServerUsers } from './users.ts'
import { connected } from '../connected.ts'
import { SettingsError } from '../settings.ts'

export interface EmbeddedPostgres {
  /** Of the database `jipei` as the user `jipei`: its owner, may create databases, is no superuser. */
  url: string
  /** Leaves the server; the last process to leave stops it. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** false gives up safety against power loss for speed: for tests only. */
  durable?: boolean
}

/**
 * Starts the embedded PostgreSQL whose files are below `dataDir`, or joins it where it runs already: started by another process
 * of ours, or left behind by one that was killed. See docs/decisions for why we have our own launcher.
 * @param log receives one line for each slow step
 */
export async function startPostgres(
  dataDir: string,
  log: (line: string) => void,
  options: StartOptions = {},
): Promise<EmbeddedPostgres> {
  const home = await serverHome(dataDir, serverAccount)
  const users = new ServerUsers(home)
  const lock = join(home, 'lock')
  const cluster = join(home, 'cluster')

  const url = await withLock(lock, async () => {
    const place: Place = {
      home,
      cluster,
      program: await installProgram(home),
      account: serverAccount(cluster),
      durable: options.durable ?? true,
    }
    const credentials = await loadCredentials(home)
    if (!existsSync(cluster)) {
      log(`creating the database in ${home}`)
      await createCluster(place, credentials.admin)
    }
    await checkVersion(place)
    await ensureRunning(place, users)
    users.join()
    const port = await currentPort(cluster)
    await createDatabase(port, credentials)
    return `postgres://jipei:${credentials.app}@127.0.0.1:${port}/jipei`
  })

  let stopping: Promise<void> | undefined
  const stop = () =>
    withLock(lock, async () => {
      if (!users.leave() || !runningServer(cluster)) return
      await runTool(
        await installProgram(home),
        'pg_ctl',
        ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '120'],
        serverAccount(cluster),
        home,
      )
    })
  return { url, stop: () => (stopping ??= stop()) }
}

async function ensureRunning(place: Place, users: ServerUsers): Promise<void> {
  const { home, cluster, program, account } = place
  if (runningServer(cluster) && (await settled(cluster))) return
  users.clear()
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await configure(place, await choosePort(cluster))
  const log = join(cluster, 'start.log')
  await rm(log, { force: true })
  try {
    // The wait is long because recovery after a power loss may be.
    await runTool(program, 'pg_ctl', ['start', '-D', cluster, '-l', log, '-w', '-t', '600'], account, home)
  } catch {
    const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n')
    throw new SettingsError(
      `the embedded PostgreSQL did not start: ${lines.slice(-3).join(' ') || 'no message'} (${join(cluster, 'log')})`,
    )
  }
}

/** Waits until a server that is starting or stopping is one or the other. Answers whether it runs. */
async function settled(cluster: string): Promise<boolean> {
  while (runningServer(cluster)) {
    const state = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[7]?.trim()
    if (state === 'ready') return true
    await sleep(100)
  }
  return false
}

/** A cluster can only be served by its own major version. */
async function checkVersion({ cluster, program }: Place): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (!program.includes(`program-${version}.`)) {
    throw new SettingsError(
      `the data in ${cluster} is of PostgreSQL ${version}, this program brings another; see "Upgrade" in docs/operations.md`,
    )
  }
}

async function createDatabase(port: number, credentials: Credentials): Promise<void> {
  await connected({ host: '127.0.0.1', port, user: 'postgres', password: credentials.admin, database: 'postgres' }, async (client) => {
    const role = await client.query("select from pg_roles where rolname = 'jipei'")
    if (role.rowCount === 0) await client.query(`create role jipei login createdb password '${credentials.app}'`)
    const database = await client.query("select from pg_database where datname = 'jipei'")
    if (database.rowCount === 0) await client.query('create database jipei owner jipei')
  })
}
