import type pg from "pg";
import { unlessAborted } from "../foundation/abort.ts";
import { connected } from "./connected.ts";
import { migrate } from "./migrate.ts";
import { type StartOptions, startPostgres } from "../postgres/launcher.ts";
import type { Settings } from "../foundation/settings.ts";
import { SettingsError } from "../foundation/settings.ts";

export interface OpenDatabase {
  url: string;
  /** Folder of the embedded database. */
  home?: string;
  /** @param hurry see stopServer; a database given by DATABASE_URL goes on running */
  stop(hurry?: boolean): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL, or else the embedded one, and migrates it.
 * @param log receives one line for each slow step
 * @param options of the embedded database: see startPostgres
 * @throws SettingsError when the database of DATABASE_URL cannot be reached, or the embedded one does not start
 */
export async function openDatabase(
  settings: Settings,
  log: (line: string) => void,
  options: Pick<StartOptions, "log" | "signal"> = {},
): Promise<OpenDatabase> {
  if (settings.databaseUrl) await assertReachable(settings.databaseUrl);
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

const tlsError = /SSL|TLS|CERT|certificate|altname/i;

/** Checks an address before anything else uses it. The error is one line and names the host only, since the address holds a password. */
async function assertReachable(url: string): Promise<void> {
  const where = `the database at ${new URL(url).host} (DATABASE_URL)`;
  const isPooled = await sharesSessions(url).catch((error: NodeJS.ErrnoException) => {
    const { message, code = "" } = error;
    const hint = tlsError.test(`${code} ${message}`)
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
 * Whether a pooler hands a connection from one server process to another between transactions, as PgBouncer does in transaction mode: when a
 * second connection opens a transaction, it takes over the process that served the first one, which then gets another process.
 */
function sharesSessions(url: string): Promise<boolean> {
  const config = { connectionString: url, connectionTimeoutMillis: 10_000 };
  const getProcess = async (client: pg.Client): Promise<number> =>
    (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;
  return connected(config, (one) =>
    connected(config, async (other) => {
      const first = await getProcess(one);
      await other.query("begin");
      const others = await getProcess(other);
      return first === others || first !== (await getProcess(one));
    }),
  );
}
