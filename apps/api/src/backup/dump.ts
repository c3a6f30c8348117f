import { spawn } from "node:child_process";
import { connected } from "../core/database/connected.ts";
import { SettingsError } from "../core/foundation/settings.ts";

/** A database that is not the embedded one is dumped and restored with this machine's pg_dump and pg_restore. */

/**
 * @param file the dump, in PostgreSQL's custom format
 * @throws SettingsError when pg_dump is missing, too old or fails
 */
export async function dump(url: string, file: string): Promise<void> {
  await assertFits("pg_dump", url);
  await run("pg_dump", url, ["--format=custom", "--no-owner", `--file=${file}`]);
}

/** Whether a database has tables, and whether somebody else is connected to it. */
export const getState = (url: string): Promise<{ isEmpty: boolean; isUsed: boolean }> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{
      isEmpty: boolean;
      isUsed: boolean;
    }>(`select not exists (select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as "isEmpty",
      exists (select from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as "isUsed"`);
    return rows[0] as { isEmpty: boolean; isUsed: boolean };
  });

/**
 * Restores all of a dump, or nothing.
 * @param replace whether existing tables are dropped first
 * @throws SettingsError when pg_restore is missing, too old or fails
 */
export async function restoreDump(url: string, file: string, replace: boolean): Promise<void> {
  await assertFits("pg_restore", url);
  await run("pg_restore", url, [
    "--no-owner",
    "--single-transaction",
    "--exit-on-error",
    ...(replace ? ["--clean", "--if-exists"] : []),
    file,
  ]);
}

async function assertFits(program: string, url: string): Promise<void> {
  const wanted = await connected(url, async (client) =>
    Math.floor(
      Number(
        (await client.query<{ server_version_num: string }>("show server_version_num")).rows[0]?.server_version_num,
      ) / 10_000,
    ),
  );
  const needed = `${program} of PostgreSQL ${wanted} or newer is needed (Debian: postgresql-client-${wanted} of apt.postgresql.org)`;
  const version = await output(program, ["--version"], {}).catch(() => {
    throw new SettingsError(`${needed}; this machine has none`);
  });
  const has = Number(/(\d+)(\.\d+|devel|beta|rc)/.exec(version)?.[1]);
  if (!(has >= wanted)) throw new SettingsError(`${needed}; this machine has ${has}`);
}

/** Passes the password in the environment of the program, not in its arguments, which every user of the machine can see. */
async function run(program: string, url: string, args: string[]): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  await output(program, [`--dbname=${address.href}`, ...args], password ? { PGPASSWORD: password } : {});
}

function output(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0
        ? resolve(out)
        : reject(
            new SettingsError(
              `${program} failed: ${err.trim().split("\n").slice(-3).join(" ") || `exit code ${code}`}`,
            ),
          ),
    );
  });
}
