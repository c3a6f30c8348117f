import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { jobCancel, jobDetail } from "@jipei/contract/core/job.ts";
import { roleCalls } from "@jipei/contract/access/role.ts";
import { setupCalls } from "@jipei/contract/setup/setup.ts";
import { tenantCalls as calls, type TenantRow } from "@jipei/contract/tenants/tenant.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import type { FastifyInstance } from "fastify";
import { createTokens } from "../auth/token/tokens.ts";
import type { Tx } from "../core/database/db.ts";
import { system } from "../core/foundation/actor.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { recoveryLink } from "../setup/administrator.ts";
import { secondLink } from "../setup/setup-state.ts";
import { administrators } from "../users/users.queries.ts";
import { codeNow, steadyStep } from "../../test/support/authenticator.ts";
import { publicAddress } from "../assessment/certificates/certificate-pdf.ts";
import { anAccount, password, realApp, refresh, signIn, whoAmI } from "../../test/support/sign-in.ts";
import { type AddedTenant, type TenantsApp, startTenants, getToken } from "../../test/support/tenants.ts";
import { findHost } from "./tenant.routes.ts";

/** Tenants as the operator of the installation manages them, and the effect on their users. */
let app: TenantsApp;
let one: AddedTenant;
let two: AddedTenant;
before(async () => {
  app = await startTenants();
  one = await app.added("东山县");
  two = await app.added("西河县");
});
after(() => app.close());

const header = (tenantId: string) => ({ "tenant-id": tenantId });
const get = (path: string, token: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: path, headers: { token, ...headers } });

describe("Tenant.submit", () => {
  it("makes a tenant with lists, roles, menus, and one user who must change the password", async () => {
    const row = await app.platform.call(calls.detail, { id: one.id });
    assert.match(one.tenantId, /^[1-9]\d{5}$/);
    assert.deepEqual([row.status, row.tenantName, row.settings], ["1", "东山县", {}]);
    const count = async (sql: string) =>
      Number((await one.services.pool.query(`select count(*) from ${sql}`)).rows[0].count);
    assert.ok((await count("region")) > 40_000);
    assert.ok((await count("parameter")) > 10 && (await count("role")) > 10 && (await count("course")) > 10);
    assert.equal(
      await count(`menu where menu_no in ('B1612', 'B1901', 'B1902') or code ~ '^(tenant|datasource|code)_'`),
      0,
    );
    assert.equal(await count(`role_permission where permission ~ '^(tenant|datasource|code)_'`), 0);
    assert.equal(await count(`role where tenant_id <> '${one.tenantId}'`), 0);
    assert.deepEqual(
      (
        await one.services.pool.query(
          'select account, must_change as "mustChange", tenant_id as "tenantId" from app_user',
        )
      ).rows,
      [{ account: "admin", mustChange: 1, tenantId: one.tenantId }],
    );
    const answer = (await signIn(app.http, "admin", { password: one.password, headers: header(one.tenantId) })).json();
    assert.deepEqual(
      [answer.tenant_id, answer.authority, answer.extData.mustChangePassword],
      [one.tenantId, "sysAdmin", true],
    );
    assert.equal((await get(userCalls.list.path, answer.access_token)).statusCode, 403);
  });

  it("returns the password once: it is in no row, history or job", async () => {
    const { rows } = await app.pool.query(
      `select (select string_agg(t::text, '') from tenant t) || (select coalesce(string_agg(p::text, ''), '') from tenant_preparation p) || (select string_agg(a::text, '') from audit_record a) || (select string_agg(j::text, '') from job j) as text`,
    );
    assert.ok(!rows[0].text.includes(one.password));
    assert.equal((await app.pool.query("select from tenant_preparation")).rowCount, 0);
  });

  it("refuses a duplicate domain (DUPLICATE) and an invalid host", async () => {
    const five = await app.platform.call(calls.submit, { tenantName: "重名", domain: "five.example.cn" });
    assert.equal(
      (await app.platform.refused(calls.submit, { tenantName: "又一个", domain: "FIVE.example.cn" })).errorCode,
      "DUPLICATE",
    );
    for (const domain of ["a b", "http://", "x", "1 2.cn", "a_b.cn", "javascript:alert(1)"])
      assert.equal(
        (await app.platform.refused(calls.submit, { tenantName: "又一个", domain })).errorCode,
        "FIELD_INVALID",
        domain,
      );
    assert.deepEqual(["https://a.b.cn:8080/x", "A.b.CN", "localhost", ""].map(findHost), [
      "a.b.cn",
      "a.b.cn",
      "localhost",
      null,
    ]);
    // A tenant that is still being made can be neither removed nor enabled.
    const { version } = await app.platform.call(calls.detail, { id: five.id });
    assert.equal(
      (await app.platform.refused(calls.submit, { id: five.id, version, tenantName: "重名", status: "1" })).errorCode,
      "TENANT_BUSY",
    );
    assert.equal((await app.platform.refused(calls.remove, { ids: five.id })).errorCode, "TENANT_BUSY");
    await app.platform.call(jobCancel, { id: five.jobId as string });
    await app.runJobs();
  });

  it("and the other calls refuse anybody but an administrator of the installation (ROLE_DENIED)", async () => {
    for (const role of ["clerk", "leader", "orgAdmin", "student"] as const) {
      const user = app.as(role);
      assert.equal((await user.refused(calls.submit, { tenantName: "x" })).errorCode, "ROLE_DENIED", role);
      assert.equal(
        (await user.refused(calls.setting, { ids: one.id, settings: { userLimit: 5 } })).errorCode,
        "ROLE_DENIED",
        role,
      );
    }
  });
});

