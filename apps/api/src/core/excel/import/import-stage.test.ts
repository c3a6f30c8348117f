import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { type TestDatabase, createTestDatabase } from "../../../../test/database/template-db.ts";
import { type Db, openDb, openPool } from "../../database/db.ts";
import { retried } from "./import-stage.ts";

let database: TestDatabase;
let db: Db;
before(async () => {
  database = await createTestDatabase();
  db = openDb(openPool(database.url, 1));
});
after(async () => {
  await db.destroy();
  await database.drop();
});

const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });

describe("retried", () => {
  it("does the work again when the database asks for it, without what was written before", async () => {
    let attempts = 0;
    const names = await db.transaction().execute(async (tx) => {
      await retried(tx, async () => {
        await sql`insert into seeded (name) values (${`attempt ${++attempts}`})`.execute(tx);
        if (attempts < 3) throw deadlock;
      });
      return (await sql<{ name: string }>`select name from seeded where name like 'attempt%'`.execute(tx)).rows;
    });
    assert.deepEqual(names, [{ name: "attempt 3" }]);
  });

  it("gives up after the fourth time, and at once for anything else", async () => {
    for (const [error, expected] of [
      [deadlock, 4],
      [new Error("other"), 1],
    ] as const) {
      let attempts = 0;
      const failing = db.transaction().execute((tx) =>
        retried(tx, async () => {
          attempts++;
          throw error;
        }),
      );
      await assert.rejects(failing, error);
      assert.equal(attempts, expected);
    }
  });
});
