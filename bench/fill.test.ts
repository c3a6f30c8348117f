import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { createTestDatabase } from "../apps/api/test/database/template-db.ts";
import { testServices } from "../apps/api/test/support/test-services.ts";
import { fillChain } from "./chain/chain-fill.ts";
import { chain } from "./chain/chain-rows.ts";
import { openCounty } from "./county.ts";
import { fillLog } from "./logs/log-fill.ts";
import { type OfficeTable, fillOffice, officeTables } from "./office.ts";
import { fillTasks } from "./workflow/fill-tasks.ts";

/** The measurements run seldom, and fill tables by statements of their own, which no migration may leave behind. */
describe("npm run bench", () => {
  it("fills institutions, classes and students", async () => {
    await using county = await openCounty(80);
    const { rows } = await county.services.pool.query(
      "select (select count(*)::int from training_class) as classes, (select count(*)::int from student) as students",
    );
    assert.deepEqual(rows, [{ classes: 80, students: 80 }]);
  });

  it("fills every table of the chain", async () => {
    const database = await createTestDatabase();
    const services = testServices(database.url);
    try {
      await fillChain(services, 500);
      for (const table of Object.keys(chain)) {
        const { rows } = await services.pool.query(`select from ${table} limit 1`);
        assert.equal(rows.length, 1, `${table} is empty`);
      }
    } finally {
      await services.pool.end();
      await database.drop();
    }
  });

  it("fills the tables of the administration and the logs", async () => {
    const database = await createTestDatabase();
    const services = testServices(database.url);
    try {
      for (const table of Object.keys(officeTables) as OfficeTable[]) await fillOffice(services, table, 100);
      for (const table of ["api_log", "usual_log", "error_log"] as const) await fillLog(services, table, 100);
      const { rows } = await services.pool.query(
        "select (select count(*)::int from sms_message) as texts, (select count(*)::int from api_log) as calls",
      );
      assert.deepEqual(rows, [{ texts: 100, calls: 100 }]);
    } finally {
      await services.pool.end();
      await database.drop();
    }
  });

  it("fills processes and tasks, ten done for each open one", async () => {
    const database = await createTestDatabase();
    const services = testServices(database.url);
    try {
      await fillTasks(services, { open: 300, busy: "1", idle: "2" });
      const { rows } = await services.pool.query(
        "select count(*) filter (where status < '2')::int as open, count(*) filter (where status = '2')::int as done from flow_task",
      );
      assert.deepEqual(rows, [{ open: 300, done: 3000 }]);
    } finally {
      await services.pool.end();
      await database.drop();
    }
  });
});
