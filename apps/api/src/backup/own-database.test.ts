import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { type TestDatabase, createTestDatabase } from "../../test/database/template-db.ts";
import { connected } from "../core/database/connected.ts";
import { type Settings, readSettings } from "../core/foundation/settings.ts";
import { loadKeys } from "../core/security/keys.ts";
import { restoreDump } from "./dump.ts";
import { restoreBackup } from "./restore-backup.ts";
import { assertRoom, takeBackup } from "./take-backup.ts";

/** What pg_restore writes: a table of the dump. */
const dumped = "create table restored (id int); insert into restored values (7);";
const hex = "ab".repeat(32);
const { PATH } = process.env;

let root: string;
let database: TestDatabase;
let settings: Settings;
beforeEach(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), "jipei-own-"));
  settings = readSettings({
    DATA_DIR: join(root, "data"),
    DATABASE_URL: database.url,
    FIELD_KEY: `${hex},2:${"cd".repeat(32)}`,
    TOKEN_KEY: hex,
    SM2_PRIVATE_KEY: hex,
  });
  await mkdir(join(root, "data/files"), { recursive: true });
  await mkdir(join(root, "programs"));
  process.env["PATH"] = `${join(root, "programs")}${delimiter}${PATH}`;
  await program("pg_dump", 'for word in "$@"; do case $word in --file=*) echo dump > "${word#--file=}";; esac; done');
  await program("pg_restore", `echo "${dumped}"`);
  await program("psql", `exec "${process.execPath}" "${join(root, "psql.mjs")}" "$@"`);
  await writeFile(
    join(root, "psql.mjs"),
    `import pg from "${import.meta.resolve("pg")}";
    const client = new pg.Client(process.argv.find((word) => word.startsWith("--dbname=")).slice(9));
    let sql = "";
    for await (const chunk of process.stdin) sql += chunk;
    await client.connect();
    await client.query(sql);
    await client.end();`,
  );
});
afterEach(async () => {
  await database.drop();
  await rm(root, { recursive: true });
});
after(() => {
  process.env["PATH"] = PATH;
});

/** Stands in for a program of PostgreSQL; psql does what it is told. */
const program = (name: string, script: string) =>
  writeFile(
    join(root, "programs", name),
    `#!/bin/sh\nif [ "$1" = --version ]; then echo "${name} (PostgreSQL) 99.1"; exit; fi\n${script}\n`,
    { mode: 0o755 },
  );
const query = <R extends object>(sql: string): Promise<R[]> =>
  connected(database.url, async (client) => (await client.query<R>(sql)).rows);
const getTables = async () =>
  (
    await query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    )
  ).map(({ name }) => name);
const silent = () => {};

describe("restoreDump", () => {
  const later =
    "create table later (org bigint references organisation (id)); create schema t_000007; create table t_000007.app_user (id int); create schema removed_000008";

  it("puts the dump in place of all that is there, also of what came after it: tables and tenants", async () => {
    await query(later);
    await restoreDump(database.url, "file", true);
    assert.deepEqual(await getTables(), ["restored"]);
    assert.deepEqual(await query("select id from restored"), [{ id: 7 }]);
    assert.deepEqual(await query("select nspname from pg_namespace where nspname ~ '^(t|removed)_'"), []);
    const [right] = await query<{ all: boolean; owner: string }>(
      "select has_schema_privilege('public', 'public', 'usage') as all, nspowner::regrole::text as owner from pg_namespace where nspname = 'public'",
    );
    assert.deepEqual(right, { all: true, owner: "pg_database_owner" });
  });

  it("leaves everything as it was when the dump cannot be read to its end, and when the database refuses it", async () => {
    await query(later);
    const before = await getTables();
    await program("pg_restore", `echo "${dumped}"; echo broken >&2; exit 1`);
    await assert.rejects(restoreDump(database.url, "file", true), /^Error: pg_restore failed: broken$/);
    assert.deepEqual(await getTables(), before);
    await program("pg_restore", `echo "${dumped} nonsense;"`);
    await assert.rejects(restoreDump(database.url, "file", true), /psql failed/);
    assert.deepEqual(await getTables(), before);
  });
});

