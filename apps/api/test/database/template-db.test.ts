import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestDatabase } from "./template-db.ts";
import { cloneDatabase, createTestDatabase } from "./template-db.ts";
import { connected } from "../../src/core/database/connected.ts";

let one: TestDatabase;
let two: TestDatabase;

before(async () => {
  [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

after(async () => {
  await one.drop();
  await two.drop();
});

const query = (url: string, sql: string) => connected(url, async (client) => (await client.query(sql)).rows);

describe("createTestDatabase", () => {
  it("each clone is migrated", async () => {
    const [row] = await query(one.url, "select count(*)::int as count from schema_migration");
    assert.ok(row.count >= 0);
  });

  it("clones do not share rows", async () => {
    await query(one.url, "create table only_here (id int)");
    const [row] = await query(two.url, "select to_regclass('only_here') as found");
    assert.equal(row.found, null);
  });

  it("has exclusion constraints over ids and time ranges", async () => {
    await query(one.url, "create extension if not exists btree_gist");
    await query(
      one.url,
      "create table busy (teacher bigint, during tstzrange, exclude using gist (teacher with =, during with &&))",
    );
    await query(one.url, "insert into busy values (1, '[2026-01-01 08:00, 2026-01-01 10:00)')");
    await assert.rejects(
      query(one.url, "insert into busy values (1, '[2026-01-01 09:00, 2026-01-01 11:00)')"),
      /busy_teacher_during_excl/,
    );
  });
});

describe("cloneDatabase", () => {
  it("makes a template once, and again when its files are gone", async () => {
    let made = 0;
    const clone = async () => {
      const database = await cloneDatabase("of_this_test", async (_url, folder) =>
        writeFile(join(folder, "made"), `${process.pid} ${++made}`),
      );
      await database.drop();
      return database.templateFolder;
    };
    const folder = await clone();
    const first = await readFile(join(folder, "made"), "utf8");
    assert.equal(await readFile(join(await clone(), "made"), "utf8"), first);
    await rm(folder, { recursive: true });
    assert.notEqual(await readFile(join(await clone(), "made"), "utf8"), first);
  });
});
