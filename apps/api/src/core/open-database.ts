import type pg from "pg";
import { unlessAborted } from "./abort.ts";
import { connected } from "./connected.ts";
import { migrate } from "./migrate.ts";
import { type StartOptions, startPostgres } from "./postgres/launcher.ts";
import type { Settings } from "./settings.ts";
import { SettingsError } from "./settings.ts";

export interface OpenDatabase {
  url: string;
  /** Folder of the embedded one. */
  home?: string;
  /** @param hurry see stopServer; another process's database just goes on */
  stop(hurry?: boolean): Promise<void>;
}

/**
 * The migrated database: of DATABASE_URL, or the embedded one.
 * @param log receives one line for each slow step
 * @param options of the embedded one: see startPostgres
 * @throws SettingsError when an address given cannot be reached, or the embedded one does not start
 */
export async function openDatabase(
  settings: Settings,
  log: (line: string) => void,
  options: Pick<StartOptions, "log" | "signal"> = {},
): Promise<OpenDatabase> {
  if (settings.databaseUrl) await mustServe(settings.databaseUrl);
  const database = settings.databaseUrl
    ? { url: settings.databaseUrl, stop: async () => {} }
    : await startPostgres(settings.dataDir, log, options);
  try {
    const applied = await unlessAborted(
      options.signal,
      migrate(database.url, { production: settings.production, tenants: settings.tenantMode }),
    );
    if (applied.length > 0) log(`applied ${applied.length} migrations, up to ${applied.at(-1)}`);
    return database;
  } catch (error) {
    await database.stop(options.signal?.aborted);
    throw error;
  }
}

const tlsFault = /SSL|TLS|CERT|certificate|altname/i;

/** Tells early and in one line what is wrong with an address. The line names the host only: the address holds a password. */
async function mustServe(url: string): Promise<void> {
  const where = `the database at ${new URL(url).host} (DATABASE_URL)`;
  const isPooled = await sharesSessions(url).catch((error: NodeJS.ErrnoException) => {
    const { message, code = "" } = error;
    const hint = tlsFault.test(`${code} ${message}`)
      ? "; its certificate is checked: name the authority with sslrootcert=<file> in the address, or relax the check with sslmode=no-verify (encrypted only) or sslmode=disable"
      : "";
    throw new SettingsError(`${where} cannot be reached: ${message || code}${hint}`);
  });
  if (isPooled)
    throw new SettingsError(
      `${where} is reached through a pooler in transaction mode, which keeps neither settings, locks nor announcements of a session; set pool_mode = session for it, or let the address lead to PostgreSQL itself`,
    );
}

/**
 * Whether a connection is handed from one server process to another between its transactions, as PgBouncer does in transaction mode: while
 * somebody else is in a transaction, the process that served us is his, and we get another.
 */
function sharesSessions(url: string): Promise<boolean> {
  const config = { connectionString: url, connectionTimeoutMillis: 10_000 };
  const processOf = async (client: pg.Client): Promise<number> =>
    (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;
  return connected(config, (one) =>
    connected(config, async (other) => {
      const first = await processOf(one);
      await other.query("begin");
      const others = await processOf(other);
      return first === others || first !== (await processOf(one));
    }),
  );
}
