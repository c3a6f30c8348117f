import { spawn } from "node:child_process";
import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { connected } from "../core/database/connected.ts";
import { SettingsError } from "../core/foundation/settings.ts";
import { getTenantSchemas } from "../core/foundation/tenants.ts";

/** A database that is not the embedded one is dumped and restored with this machine's pg_dump, pg_restore and psql. */

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
 * @param replace whether what exists is dropped first
 * @throws SettingsError when a program is missing, too old or fails
 */
export async function restoreDump(url: string, file: string, replace: boolean): Promise<void> {
  await assertFits("pg_restore", url);
  await assertFits("psql", url);
  const before = replace ? await dropAll(url) : "";
  const psql = start("psql", ...withAddress(url, ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]));
  const archive = start("pg_restore", ["--no-owner", "--file=-", file], {});
  psql.child.stdout.resume();
  psql.child.stdin.write(`begin;\n${before}`);
  // psql that has failed reads no more; then its own error is the one to tell.
  const piped = pipeline(archive.child.stdout, psql.child.stdin, { end: false }).catch(() => archive.child.kill());
  const read = await archive.ended.then(
    () => true,
    () => false,
  );
  await piped;
  // Without this line, as after a dump that cannot be read to its end, the session ends without effect.
  psql.child.stdin.end(read ? "commit;\n" : "");
  await psql.ended;
  await archive.ended;
}

/**
 * SQL that drops everything of ours. `pg_restore --clean` would drop what the dump has, and leave, or fail at, what came later: the way back from
 * an upgrade. The schema `public` gets back what it has in a new database.
 */
const dropAll = (url: string): Promise<string> =>
  connected(url, async (client) =>
    [
      "set client_min_messages = warning",
      ...["public", "pgboss", ...(await getTenantSchemas(client, { empty: true }))].map(
        (name) => `drop schema if exists ${name} cascade`,
      ),
      "create schema public",
      "alter schema public owner to pg_database_owner",
      "grant usage on schema public to public",
      "comment on schema public is 'standard public schema'",
      "",
    ].join(";\n"),
  );

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

async function run(program: string, url: string, args: string[]): Promise<void> {
  await output(program, ...withAddress(url, args));
}

/** Passes the password in the environment of the program, not in its arguments, which every user of the machine can see. */
function withAddress(url: string, args: string[]): [string[], NodeJS.ProcessEnv] {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  return [[`--dbname=${address.href}`, ...args], password ? { PGPASSWORD: password } : {}];
}

async function output(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { child, ended } = start(program, args, env);
  child.stdin.end();
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  await ended;
  return out;
}

/** Starts a program. @returns it, and a promise that it ends well */
function start(program: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: "pipe", windowsHide: true });
  // A program that has ended takes no more input; its exit code tells why.
  child.stdin.on("error", () => {});
  let err = "";
  child.stderr.on("data", (chunk) => (err += chunk));
  const ended = once(child, "close").then(([code]) => {
    if (code !== 0)
      throw new SettingsError(
        `${program} failed: ${err.trim().split("\n").slice(-3).join(" ") || `exit code ${code}`}`,
      );
  });
  ended.catch(() => {});
  return { child, ended };
}