describe("the tenant of a call", () => {
  it("without a token is in its field, header or host; an unknown tenant is refused", async () => {
    const { account } = await anAccount(one.services);
    const form = { grant_type: "password", username: account, password, scope: "all" };
    const getTenant = async (options: Parameters<typeof signIn>[2]) => {
      const answer = await signIn(app.http, account, options);
      return answer.json().tenant_id ?? `${answer.statusCode} ${answer.json().error}`;
    };
    assert.equal(await getTenant({ form: { ...form, tenantId: one.tenantId } }), one.tenantId);
    assert.equal(await getTenant({ form, headers: header(one.tenantId) }), one.tenantId);
    assert.equal(await getTenant({ form }), "400 invalid_grant");
    for (const unknown of ["999999", "12", "' or 1=1", "public"])
      assert.equal(await getTenant({ form: { ...form, tenantId: unknown } }), "400 invalid_request", unknown);
    const { version } = await app.platform.call(calls.detail, { id: one.id });
    await app.platform.call(calls.submit, {
      id: one.id,
      version,
      tenantName: "东山县",
      domain: "https://Dongshan.example.cn/login",
    });
    assert.equal(await getTenant({ form, headers: { host: "dongshan.example.cn:8443" } }), one.tenantId);
    assert.equal(
      await getTenant({ form: { ...form, tenantId: "000000" }, headers: { host: "dongshan.example.cn" } }),
      "400 invalid_grant",
    );
    const info = async (domain: string) =>
      (
        await app.http.inject({
          url: `${calls.info.path}?domain=${encodeURIComponent(domain)}`,
          headers: header(one.tenantId),
        })
      ).json().data;
    assert.deepEqual(await info("https://dongshan.example.cn/login?x=1"), {
      tenantId: one.tenantId,
      domain: "dongshan.example.cn",
    });
    for (const nobodys of ["other.example.cn", "", "%", "'"]) assert.deepEqual(await info(nobodys), {}, nobodys);
  });

  it("with a token is that of the token, not the header; a token is valid only in its own tenant", async () => {
    const token = await getToken(app, one);
    for (const headers of [header(two.tenantId), header("000000"), header("nonsense"), { host: "other.example.cn" }]) {
      const answer = (
        await app.http.inject({
          method: "POST",
          url: "/api/blade-auth/oauth/user-info",
          headers: { token, ...headers },
        })
      ).json();
      assert.equal(answer.data.tenant_id, one.tenantId);
    }
    // The same session with another tenant's number: signed correctly it finds no session; signed wrongly it is no token.
    const { rows } = await one.services.pool.query(
      `select id, user_id as "userId" from login_session where end_time is null limit 1`,
    );
    const claims = { sessionId: rows[0].id, userId: rows[0].userId };
    assert.equal((await whoAmI(app.http, createTokens(two.services).access(claims, 60))).statusCode, 401);
    assert.equal((await whoAmI(app.http, createTokens(app).access(claims, 60))).statusCode, 401);
    const [head, body = "", mac] = token.split(".");
    const forged = `${head}.${Buffer.from(Buffer.from(body, "base64url").toString().replace(one.tenantId, two.tenantId)).toString("base64url")}.${mac}`;
    assert.equal((await whoAmI(app.http, forged)).statusCode, 401);
    // A refreshed token stays in its tenant.
    const { account } = await anAccount(one.services);
    const pair = (await signIn(app.http, account, { headers: header(one.tenantId) })).json();
    const renewed = (await refresh(app.http, pair.refresh_token, { headers: header(two.tenantId) })).json();
    assert.equal(renewed.tenant_id, one.tenantId);
  });

  it("needs one query more than the installation, which needs none more than without tenants", async () => {
    const alone = await realApp({ ...app.services, tenants: null });
    const { account } = await anAccount(app);
    const token = (await signIn(app.http, account)).json().access_token;
    const queries = async (http: FastifyInstance, shown: string) => {
      let count = 0;
      const { query } = app.pool;
      app.pool.query = ((...given: unknown[]) => (count++, (query as Function).apply(app.pool, given))) as never;
      try {
        assert.equal((await whoAmI(http, shown)).statusCode, 200);
      } finally {
        app.pool.query = query;
      }
      return count;
    };
    const without = await queries(alone, token);
    assert.equal(await queries(app.http, token), without);
    assert.equal(await queries(app.http, await getToken(app, one)), 1);
    await alone.close();
  });
});

