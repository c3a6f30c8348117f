import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { apiScopeCalls } from "@jipei/contract/access/api-scope.ts";
import { dataScopeCalls } from "@jipei/contract/access/data-scope.ts";
import { menuCalls } from "@jipei/contract/access/menu.ts";
import { roleCalls } from "@jipei/contract/access/role.ts";
import { topMenuCalls } from "@jipei/contract/access/top-menu.ts";
import { type WhyStep, whyCalls } from "@jipei/contract/access/why.ts";
import { candidateSourceCalls as sources } from "@jipei/contract/catalogue/candidate-source.ts";
import type { FastifyInstance } from "fastify";
import { anAccount, realApp, signIn } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** The explanation must agree with what happens: every answer is compared with a real call of the user. */
let app: TestApp;
let http: FastifyInstance;
let admin: TestUser;
let menuId: string;
before(async () => {
  app = await startTestApp();
  http = await realApp(app);
  admin = app.as("sysAdmin");
  menuId = (await app.pool.query<{ id: string }>(`select id from menu where menu_no = 'B01'`)).rows[0]?.id as string;
});
after(async () => {
  await http.close();
  await app.close();
});

let made = 0;
const code = () => `why${++made}`;
async function aUser(role: "clerk" | "leader") {
  const { account, userId } = await anAccount(app, { roles: [role] });
  const token = (await signIn(http, account)).json().access_token as string;
  const status = async (path: string) => (await http.inject({ url: path, headers: { token } })).statusCode;
  return { userId, account, status };
}
const why = (userId: string, asked: object) => admin.call(whyCalls.explain, { userId, ...asked } as never);
const refusing = (reasons: readonly { step: WhyStep; passed: boolean }[]) =>
  reasons.filter(({ passed }) => !passed).map(({ step }) => step);

describe("Role.explain", () => {
  it("a call: each access check with its grounds agrees with the call itself", async () => {
    const clerk = await aUser("clerk");
    const free = await why(clerk.userId, { callName: sources.list.name });
    assert.deepEqual([free.allowed, refusing(free.reasons), await clerk.status(sources.list.path)], [true, [], 200]);
    assert.deepEqual(
      free.reasons
        .find(({ step }) => step === "permission")
        ?.grounds.map(({ roles, counts }) => [roles[0]?.zh, counts]),
      [[free.user.roles[0]?.zh, true]],
    );

    const denied = await why(clerk.userId, { callName: roleCalls.list.name });
    assert.deepEqual(
      [denied.allowed, refusing(denied.reasons), await clerk.status(roleCalls.list.path)],
      [false, ["permission"], 403],
    );

    const { id } = await admin.call(apiScopeCalls.submit, {
      menuId,
      scopeName: "来源接口",
      resourceCode: code(),
      scopePath: `${sources.list.path.slice(0, -4)}*`,
      scopeType: "2",
    });
    const closed = await why(clerk.userId, { callName: sources.list.name });
    assert.deepEqual(
      [closed.allowed, refusing(closed.reasons), await clerk.status(sources.list.path)],
      [false, ["apiScope"], 403],
    );
    assert.match(closed.reasons.find(({ step }) => step === "apiScope")?.grounds[0]?.zh ?? "", /来源接口/);
    await app.pool.query(`insert into role_api_scope select id, $1 from role where role_alias = 'clerk'`, [id]);
    assert.equal((await why(clerk.userId, { callName: sources.list.name })).allowed, true);
    await app.pool.query("delete from role_api_scope");
    await admin.call(apiScopeCalls.remove, { ids: id });
  });

  it("a row: existence, domain scope, data scopes and hidden fields", async () => {
    const [mine, other] = [await aUser("clerk"), await aUser("clerk")];
    const { rows } = await app.pool.query<{ id: string }>(
      `insert into candidate_source (source_no, source_name, sort, is_valid, create_user, update_user) values ($1, '来源', 1, 'isValid', $2, 0) returning id`,
      [code(), mine.userId],
    );
    const rowId = rows[0]?.id as string;
    const asked = { entity: "CandidateSource", rowId };
    const shown = (user: typeof mine) => user.status(`${sources.detail.path}?id=${rowId}`);
    assert.equal((await why(other.userId, asked)).allowed, true);
    const { id } = await admin.call(dataScopeCalls.submit, {
      menuId,
      scopeName: "本人来源",
      resourceCode: code(),
      scopeClass: "CandidateSource",
      scopeType: "2",
      scopeField: "sourceName",
    });
    await app.pool.query(`insert into role_data_scope select id, $1 from role where role_alias = 'clerk'`, [id]);
    const seen = await why(mine.userId, asked);
    assert.deepEqual([seen.allowed, await shown(mine)], [true, 200]);
    assert.deepEqual(
      seen.hidden.filter(({ zh }) => zh === "排序" || zh === "名称").map(({ zh }) => zh),
      ["排序"],
    );
    const cut = await why(other.userId, asked);
    assert.deepEqual([cut.allowed, refusing(cut.reasons), await shown(other)], [false, ["dataScope"], 404]);
    assert.deepEqual(
      cut.reasons.at(-1)?.grounds.map(({ zh, counts }) => [zh, counts]),
      [["本人来源", false]],
    );
    assert.deepEqual(refusing((await why(mine.userId, { ...asked, rowId: "987654321" })).reasons), ["row"]);
    await app.pool.query("delete from role_data_scope");
    await admin.call(dataScopeCalls.remove, { ids: id });
  });

  it("a disabled account may do nothing; users of other tenants, unknown calls and entities are refused", async () => {
    const clerk = await aUser("clerk");
    await app.pool.query(`update app_user set status = '2' where id = $1`, [clerk.userId]);
    const nothing = await why(clerk.userId, { callName: sources.list.name });
    assert.deepEqual(
      [nothing.allowed, refusing(nothing.reasons), await clerk.status(sources.list.path)],
      [false, ["account"], 401],
    );
    assert.equal(
      (
        await app
          .as("sysAdmin", { tenantId: "100001" })
          .refused(whyCalls.explain, { userId: clerk.userId, callName: sources.list.name })
      ).status,
      404,
    );
    for (const asked of [
      {},
      { callName: "constructor" },
      { entity: "__proto__", rowId: "1" },
      { entity: "CandidateSource" },
    ])
      assert.equal((await admin.refused(whyCalls.explain, { userId: clerk.userId, ...asked })).status, 400);
    assert.equal(
      (await app.as("clerk").refused(whyCalls.explain, { userId: clerk.userId, callName: sources.list.name })).status,
      403,
    );
    assert.equal((await app.as("auditor").call(whyCalls.people, { keyword: clerk.account })).length, 1);
  });
});

