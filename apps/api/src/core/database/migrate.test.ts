import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import type { EmbeddedPostgres } from "../postgres/launcher.ts";
import { dropDatabase } from "../../../test/database/template-db.ts";
import { databaseUrl, testServer } from "../../../test/database/test-server.ts";
import { connected } from "./connected.ts";
import { migrate, MigrationError } from "./migrate.ts";

let server: EmbeddedPostgres;
let dir: string;
let url: string;
let counter = 0;

before(async () => {
  server = await testServer();
});
after(() => server.stop());

beforeEach(async () => {
  const name = `jipei_test_${process.pid}_migrate${++counter}`;
  await ask(server.url, `create database ${name}`);
  url = databaseUrl(server.url, name);
  dir = mkdtempSync(join(tmpdir(), "jipei-migrate-"));
});
afterEach(async () => {
  await connected(server.url, (client) => dropDatabase(client, new URL(url).pathname.slice(1)));
  rmSync(dir, { recursive: true });
});

const ask = (address: string, sql: string) => connected(address, async (client) => (await client.query(sql)).rows);

const write = (name: string, sql: string) => writeFileSync(join(dir, name), sql);
const fails = (message: RegExp, options = {}) =>
  assert.rejects(
    migrate(url, { dir, ...options }),
    (error: Error) => error instanceof MigrationError && message.test(error.message),
  );

describe("migrate", () => {
  it("applies each file once, in order of number", async () => {
    write("0002_second.sql", "insert into t values (2);");
    write("0001_first.sql", "create table t (n int); insert into t values (1);");
    assert.deepEqual(await migrate(url, { dir }), ["0001_first.sql", "0002_second.sql"]);
    assert.deepEqual(await migrate(url, { dir }), []);
    write("0003_third.sql", "insert into t values (3);");
    assert.deepEqual(await migrate(url, { dir }), ["0003_third.sql"]);
    assert.deepEqual(await ask(url, "select n from t order by n"), [{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it("rolls back the whole upgrade when a file fails (MigrationError)", async () => {
    write("0001_first.sql", "create table t (n int);");
    await migrate(url, { dir });
    write("0002_second.sql", "insert into t values (1); create table u (n int);");
    write("0003_wrong.sql", "insert into t values (2);\ninsert into nowhere values (1);");
    await fails(/^migration 0003_wrong\.sql, line 2: relation "nowhere" does not exist/);
    assert.deepEqual(
      await ask(
        url,
        `select to_regclass('u') as u, (select count(*)::int from t) as rows, array(select name from schema_migration) as applied`,
      ),
      [{ u: null, rows: 0, applied: ["0001_first.sql"] }],
    );
    write("0003_wrong.sql", "insert into t values (2);");
    assert.deepEqual(await migrate(url, { dir }), ["0002_second.sql", "0003_wrong.sql"]);
  });

  it("upgrades no tenant when a file fails for one of them, and names that tenant", async () => {
    write("0001_first.sql", "create table t (n int);");
    for (const tenant of ["t_000001", "t_000002"]) {
      await ask(url, `create schema ${tenant}`);
      await migrate(url, { dir, schema: tenant });
    }
    await migrate(url, { dir });
    // An unfinished schema without a history is left alone.
    await ask(url, "create schema t_000003");
    await ask(url, "insert into t_000002.t values (1), (1)");
    write("0002_unique.sql", "create unique index t_n on t (n);");
    await assert.rejects(migrate(url, { dir, tenants: true }), {
      message: /^tenant 000002: migration 0002_unique\.sql: could not create unique index/,
    });
    const history = `select (select count(*)::int from schema_migration) as installation, (select count(*)::int from t_000001.schema_migration) as one, (select count(*)::int from t_000002.schema_migration) as two`;
    assert.deepEqual(await ask(url, history), [{ installation: 1, one: 1, two: 1 }]);
    await ask(url, "delete from t_000002.t");
    assert.deepEqual(await migrate(url, { dir, tenants: true }), ["0002_unique.sql"]);
    assert.deepEqual(await ask(url, history), [{ installation: 2, one: 2, two: 2 }]);
  });

  it("checks deferred constraints after each file, so that the next one may change the same tables", async () => {
    write(
      "0001_first.sql",
      "create table t (n int primary key); create table u (n int references t deferrable initially deferred);",
    );
    write("0002_rows.sql", "insert into u values (1); insert into t values (1);");
    write("0003_alter.sql", "alter table u add column m int not null default 0; create index u_n on u (n);");
    assert.equal((await migrate(url, { dir })).length, 3);
  });

  it("applies each file once when several processes start together", async () => {
    write("0001_first.sql", "create table t (n int); select pg_sleep(0.2); insert into t values (1);");
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url, { dir })));
    assert.deepEqual(applied.flat(), ["0001_first.sql"]);
    assert.deepEqual(await ask(url, "select n from t"), [{ n: 1 }]);
  });

  it("refuses a changed file, and outside production says how to go on", async () => {
    write("0001_first.sql", "create table t (n int);");
    await migrate(url, { dir });
    write("0001_first.sql", "create table t (n bigint);");
    await fails(/0001_first\.sql has changed.*remove DATA_DIR/);
    await fails(/0001_first\.sql has changed.*restore the file$/, { production: true });
  });

  it("refuses a database that is newer than the program", async () => {
    write("0001_first.sql", "create table t (n int);");
    await migrate(url, { dir });
    rmSync(join(dir, "0001_first.sql"));
    await fails(/has migration 0001_first\.sql, which this version does not know/);
  });

  it("refuses malformed file names and duplicate numbers", async () => {
    write("1_first.sql", "");
    await fails(/not named NNNN_name\.sql/);
    rmSync(join(dir, "1_first.sql"));
    write("0001_a.sql", "");
    write("0001_b.sql", "");
    await fails(/0001_a\.sql and 0001_b\.sql have the same number/);
  });

  it("accepts files with other line ends", async () => {
    write("0001_first.sql", "create table t (n int);\ncreate table u (n int);\n");
    await migrate(url, { dir });
    write("0001_first.sql", "create table t (n int);\r\ncreate table u (n int);\r\n");
    assert.deepEqual(await migrate(url, { dir }), []);
  });

  it("applies the migrations of this project to an empty database", async () => {
    const own = join(import.meta.dirname, "../../../migrations");
    const names = readdirSync(own).filter((name) => name.endsWith(".sql"));
    assert.deepEqual((await migrate(url)).length, names.length);
    assert.deepEqual(await migrate(url), []);
  });
});
