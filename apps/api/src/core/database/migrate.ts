import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { connected } from "./connected.ts";

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** An error with one clear line for those who start the server. */
export class MigrationError extends Error {}

const migrationFolder = join(import.meta.dirname, "../../../migrations");

/** Any number that nothing else locks on. */
const lockKey = 707_431_001;

export interface MigrateOptions {
  dir?: string;
  production?: boolean;
  /** An existing schema with tables and a migration history of its own; where left out, the database's default. */
  schema?: string;
  /** Whether the schemas of tenants are migrated too. Unfinished ones are not: they are migrated when they are created. */
  tenants?: boolean;
}

/**
 * Brings the database to the newest version: applies each `NNNN_name.sql` that it does not have yet, in order, and records it in
 * `schema_migration`. All of it, tenants included, is one transaction: an upgrade happens completely or not at all, and when it fails the old
 * version can go on. Processes that start together wait for one another.
 * @returns the names applied now; those applied to tenants are not among them
 * @throws MigrationError when a file fails, has changed since it was applied, or is gone
 */
export async function migrate(
  url: string,
  { dir = migrationFolder, production = false, schema, tenants = false }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(dir);
  return connected({ connectionString: url }, async (client) => {
    await client.query("begin");
    try {
      await client.query("select pg_advisory_xact_lock($1)", [lockKey]);
      const applied = await applyPending(client, migrations, production, schema);
      for (const tenant of tenants ? await tenantSchemas(client) : [])
        await applyPending(client, migrations, production, tenant).catch((error: Error) =>
          fail(`tenant ${tenant.slice(2)}: ${error.message}`),
        );
      await client.query("commit");
      return applied;
    } catch (error) {
      // When the connection is lost, the database rolls back by itself.
      await client.query("rollback").catch(() => {});
      throw error;
    }
  });
}

async function applyPending(
  client: pg.Client,
  migrations: readonly Migration[],
  production: boolean,
  schema: string | undefined,
): Promise<string[]> {
  await client.query(`set local search_path = ${schema ?? "default"}`);
  await client.query(
    "create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from schema_migration");
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  checkApplied(applied, migrations, production);
  const pending = migrations.filter((migration) => !applied.has(migration.name));
  for (const migration of pending) await apply(client, migration);
  return pending.map((migration) => migration.name);
}

/** The schemas of tenants that have a migration history. */
async function tenantSchemas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname ~ '^t_[0-9]{6}$' and to_regclass(nspname || '.schema_migration') is not null order by nspname",
  );
  return rows.map(({ name }) => name);
}

function fail(message: string): never {
  throw new MigrationError(message);
}

/** The migrations of a folder in order. Refuses names that do not fit and numbers used twice. */
async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith(".sql")).sort();
  const seen = new Map<string, string>();
  for (const name of names) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new MigrationError(`migration ${name} is not named NNNN_name.sql`);
    const number = name.slice(0, 4);
    const other = seen.get(number);
    if (other) throw new MigrationError(`migrations ${other} and ${name} have the same number`);
    seen.set(number, name);
  }
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have changed the line ends; that is no change of the migration.
      const sql = (await readFile(join(dir, name), "utf8")).replaceAll("\r\n", "\n");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

function checkApplied(applied: Map<string, string>, migrations: readonly Migration[], production: boolean): void {
  const files = new Map(migrations.map((migration) => [migration.name, migration.sha256]));
  const remedy = production
    ? "restore the file"
    : "restore the file, or begin with a fresh database (npm run db:reset, or remove DATA_DIR)";
  for (const [name, sha256] of applied) {
    const file = files.get(name);
    if (!file)
      throw new MigrationError(
        `the database has migration ${name}, which this version does not know; start the newer version`,
      );
    if (file !== sha256) throw new MigrationError(`migration ${name} has changed since it was applied; ${remedy}`);
  }
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query(sql);
    // Deferred constraints are checked after each migration, because the next one may change its tables.
    await client.query("set constraints all immediate; set constraints all deferred");
    await client.query("insert into schema_migration (name, sha256) values ($1, $2)", [name, sha256]);
  } catch (error) {
    const { message, position, detail } = error as pg.DatabaseError;
    const line = position ? `, line ${sql.slice(0, Number(position)).split("\n").length}` : "";
    throw new MigrationError(`migration ${name}${line}: ${message}${detail ? ` (${detail})` : ""}`);
  }
}
