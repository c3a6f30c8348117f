// Slow: makes five tenants on real servers, three of them killed in the middle; each migrates a whole schema.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, it } from "node:test";
import { tenantCalls as calls } from "@jipei/contract/tenants/tenant.ts";
import pg from "pg";
import { launch, ready } from "../../test/support/launch.ts";
import { anAccount, basic, password } from "../../test/support/sign-in.ts";
import { createServerDatabase } from "../../test/database/demo-db.ts";
import { type TwoServers, twoServers } from "../../test/support/two-servers.ts";

/** Tenants on two server processes, and on one that is killed while it makes a tenant. */
let both: TwoServers;
let admin: string;
before(async () => {
  both = await twoServers({ TENANT_MODE: "on" });
  const { account } = await anAccount(both.app, { roles: ["sysAdmin"] });
  admin = (await signIn(both.urls[0], account, password, "000000")).access_token;
});
after(() => both?.close());

async function signIn(url: string, account: string, secret: string, tenantId: string): Promise<any> {
  const answer = await fetch(`${url}/api/oauth/token`, {
    method: "POST",
    headers: { authorization: basic() },
    body: new URLSearchParams({ grant_type: "password", username: account, password: secret, scope: "all", tenantId }),
  });
  return answer.json();
}
async function call(url: string, path: string, token: string, body: object): Promise<{ status: number; data: any }> {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { token, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, data: ((await answer.json()) as { data: unknown }).data };
}
const whoAmI = (url: string, token: string) => call(url, "/api/blade-auth/oauth/user-info", token, {});

async function until<T>(ask: () => Promise<T | null | undefined | false>, seconds = 120): Promise<T> {
  for (let i = 0; i < seconds * 10; i++) {
    const found = await ask();
    if (found) return found;
    await sleep(100);
  }
  throw new Error("did not happen in time");
}