describe("an administrator of a tenant", () => {
  it("may not manage the installation, whatever rights they grant themselves", async () => {
    const admin = await getToken(app, one, { roles: ["sysAdmin"] });
    assert.equal((await get(roleCalls.list.path, admin)).statusCode, 200);
    await one.services.pool.query(
      `insert into role_permission (role_id, permission) select r.id, p from role r, unnest(array['tenant_view', 'tenant_add', 'tenant_edit', 'tenant_delete', 'datasource_view', 'code_view']) p where role_alias = 'sysAdmin'`,
    );
    for (const path of [calls.list.path, "/api/blade-develop/datasource/list", "/api/blade-develop/code/list"])
      assert.deepEqual(
        [(await get(path, admin)).statusCode, (await get(path, admin)).json().errorCode],
        [403, "ROLE_DENIED"],
        path,
      );
    const answer = await app.http.inject({
      method: "POST",
      url: calls.submit.path,
      headers: { token: admin, "content-type": "application/json" },
      payload: JSON.stringify({ tenantName: "x" }),
    });
    assert.equal(answer.statusCode, 403);
  });

  it("changes its own reference data, which others do not see", async () => {
    const admin = await getToken(app, one, { roles: ["sysAdmin"] });
    const { rows } = await one.services.pool.query(
      `select id, version from parameter where param_key = 'page.size.default'`,
    );
    const answer = await app.http.inject({
      method: "POST",
      url: "/api/blade-system/param/submit",
      headers: { token: admin, "content-type": "application/json" },
      payload: JSON.stringify({ ...rows[0], paramValue: "50" }),
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const valueIn = async (pool: TenantsApp["pool"]) =>
      (await pool.query(`select param_value as value from parameter where param_key = 'page.size.default'`)).rows[0]
        .value;
    assert.deepEqual([await valueIn(one.services.pool), await valueIn(app.pool)], ["50", "10"]);
  });
});

describe("the limit of users", () => {
  it("refuses to enable more users, also concurrently, and disables nobody", async () => {
    await anAccount(two.services);
    const users = Number((await two.services.pool.query(`select count(*) from app_user`)).rows[0].count);
    await app.platform.call(calls.setting, {
      ids: two.id,
      settings: { userLimit: users + 1, validUntil: "2099-12-31" },
    });
    assert.deepEqual((await app.platform.call(calls.detail, { id: two.id })).settings, {
      userLimit: users + 1,
      validUntil: "2099-12-31",
    });
    const made = await Promise.allSettled([1, 2, 3].map(() => anAccount(two.services)));
    assert.equal(made.filter(({ status }) => status === "fulfilled").length, 1);
    await app.platform.call(calls.setting, { ids: two.id, settings: { userLimit: 1 } });
    await two.services.pool.query(`update app_user set name = 'x'`);
    await two.services.pool.query(`update app_user set status = '2' where account <> 'admin'`);
    const admin = await signIn(app.http, "admin", { password: two.password, headers: header(two.tenantId) });
    assert.equal(admin.statusCode, 200);
    await assert.rejects(two.services.pool.query(`update app_user set status = '1'`), /more users/);
    await app.platform.call(calls.setting, { ids: two.id, settings: { userLimit: null } });
    await two.services.pool.query(`update app_user set status = '1'`);
    assert.deepEqual((await app.platform.call(calls.detail, { id: two.id })).settings, { validUntil: "2099-12-31" });
    await app.platform.call(calls.setting, { ids: two.id, settings: { validUntil: null } });
  });

  it("has the product’s own message (USER_LIMIT)", async () => {
    const token = await getToken(app, one, { roles: ["sysAdmin"] });
    await app.platform.call(calls.setting, { ids: one.id, settings: { userLimit: 1 } });
    const { rows } = await one.services.pool.query(
      `select d.id as "deptId", r.id as "roleId" from department d, role r where r.role_alias = 'clerk' limit 1`,
    );
    const answer = await app.http.inject({
      method: "POST",
      url: userCalls.submit.path,
      headers: { token, "content-type": "application/json" },
      payload: JSON.stringify({
        account: "toomany",
        name: "多一个",
        realName: "多一个",
        phone: "13812345678",
        deptId: rows[0].deptId,
        roleId: [rows[0].roleId],
      }),
    });
    assert.deepEqual([answer.statusCode, answer.json().errorCode], [409, "USER_LIMIT"], answer.body);
    await app.platform.call(calls.setting, { ids: one.id, settings: { userLimit: null } });
  });
});

describe("Tenant.setting", () => {
  it("refuses unknown keys and wrong values, and an expiry of the installation (TENANT_PROTECTED)", async () => {
    for (const settings of [
      { colour: "red" },
      {},
      [],
      "x",
      null,
      { userLimit: 0 },
      { userLimit: "5" },
      { userLimit: 1.5 },
      { validUntil: "2026-02-30" },
      { validUntil: 20270101 },
      { userLimit: 5, __proto__x: 1 },
    ])
      assert.equal(
        (await app.platform.refused(calls.setting, { ids: one.id, settings })).status,
        400,
        JSON.stringify(settings),
      );
    const own = (await app.platform.list(calls.list, { tenantId: "000000" })).records[0] as TenantRow;
    assert.equal(
      (await app.platform.refused(calls.setting, { ids: own.id, settings: { validUntil: "2099-01-01" } })).errorCode,
      "TENANT_PROTECTED",
    );
    assert.equal(
      (
        await app.platform.refused(calls.submit, {
          id: own.id,
          version: own.version,
          tenantName: own.tenantName,
          status: "2",
        })
      ).errorCode,
      "TENANT_PROTECTED",
    );
    assert.equal((await app.platform.refused(calls.remove, { ids: own.id })).errorCode, "TENANT_PROTECTED");
    assert.equal(
      (await app.platform.refused(calls.setting, { ids: "987654321", settings: { userLimit: 5 } })).errorCode,
      "NOT_FOUND",
    );
  });
});

describe("Tenant.datasource", () => {
  it("links and unlinks by id; an unknown data source or tenant is refused (NOT_FOUND)", async () => {
    const { rows } = await app.pool.query(
      `insert into datasource (name, driver_class, url, username, password, create_user, update_user) values ('another', 'org.postgresql.Driver', 'postgresql://db.example.cn/x', 'x', 'x', 0, 0) returning id`,
    );
    await app.platform.call(calls.datasource, { tenantId: one.tenantId, datasourceId: rows[0].id });
    assert.equal((await app.platform.call(calls.detail, { id: one.id })).datasourceId, rows[0].id);
    assert.equal(
      (await app.platform.refused(calls.datasource, { tenantId: one.tenantId, datasourceId: "987654321" })).errorCode,
      "NOT_FOUND",
    );
    assert.equal(
      (await app.platform.refused(calls.datasource, { tenantId: "999999", datasourceId: rows[0].id })).errorCode,
      "NOT_FOUND",
    );
    await app.platform.call(calls.datasource, { tenantId: one.tenantId });
    assert.equal((await app.platform.call(calls.detail, { id: one.id })).datasourceId, null);
  });
});

describe("set-up links of a tenant", () => {
  let fresh: AddedTenant;
  before(async () => {
    fresh = await app.added("南山县");
  });
  const post = async (call: { path: string }, payload: object) => {
    const { statusCode, body } = await app.http.inject({ method: "POST", url: call.path, payload });
    return { statusCode, ...(JSON.parse(body) as { data?: Record<string, string>; errorCode?: string }) };
  };
  const follow = async (token: string, person: object) => {
    const { data } = await post(setupCalls.begin, { token, password: "Ocean-wave-2026", ...person });
    await steadyStep();
    return post(setupCalls.confirm, { token, code: codeNow(data?.["secret"] ?? "") });
  };
  const getAdministrators = async ({ db }: AddedTenant["services"]) =>
    (await administrators(db)).map(({ account }) => account).toSorted();
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => fresh.services.db.transaction().execute(work);

  it("make its second administrator, once, and restore the access of one; the installation is not touched", async () => {
    const ofHome = await getAdministrators(app.services);
    const { token, address } = await inTx((tx) => secondLink(tx, fresh.services, system));
    assert.match(address, new RegExp(`/setup#token=${fresh.tenantId}\\.[0-9a-f]{64}$`));
    assert.equal((await post(setupCalls.open, { token })).data?.["purpose"], "second");
    const second = { account: "deputy", name: "陈管理", phone: "13900007119" };
    assert.equal((await follow(token, second)).statusCode, 200);
    assert.deepEqual(await getAdministrators(fresh.services), ["admin", "deputy"]);
    await assert.rejects(
      inTx((tx) => secondLink(tx, fresh.services, system)),
      (error) => error instanceof Refusal && error.code === "SETUP_DONE",
    );

    const recovery = await inTx((tx) => recoveryLink(tx, fresh.services, "admin"));
    assert.equal((await follow(recovery.token, {})).statusCode, 200);
    const answer = await signIn(app.http, "admin", { password: "Ocean-wave-2026", headers: header(fresh.tenantId) });
    assert.equal(answer.json().error, "mfa_required");
    assert.deepEqual(await getAdministrators(app.services), ofHome);
  });

  it("are refused elsewhere: at the installation, at another tenant, and where there is none", async () => {
    const { token } = await inTx((tx) => recoveryLink(tx, fresh.services, "deputy"));
    const secret = token.split(".")[1] ?? "";
    for (const [other, code] of [
      [secret, "SETUP_LINK"],
      [`${two.tenantId}.${secret}`, "SETUP_LINK"],
      [`999999.${secret}`, "TENANT_UNKNOWN"],
    ])
      assert.equal((await post(setupCalls.open, { token: other })).errorCode, code);
  });
});

describe("an expired or disabled tenant", () => {
  it("is refused at the next call, and works again when it is opened", async () => {
    const token = await getToken(app, two);
    const status = async () => (await whoAmI(app.http, token)).statusCode;
    const refused = async () =>
      (await signIn(app.http, "admin", { password: two.password, headers: header(two.tenantId) })).json()
        .error_description_en;
    assert.equal(await status(), 200);
    await app.platform.call(calls.setting, { ids: two.id, settings: { validUntil: "2020-01-01" } });
    assert.deepEqual([await status(), await refused()], [401, "The tenant does not exist or is disabled"]);
    const listed = async () => (await app.sites.list()).find(({ tenantId }) => tenantId === two.tenantId)?.isOpen;
    assert.equal(await listed(), false);
    await app.platform.call(calls.setting, { ids: two.id, settings: { validUntil: null } });
    assert.equal(await status(), 200);
    const set = async (state: "1" | "2") => {
      const { version, tenantName } = await app.platform.call(calls.detail, { id: two.id });
      await app.platform.call(calls.submit, { id: two.id, version, tenantName, status: state });
    };
    await set("2");
    assert.deepEqual([await status(), await listed()], [401, false]);
    await set("1");
    assert.deepEqual([await status(), await listed()], [200, true]);
    // An enabled tenant cannot be removed; a removed one stays closed, its number is not reused, and its rows are preserved.
    assert.equal((await app.platform.refused(calls.remove, { ids: two.id })).errorCode, "TENANT_ENABLED");
    await set("2");
    await app.platform.call(calls.remove, { ids: two.id });
    assert.equal(await status(), 401);
    assert.equal(await listed(), undefined);
    assert.equal((await app.platform.refused(calls.detail, { id: two.id })).errorCode, "NOT_FOUND");
    assert.equal(
      (await app.pool.query(`select from removed_${two.tenantId}.app_user where account = 'admin'`)).rowCount,
      1,
    );
    assert.equal((await app.pool.query("select from tenant where tenant_id = $1", [two.tenantId])).rowCount, 1);
  });
});

describe("the preparation of a tenant", () => {
  it("leaves nothing but the number when cancelled", async () => {
    const { sweepTenants } = await import("./tenant.prepare.ts");
    const { id, tenantId, jobId } = await app.platform.call(calls.submit, { tenantName: "不要了" });
    await app.platform.call(jobCancel, { id: jobId as string });
    await app.runJobs();
    await sweepTenants(app.services);
    assert.equal((await app.platform.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
    assert.equal(
      (await app.pool.query(`select to_regnamespace($1) as schema`, [`t_${tenantId}`])).rows[0].schema,
      null,
    );
  });

  it("leaves nothing but the number when it fails, and its owner is notified", async () => {
    const { seed } = app.sites;
    app.sites.seed = () => Promise.reject(new Refusal("BUSY"));
    const { id, tenantId, jobId } = await app.platform.call(calls.submit, { tenantName: "建不成" });
    await app.runJobs();
    app.sites.seed = seed;
    assert.equal((await app.platform.call(jobDetail, { id: jobId as string })).state, "failed");
    assert.equal((await app.platform.refused(calls.detail, { id })).errorCode, "NOT_FOUND");
    assert.equal(
      (await app.pool.query(`select to_regnamespace($1) as schema`, [`t_${tenantId}`])).rows[0].schema,
      null,
    );
    assert.equal((await app.pool.query("select from tenant_preparation where tenant_id = $1", [tenantId])).rowCount, 0);
  });
});

describe("Certificate.lookup", () => {
  it("finds the tenant by the code on a certificate, and asks that tenant", async () => {
    const certificate = { certKind: "4", certNo: "PX1", verifyCode: "ABCDEFGH" } as const;
    const address = new URL(publicAddress(one.services, certificate));
    assert.equal(address.searchParams.get("tenantId"), one.tenantId);
    assert.equal(new URL(publicAddress(app, certificate)).searchParams.get("tenantId"), null);
    const rates = async (pool: TenantsApp["pool"]) => (await pool.query("select from rate_count")).rowCount;
    const before = await rates(one.services.pool);
    assert.equal((await app.http.inject({ url: address.pathname + address.search })).statusCode, 200);
    assert.notEqual(await rates(one.services.pool), before);
    assert.equal(
      (await app.http.inject({ url: `${address.pathname}?certNo=x&verifyCode=y&tenantId=999999` })).statusCode,
      400,
    );
  });
});

describe("the rows of a tenant", () => {
  it("all have its number", async () => {
    const { rows } = await one.services.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`,
    );
    for (const { name } of rows)
      assert.equal(
        (await one.services.pool.query(`select from ${name} where tenant_id <> tenant_owner()`)).rowCount,
        0,
        name,
      );
    assert.ok(Number((await one.services.pool.query("select count(*) from sign_in")).rows[0].count) > 3);
  });
});
