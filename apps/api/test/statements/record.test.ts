import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type TestDatabase, createTestDatabase } from "../database/template-db.ts";

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

/** What a process records that looks for a row in a table by `liveRow`. */
async function recordOf(table: string): Promise<{ places: string[]; texts: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), "jipei-record-"));
  const program = `
    import { openDb, openPool } from "${new URL("../../src/core/database/db.ts", import.meta.url).href}";
    import { liveRow } from "${new URL("../../src/core/database/rows.ts", import.meta.url).href}";
    const pool = openPool(${JSON.stringify(database.url)}, 1);
    await liveRow(openDb(pool), { table: "${table}" }, "1").catch(() => {});
    await pool.end();`;
  const record = `--import=${new URL("record.ts", import.meta.url).href}`;
  const child = spawn(process.execPath, [record, "--input-type=module", "--eval", program], {
    env: { ...process.env, SQL_RECORD: folder },
    stdio: ["ignore", "inherit", "inherit"],
  });
  assert.deepEqual(await once(child, "exit"), [0, null]);
  const [file = ""] = await readdir(folder);
  const written = JSON.parse(await readFile(join(folder, file), "utf8"));
  await rm(folder, { recursive: true });
  return written;
}

describe("the record of statements", () => {
  it("records the place of a statement that PostgreSQL accepted, and its text as the product sent it", async () => {
    const { places, texts } = await recordOf("course");
    assert.match(places.join(), /^apps\/api\/src\/core\/database\/rows\.ts:\d+:\d+$/);
    assert.ok(texts.includes('select t.* from "course" t where t.id = $1 and t.is_deleted = 0'));
  });

  it("leaves out a statement that PostgreSQL refused", async () => {
    const { places, texts } = await recordOf("nowhere");
    assert.deepEqual(places, []);
    assert.ok(!texts.join().includes("nowhere"));
  });
});
