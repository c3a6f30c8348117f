import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tenantCalls as calls } from "@jipei/contract/tenants/tenant.ts";
import { type TestApp, startTestApp } from "../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("Tenant.remove of an unfinished tenant", () => {
  it("removes schema and preparation where tenant mode is off, so that no process is making it", async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      `insert into tenant (tenant_id, tenant_name, create_user, update_user) values ('000007', '半成品', 1, 1) returning id`,
    );
    await app.pool.query("create schema t_000007");
    await app.as("sysAdmin").call(calls.remove, { ids: rows[0]?.id as string });
    const left = await app.pool.query("select from pg_namespace where nspname = 't_000007'");
    assert.equal(left.rowCount, 0);
  });
});