describe("DataScope.check", () => {
  it("checks a rule, and DataScope.preview counts rows before the scope is saved", async () => {
    const check = (rule: string) => admin.call(dataScopeCalls.check, { scopeClass: "CandidateSource", rule });
    assert.equal(await check(`sourceName = '来源'`), null);
    assert.deepEqual(((await check(`sourceName = '来源' or nothing = 1`)) as { at: number }).at, 21);
    const clerk = await aUser("clerk");
    const total = Number(
      (await app.pool.query(`select count(*) as n from candidate_source where is_deleted = 0`)).rows[0].n,
    );
    const preview = (values: object) =>
      admin.call(dataScopeCalls.preview, {
        userId: clerk.userId,
        scopeClass: "CandidateSource",
        scopeType: "5",
        ...values,
      } as never);
    assert.deepEqual(await preview({ scopeValue: `sourceName = '来源'` }), {
      business: total,
      now: total,
      tried: 1,
      most: 100_000,
    });
    assert.equal(
      (
        await admin.refused(dataScopeCalls.preview, {
          userId: clerk.userId,
          scopeClass: "CandidateSource",
          scopeType: "5",
          scopeValue: "1=1",
        })
      ).failures[0]?.field,
      "scopeValue",
    );
  });
});

describe("TopMenu.submit", () => {
  it("and ApiScope.submit change what all tenants share for the tenant owner only; Role.grant refuses roles of another tenant", async () => {
    const foreign = app.as("sysAdmin", { tenantId: "100001" });
    const role = await admin.call(roleCalls.submit, { roleName: "甲", roleAlias: "tenantrole", sort: 900 } as never);
    assert.equal((await foreign.refused(roleCalls.grant, { roleIds: [role.id], menuIds: [menuId] })).status, 404);
    assert.deepEqual((await foreign.call(menuCalls.roleTreeKeys, { roleIds: role.id })).menu, []);
    assert.equal(
      (await foreign.refused(roleCalls.submit, { roleName: "乙", roleAlias: "sysAdmin", sort: 1 })).errorCode,
      "DUPLICATE",
    );
    assert.equal((await foreign.refused(topMenuCalls.submit, { code: "x1", name: "甲", sort: 1 })).status, 403);
    assert.equal(
      (
        await foreign.refused(apiScopeCalls.submit, {
          menuId,
          scopeName: "甲",
          resourceCode: code(),
          scopePath: "/api/**",
          scopeType: "1",
        })
      ).status,
      403,
    );
  });
});

describe("Menu.remove", () => {
  it("refuses a button whose right a role has (DEPENDENCY_IN_USE), and Menu.submit keeps its key", async () => {
    const button = (
      await app.pool.query<{ id: string; version: number }>(
        `select id, version from menu where code = 'candidates_source_view'`,
      )
    ).rows[0];
    assert.equal((await admin.refused(menuCalls.remove, { ids: button?.id })).errorCode, "DEPENDENCY_IN_USE");
    assert.equal(
      (await admin.refused(menuCalls.submit, { id: button?.id, code: "candidates_source_add" })).status >= 400,
      true,
    );
  });
});

describe("the header Rights-Mark", () => {
  it("says in every response to a signed-in user whether rights have changed", async () => {
    const { account } = await anAccount(app, { roles: ["clerk"] });
    const token = (await signIn(http, account)).json().access_token as string;
    const mark = async () => (await http.inject({ url: sources.list.path, headers: { token } })).headers["rights-mark"];
    const before = await mark();
    assert.ok(before);
    assert.equal(await mark(), before);
    await app.pool.query(`update role set sort = sort where role_alias = 'leader'`);
    assert.notEqual(await mark(), before);
    assert.equal(
      (await http.inject({ url: roleCalls.list.path, headers: { token } })).headers["rights-mark"],
      await mark(),
      "also with a refusal",
    );
  });
});

describe("Role.subjects", () => {
  it("has every entity whose rows have an owner", async () => {
    const names = (await admin.call(whyCalls.subjects, undefined)).map(({ name }) => name);
    for (const name of [
      "TrainingClass",
      "Student",
      "Attendance",
      "TestApplication",
      "Certificate",
      "SubsidyApplication",
      "SubsidyLine",
      "Finding",
      "Organisation",
    ])
      assert.ok(names.includes(name), name);
  });
});
