import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { isAlive } from "@jipei/process/lock.mjs";
import { migrate } from "../../src/core/database/migrate.ts";
import { seedTemplate } from "./template-seed.ts";
import { connected } from "../../src/core/database/connected.ts";
import { databaseUrl, testFolder, testServer } from "./test-server.ts";

export interface TestDatabase {
  url: string;
  /** The files of its template; not to be changed. */
  templateFolder: string;
  /** Drops the database. Close your own connections first; any other is cut. */
  drop(): Promise<void>;
}

const project = join(import.meta.dirname, "../../../..");
const sources = [
  "apps/api/migrations",
  "apps/api/seed",
  "packages/contract/src",
  "apps/api/test/database/template-seed.ts",
];

/** A database of its own for a test file, migrated and with reference data: a clone of a template that is made once. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(`reference_${fingerprint(sources)}`, async (url) => {
    await migrate(url);
    await seedTemplate(url);
  });
}

/** Makes a template from an empty database, and an empty folder for the files that belong to it. */
type Fill = (url: string, folder: string) => Promise<void>;

/** An advisory lock number that nothing else uses. */
const lockKey = 707_431_002;

let counter = 0;

/**
 * A clone of a template database.
 * @param name of the template, which must change with what `fill` writes
 * @param fill called once
 */
export async function cloneDatabase(name: string, fill: Fill): Promise<TestDatabase> {
  const server = await testServer();
  const template = `jipei_template_${name}`;
  const clone = `jipei_test_${process.pid}_${++counter}`;
  const templateFolder = await connected(server.url, async (client) => {
    const folders = await templateFolders(client);
    if (counter === 1) await removeLeftovers(client, folders);
    // One lock for each template, so that a quick one does not wait for a slow one.
    await client.query("select pg_advisory_lock($1, hashtext($2))", [lockKey, template]);
    await ensureTemplate(client, server.url, template, join(folders, template), fill);
    await client.query("select pg_advisory_unlock($1, hashtext($2))", [lockKey, template]);
    await client.query(`create database ${clone} template ${template} strategy file_copy`);
    return join(folders, template);
  });
  return {
    url: databaseUrl(server.url, clone),
    templateFolder,
    async drop() {
      await connected(server.url, (client) => dropDatabase(client, clone));
      await server.stop();
    },
  };
}

/** Folder of the files of a server's templates: another server has templates of the same names. */
async function templateFolders(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>("select system_identifier::text as id from pg_control_system()");
  return join(testFolder, "templates", rows[0]!.id);
}

async function ensureTemplate(
  client: pg.Client,
  serverUrl: string,
  template: string,
  folder: string,
  fill: Fill,
): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [template]);
  // The temporary folder may have been cleared since.
  if (rowCount && existsSync(folder)) return;
  const half = `${template}_half`;
  for (const name of [template, half]) await dropDatabase(client, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await client.query(`create database ${half}`);
  await fill(databaseUrl(serverUrl, half), folder);
  await client.query(`alter database ${half} rename to ${template}`);
}

/** Drops databases of killed test runs, and templates of older sources except a few that another run may be using. */
async function removeLeftovers(client: pg.Client, folders: string): Promise<void> {
  const { rows: locked } = await client.query<{ ours: boolean }>("select pg_try_advisory_lock($1) as ours", [lockKey]);
  // Another process is using it.
  if (!locked[0]?.ours) return;
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where datname ~ '^jipei_(test|template)_' order by oid desc",
  );
  const names = rows.map((row) => row.datname);
  const abandoned = names.filter((name) => {
    const pid = /^jipei_test_(\d+)_/.exec(name)?.[1];
    return pid && !isAlive(Number(pid));
  });
  const old = names.filter((name) => name.startsWith("jipei_template_")).slice(6);
  for (const name of [...abandoned, ...old]) {
    await dropDatabase(client, name);
    await rm(join(folders, name), { recursive: true, force: true });
  }
  await client.query("select pg_advisory_unlock($1)", [lockKey]);
}

/** Computed once, because sources do not change while a process of tests runs. */
const fingerprints = new Map<string, string>();

/** A short hash of these files and folders of the project, without their tests. */
export function fingerprint(paths: readonly string[]): string {
  const key = paths.join();
  const known = fingerprints.get(key);
  if (known) return known;
  const hash = createHash("sha256");
  const add = (path: string) => hash.update(path).update(readFileSync(path));
  for (const path of paths.map((name) => join(project, name))) {
    if (/\.\w+$/.test(path)) add(path);
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && !entry.name.endsWith(".test.ts")) add(join(entry.parentPath, entry.name));
      }
  }
  const made = hash.digest("hex").slice(0, 12);
  fingerprints.set(key, made);
  return made;
}

/**
 * Drops a database and cuts its connections. Not `with (force)`: PostgreSQL refuses that while autovacuum works in the database,
 * and only a plain drop ends autovacuum.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
        [name],
      );
      return void (await client.query(`drop database if exists ${name}`));
    } catch (error) {
      // A client whose connection was cut may have connected again.
      if ((error as { code?: string }).code !== objectInUse || attempt === 10) throw error;
    }
}
const objectInUse = "55006";
