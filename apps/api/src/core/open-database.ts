import { unlessAborted } from './abort.ts'
import { connected } from './connected.ts'
import { migrate } from './migrate.ts'
import { type StartOptions, startPostgres } from './postgres/launcher.ts'
import type { Settings } from './settings.ts'
import { SettingsError } from './settings.ts'

export interface OpenDatabase {
  url: string
  /** Folder of the embedded one. */
  home?: string
  /** @param hurry see stopServer; another process's database just goes on */
  stop(hurry?: boolean): Promise<void>
}

/**
 * The migrated database: of DATABASE_URL, or the embedded one.
 * @param log receives one line for each slow step
 * @param options of the embedded one: see startPostgres
 * @throws SettingsError when an address given cannot be reached, or the embedded one does not start
 */
export async function openDatabase(settings: Settings, log: (line: string) => void, options: Pick<StartOptions, 'log' | 'signal'> = {}): Promise<OpenDatabase> {
  if (settings.databaseUrl) await mustAnswer(settings.databaseUrl, 'DATABASE_URL')
  if (settings.replicaUrl) await mustAnswer(settings.replicaUrl, 'DATABASE_REPLICA_URL')
  const database = settings.databaseUrl ? { url: settings.databaseUrl, stop: async () => {} } : await startPostgres(settings.dataDir, log, options)
  try {
    const applied = await unlessAborted(options.signal, migrate(database.url, { production: settings.production, tenants: settings.tenantMode }))
    if (applied.length > 0) log(`applied ${applied.length} migrations, up to ${applied.at(-1)}`)
    return database
  } catch (error) {
    await database.stop(options.signal?.aborted)
    throw error
  }
}

/** Tells early and in one line what is wrong with an address. The line names the host only: the address holds a password. */
async function mustAnswer(url: string, variable: string): Promise<void> {
  try {
    await connected({ connectionString: url, connectionTimeoutMillis: 10_000 }, async () => {})
  } catch (error) {
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code
    throw new SettingsError(`the database at ${new URL(url).host} (${variable}) cannot be reached: ${reason}`)
  }
}