describe("takeBackup of a database of one's own", () => {
  const take = (report: (line: string) => void = silent) =>
    takeBackup(settings, { to: join(root, "backups"), keep: 7, keys: join(root, "copies") }, report);

  it("writes the keys of the environment as files that a server can start with", async () => {
    const name = (await take()).split("/").at(-1) ?? "";
    const copies = join(root, "copies", name);
    assert.equal(await readFile(join(copies, "field"), "utf8"), `${hex}\n2:${"cd".repeat(32)}`);
    const [given, read] = [await loadKeys(settings), await loadKeys(readSettings({ KEYS_DIR: copies }))];
    for (const key of ["field", "token", "sm2"] as const) assert.deepEqual(read[key].accepted, given[key].accepted);
    assert.deepEqual(read.hashKey, given.hashKey);
  });

  it("leaves nothing of a backup that failed, so that the disk does not stay full", async () => {
    await program("pg_dump", "echo no space >&2; exit 1");
    await assert.rejects(take(), /pg_dump failed: no space/);
    assert.deepEqual(
      (await readdir(join(root, "backups"))).filter((name) => name.startsWith("jipei-")),
      [],
    );
  });

  it("counts the files of tenants that lie in buckets", async () => {
    await query(`create schema t_000007; create schema t_000008; set search_path = t_000007;
      create table schema_migration (); create table storage_provider (id bigint, category text);
      create table stored_object (provider_id bigint, state text);
      insert into storage_provider values (1, '1'); insert into stored_object values (1, 'kept'), (1, 'gone')`);
    const lines: string[] = [];
    await take((line) => lines.push(line));
    assert.ok(
      lines.some((line) => line.startsWith("1 files lie in a bucket")),
      lines.join("\n"),
    );
  });
});

describe("assertRoom", () => {
  it("refuses a backup that would not leave enough room on its disk (SettingsError)", async () => {
    await assertRoom(tmpdir(), 0);
    await assert.rejects(
      assertRoom(tmpdir(), 2 ** 60),
      /^Error: a backup needs \d+ MB, and \S+ has \d+ MB left; name another disk with --to$/,
    );
  });
});

describe("restoreBackup of a database of one's own", () => {
  const restore = (keys?: string) =>
    restoreBackup(settings, { from: join(root, "backups"), force: true, ...(keys && { keys }) }, silent);
  let files: string;
  beforeEach(async () => {
    // The folder of the files is a link, and its place another one; a mount cannot be renamed either.
    files = join(root, "data/files");
    await rm(files, { recursive: true });
    await mkdir(join(root, "elsewhere/org"), { recursive: true });
    await symlink(join(root, "elsewhere"), files);
    await writeFile(join(files, "org/kept"), "kept");
    await takeBackup(settings, { to: join(root, "backups"), keep: 7 }, silent);
    await rm(join(files, "org"), { recursive: true });
    await writeFile(join(files, "later"), "later");
  });

  it("swaps the files within their folder, which may be a link or a mount, and sets aside what was there", async () => {
    await restore();
    assert.equal(await readFile(join(root, "elsewhere/org/kept"), "utf8"), "kept");
    const [aside = "", ...others] = (await readdir(files)).sort();
    assert.deepEqual([aside.slice(0, 10), others], [".replaced-", ["org"]]);
    assert.deepEqual(await readdir(join(files, aside)), ["later"]);
  });

  it("touches nothing when --keys names a folder without keys", async () => {
    const before = await getTables();
    await assert.rejects(restore(join(root, "nowhere")), /there are no keys in/);
    assert.deepEqual(await getTables(), before);
    assert.ok(existsSync(join(files, "later")));
  });
});
