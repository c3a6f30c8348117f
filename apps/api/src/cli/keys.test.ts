import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type TestDatabase, createTestDatabase } from "../../test/database/template-db.ts";
import { connected } from "../core/database/connected.ts";
import { launch } from "../../test/support/launch.ts";

let database: TestDatabase;
let dataDir: string;
before(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "jipei-keys-"));
});
after(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

describe("npm run keys -- status", () => {
  it("reports which version of each key is in use, and the progress of re-encryption", async () => {
    const run = async () => {
      const program = launch({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: "off" }, "src/cli/keys.ts");
      assert.equal(await program.ended, 0, program.output);
      return program.output;
    };
    assert.match(await run(), /^field: version 1 in use; here: 1$/m);
    await connected(database.url, (client) =>
      client.query("insert into reencryption (version, pages_done, pages_total) values (2, 3, 10)"),
    );
    assert.match(await run(), /^encrypting anew under version 2: 3 of 10 pages$/m);
  });
});