describe("Tenant.submit", () => {
  it("makes a tenant at one node, both serve it, and a change made at one takes effect on the other at once", async () => {
    const [one, two] = both.urls;
    const made = (await call(one, calls.submit.path, admin, { tenantName: "两台服务器" })).data;
    await until(
      async () =>
        (await both.app.pool.query(`select from tenant where tenant_id = $1 and status = '1'`, [made.tenantId]))
          .rowCount === 1,
    );
    const { access_token: token, tenant_id: tenantId } = await signIn(two, "admin", made.password, made.tenantId);
    assert.equal(tenantId, made.tenantId);
    assert.deepEqual([(await whoAmI(one, token)).status, (await whoAmI(two, token)).status], [200, 200]);
    const set = async (status: string) => {
      const { rows } = await both.app.pool.query("select version from tenant where id = $1", [made.id]);
      assert.equal(
        (
          await call(one, calls.submit.path, admin, {
            id: made.id,
            version: rows[0].version,
            tenantName: "两台服务器",
            status,
          })
        ).status,
        200,
      );
    };
    await set("2");
    assert.deepEqual([(await whoAmI(two, token)).status, (await whoAmI(one, token)).status], [401, 401]);
    await set("1");
    assert.equal((await whoAmI(two, token)).status, 200);
    await call(one, calls.setting.path, admin, { ids: made.id, settings: { validUntil: "2020-01-01" } });
    assert.equal((await whoAmI(two, token)).status, 401);
  });

  it("cut off by a killed server is finished by the next start, and its password still works", async () => {
    const database = await createServerDatabase();
    const env = { DATABASE_URL: database.url, DATA_DIR: database.dataDir, DEMO: "off", TENANT_MODE: "on" };
    const client = new pg.Client(database.url);
    // Holds a lock, and looks for nothing: to_regclass() takes no lock, so within a transaction it may go on answering from its cache.
    const holder = new pg.Client(database.url);
    try {
      let server = launch(env);
      let url = await ready(server);
      await client.connect();
      await holder.connect();
      await client.query(
        `insert into app_user (account, name, real_name, login_type, status, audience, password_hash, create_user, update_user) select 'boss', 'x', 'x', '0', '1', 'bureau', password_hash, 0, 0 from (values ($1)) v (password_hash)`,
        [await (await import("../core/security/password.ts")).hashPassword(password)],
      );
      await client.query(
        `insert into user_role (user_id, role_id) select u.id, r.id from app_user u, role r where u.account = 'boss' and r.role_alias = 'sysAdmin'`,
      );
      const token = (await signIn(url, "boss", password, "000000")).access_token;
      const getSchema = async (tenantId: string) =>
        (
          await client.query(
            `select count(*) as tables from pg_class where relnamespace = to_regnamespace($1) and relkind = 'r'`,
            [`t_${tenantId}`],
          )
        ).rows[0].tables;
      // Before the schema is there, in the middle of the migrations, and among the reference data.
      const moments: ((tenantId: string) => Promise<unknown>)[] = [
        async () => {},
        (tenantId) => until(async () => Number(await getSchema(tenantId)) > 20),
        (tenantId) =>
          until(
            async () =>
              (await client.query(`select to_regclass($1) as region`, [`t_${tenantId}.user_limit`])).rows[0].region !==
              null,
          ),
      ];
      for (const [place, moment] of moments.entries()) {
        // Names of their own: a call that is repeated within seconds makes nothing new.
        const answer = await call(url, calls.submit.path, token, { tenantName: `中断${place}` });
        assert.equal(answer.status, 200, JSON.stringify(answer.data));
        const made = answer.data;
        // Its last step waits for this lock: however fast the machine is, the server is killed before it.
        await holder.query("begin");
        await holder.query("select from tenant where tenant_id = $1 for update", [made.tenantId]);
        await moment(made.tenantId).catch((cause: unknown) => {
          throw new Error(`it was not made: ${server.output.slice(-2000)}`, { cause });
        });
        server.child.kill("SIGKILL");
        await server.ended;
        await holder.query("rollback");
        // Unfinished: nobody may use it.
        const { rows } = await client.query("select status from tenant where tenant_id = $1", [made.tenantId]);
        assert.equal(rows[0].status, "0");
        server = launch(env);
        url = await ready(server);
        const signedIn = await signIn(url, "admin", made.password, made.tenantId);
        assert.equal(signedIn.tenant_id, made.tenantId, JSON.stringify(signedIn));
        assert.equal((await client.query(`select from t_${made.tenantId}.app_user`)).rowCount, 1);
        assert.equal((await client.query("select from tenant_preparation")).rowCount, 0);
      }
      server.child.kill("SIGTERM");
      await server.ended;
    } finally {
      await holder.end();
      await client.end();
      await database.drop();
    }
  });

  it("stores a tenant without tenant mode, and the first start with it makes it", async () => {
    const database = await createServerDatabase();
    const env = { DATABASE_URL: database.url, DATA_DIR: database.dataDir, DEMO: "off" };
    const client = new pg.Client(database.url);
    try {
      await client.connect();
      await client.query(
        `insert into tenant (tenant_id, tenant_name, create_user, update_user) values ('300003', '待建', 0, 0)`,
      );
      await client.query(`insert into tenant_preparation (tenant_id, admin_hash) values ('300003', $1)`, [
        await (await import("../core/security/password.ts")).hashPassword(password),
      ]);
      const off = launch(env);
      const url = await ready(off);
      assert.equal((await signIn(url, "admin", password, "300003")).error, "invalid_request");
      assert.equal((await client.query(`select to_regnamespace('t_300003') as schema`)).rows[0].schema, null);
      off.child.kill("SIGTERM");
      await off.ended;
      const on = launch({ ...env, TENANT_MODE: "on" });
      assert.equal((await signIn(await ready(on), "admin", password, "300003")).tenant_id, "300003");
      on.child.kill("SIGTERM");
      await on.ended;
    } finally {
      await client.end();
      await database.drop();
    }
  });
});
