// Slow: starts real servers behind a real pooler, in each of its modes.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { launch, ready } from "../support/launch.ts";
import { type Pooler, startPgBouncer } from "./pgbouncer.ts";
import { connected } from "../../src/core/database/connected.ts";
import { openPool } from "../../src/core/database/db.ts";
import { openDatabase } from "../../src/core/database/open-database.ts";
import { SettingsError, readSettings } from "../../src/core/foundation/settings.ts";
import { type ServerDatabase, createServerDatabase } from "./demo-db.ts";

let database: ServerDatabase;
before(async () => {
  database = await createServerDatabase();
});
after(() => database.drop());

const pooled = async (
  mode: "session" | "transaction",
  work: (pooler: Pooler) => Promise<void>,
  lines: readonly string[] = [],
): Promise<void> => {
  const pooler = await startPgBouncer(database.url, mode, lines);
  try {
    await work(pooler);
  } finally {
    await pooler.stop();
  }
};
const start = (url: string) => launch({ DATABASE_URL: url, DATA_DIR: database.dataDir, DEMO: "off" });

describe("PgBouncer before the database", () => {
  it("in session mode works: settings persist, jobs run, notifications arrive, and a terminated session is replaced", () =>
    pooled("session", async ({ url }) => {
      const server = start(url);
      const address = await ready(server);
      assert.equal((await fetch(`${address}/api/ready`)).status, 200);
      const pool = openPool(url, 2, { schema: "public", lockTimeout: 1234 });
      const { rows } = await pool.query(
        `select current_setting('TimeZone') as zone, current_setting('lock_timeout') as wait, current_setting('search_path') as path`,
      );
      assert.deepEqual(rows, [{ zone: "Asia/Shanghai", wait: "1234ms", path: "public" }]);
      await pool.end();
      await connected(database.url, async (client) => {
        const listening = await client.query(
          `select from pg_stat_activity where datname = current_database() and query ilike 'listen %' or query ilike '%pg_listening_channels%'`,
        );
        assert.notEqual(listening.rowCount, 0);
        await client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
        );
      });
      while ((await fetch(`${address}/api/ready`)).status !== 200);
      server.child.kill("SIGTERM");
      assert.equal(await server.ended, 0, server.output);
    }));

  it("in transaction mode is refused in one line that says what to set, also where it hides that it drops settings", async () => {
    for (const lines of [[], ["ignore_startup_parameters = options,extra_float_digits,statement_timeout"]])
      await pooled(
        "transaction",
        async ({ url }) => {
          const settings = readSettings({ DATABASE_URL: url, DATA_DIR: database.dataDir });
          await assert.rejects(
            openDatabase(settings, () => {}),
            (error: Error) =>
              error instanceof SettingsError &&
              /^the database at 127\.0\.0\.1:\d+ \(DATABASE_URL\) is reached through a pooler in transaction mode.*set pool_mode = session/.test(
                error.message,
              ),
          );
        },
        lines,
      );
  });
});
