import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { apiScopeCalls } from "@jipei/contract/access/api-scope.ts";
import { dataScopeCalls } from "@jipei/contract/access/data-scope.ts";
import { menuCalls } from "@jipei/contract/access/menu.ts";
import {
  type RightsChangeRow,
  type RightsEffect,
  rightsChangeCalls as calls,
} from "@jipei/contract/access/rights-change.ts";
import { roleCalls } from "@jipei/contract/access/role.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { isSecurityParameter, parameters } from "@jipei/contract/settings/parameters.ts";
import { candidateSourceCalls as sources } from "@jipei/contract/catalogue/candidate-source.ts";
import type { FastifyInstance } from "fastify";
import { anAccount, realApp, signIn } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Changes of rights: who may make them, how they are previewed, and how they are undone. */
let app: TestApp;
let http: FastifyInstance;
let admin: TestUser;
let menuId: string;
before(async () => {
  app = await startTestApp();
  http = await realApp(app);
  admin = app.as("sysAdmin", await anAccount(app, { roles: ["sysAdmin"] }));
  menuId = (await app.pool.query(`select id from menu where menu_no = 'B0406'`)).rows[0].id;
});
after(async () => {
  await http.close();
  await app.close();
});

let made = 0;
const word = () => `rights${String.fromCharCode(97 + made++)}`;
const button = async (code: string) =>
  (await app.pool.query<{ id: string }>(`select id from menu where code = $1 and is_deleted = 0`, [code])).rows[0]
    ?.id as string;
const aRole = async () => {
  const roleAlias = word();
  return {
    roleAlias,
    id: (await admin.call(roleCalls.submit, { roleName: roleAlias, roleAlias, sort: 500 } as never)).id,
  };
};
const grant = (roleId: string, menuIds: string[]) => ({
  roleIds: [roleId],
  menuIds,
  dataScopeIds: [],
  apiScopeIds: [],
});
/** A signed-in user of the bureau with a role. */
async function aHolder(roleId: string) {
  const { account, userId } = await anAccount(app);
  await app.pool.query(`delete from user_role where user_id = $1`, [userId]);
  await app.pool.query(`insert into user_role (user_id, role_id) values ($1, $2)`, [userId, roleId]);
  const token = (await signIn(http, account)).json().access_token as string;
  return { userId, status: async (path: string) => (await http.inject({ url: path, headers: { token } })).statusCode };
}
const preview = (call: Call, input: unknown): Promise<RightsEffect> =>
  admin.call(calls.preview, { callName: call.name, input: JSON.stringify(input) });
const newest = async (): Promise<RightsChangeRow & { id: string }> =>
  (await admin.list<any>(calls.list, { size: "1" })).records[0];
const undo = async () => admin.call(calls.undo, { id: (await newest()).id });
const parameter = async (key: string) =>
  (
    await app.pool.query<{ id: string; value: string }>(
      `select id, param_value as value from parameter where param_key = $1 and is_deleted = 0`,
      [key],
    )
  ).rows[0];
const apiScope = (scopePath: string) => ({
  menuId,
  scopeName: "测试",
  resourceCode: word(),
  scopePath,
  scopeType: "2",
});

describe("Role.submit", () => {
  it("and all calls that change rights and security parameters take permanent system administrators only, not deputies (ROLE_DENIED)", async () => {
    const keys = ["role", "menu", "data_scope", "api_scope", "param"].flatMap((resource) =>
      ["view", "add", "edit", "delete"].map((action) => `${resource}_${action}`),
    );
    const helper = app.as("leader", { permissions: new Set([...keys, "rights_change_view", "rights_change_undo"]) });
    const { userId } = await anAccount(app, { roles: ["leader"] });
    await app.pool.query(
      `insert into user_role (user_id, role_id, end_date) select $1, id, current_date + 5 from role where role_alias = 'sysAdmin'`,
      [userId],
    );
    const deputy = app.as(["leader", "sysAdmin"], { userId });
    const role = await aRole();
    const region = await parameter("scope.region.enabled");
    const { id: change } = await newest();
    for (const user of [helper, deputy])
      for (const [call, input] of [
        [roleCalls.submit, { roleName: "新", roleAlias: word(), sort: 1 }],
        [roleCalls.grant, grant(role.id, [])],
        [menuCalls.submit, { id: menuId, name: "改" }],
        [
          dataScopeCalls.submit,
          { menuId, scopeName: "测试", resourceCode: word(), scopeClass: "CandidateSource", scopeType: "1" },
        ],
        [apiScopeCalls.submit, apiScope("/api/**")],
        [
          parameterCalls.submit,
          region
            ? { id: region.id, paramValue: "1" }
            : { paramName: "区划", paramKey: "scope.region.enabled", paramValue: "1" },
        ],
        [calls.undo, { id: change }],
      ] as const)
        assert.equal(
          (await user.refused(call as Call, input)).errorCode,
          "ROLE_DENIED",
          `${user.actor.roles.join()} ${call.name}`,
        );
    await helper.call(parameterCalls.submit, {
      paramName: "热线",
      paramKey: "bureau.hotline",
      paramValue: "0000",
    } as never);
  });
});

describe("RightsChange.preview", () => {
  it("shows who gains and loses which rights, and changes nothing", async () => {
    const role = await aRole();
    const holder = await aHolder(role.id);
    const [view, add] = [await button("candidates_source_view"), await button("candidates_source_add")];
    await admin.call(roleCalls.grant, grant(role.id, [view]));
    const effect = await preview(roleCalls.grant, grant(role.id, [add]));
    const group = effect.groups.find(({ roles }) => roles.some(({ zh }) => zh === role.roleAlias));
    assert.deepEqual(
      [effect.groups.length, group?.users, group?.buttons],
      [
        1,
        1,
        {
          given: [{ zh: "考生来源：新增", en: "Candidate source: Add" }],
          taken: [{ zh: "考生来源：查看", en: "Candidate source: View" }],
        },
      ],
    );
    assert.ok(group?.calls.taken.some(({ zh }) => zh === sources.list.zh));
    assert.equal(await holder.status(sources.list.path), 200, "nothing was changed");
    const shut = await preview(apiScopeCalls.submit, apiScope("/api/**"));
    assert.ok(
      shut.groups.length > 0 &&
        shut.groups.every(
          ({ roles, calls: of }) => of.taken.length > 0 && !roles.some(({ zh }) => zh === "系统管理员"),
        ),
    );
    const cut = await preview(dataScopeCalls.submit, {
      menuId,
      scopeName: "本人",
      resourceCode: word(),
      scopeClass: "CandidateSource",
      scopeType: "2",
    });
    assert.deepEqual(cut.groups, [], "a scope that no role holds cuts nobody");
    assert.equal(
      (await admin.refused(calls.preview, { callName: sources.submit.name, input: "{}" })).errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (
        await app
          .as("auditor")
          .refused(calls.preview, { callName: roleCalls.grant.name, input: JSON.stringify(grant(role.id, [])) })
      ).errorCode,
      "ROLE_DENIED",
    );
  });

  it("counts the rows that a user sees before and after", async () => {
    const role = await aRole();
    await aHolder(role.id);
    await admin.call(sources.submit, { sourceNo: "RC1", sourceName: "甲", sort: 1, isValid: "isValid" } as never);
    const { id } = await admin.call(dataScopeCalls.submit, {
      menuId,
      scopeName: "本人",
      resourceCode: word(),
      scopeClass: "CandidateSource",
      scopeType: "2",
    });
    await admin.call(roleCalls.grant, grant(role.id, [await button("candidates_source_view")]));
    const { groups } = await preview(roleCalls.grant, { roleIds: [role.id], dataScopeIds: [id] });
    assert.deepEqual(
      groups.map(({ dataScopes, rows }) => [
        dataScopes.given.length,
        rows[0]?.zh,
        (rows[0]?.before ?? 0) > 0,
        rows[0]?.after,
      ]),
      [[1, "考生来源", true, 0]],
    );
  });
});

describe("RightsChange.undo", () => {
  it("undoes grants, scopes, menus and parameters, later changes first (RIGHTS_CHANGED_SINCE)", async () => {
    const role = await aRole();
    const [view, add] = [await button("candidates_source_view"), await button("candidates_source_add")];
    const held = async () => (await admin.call(menuCalls.roleTreeKeys, { roleIds: role.id })).menu;
    await admin.call(roleCalls.grant, grant(role.id, [view]));
    const first = await newest();
    await admin.call(roleCalls.grant, grant(role.id, [view, add]));
    assert.equal((await admin.refused(calls.undo, { id: first.id })).errorCode, "RIGHTS_CHANGED_SINCE");
    const second = await newest();
    await admin.call(calls.undo, { id: second.id });
    assert.deepEqual([await held(), (await newest()).action], [[view], "undo"]);
    assert.equal((await admin.refused(calls.undo, { id: second.id })).errorCode, "RIGHTS_CHANGED_SINCE", "once");
    await undo();
    assert.equal((await held()).length, 2, "an undoing is undone as well");

    const { id: scope } = await admin.call(apiScopeCalls.submit, apiScope(sources.list.path) as never);
    const path = async () =>
      (await app.pool.query(`select scope_path as path from api_scope where id = $1 and is_deleted = 0`, [scope]))
        .rows[0]?.path as string | undefined;
    await admin.call(apiScopeCalls.submit, { id: scope, scopePath: "/api/**" } as never);
    await undo();
    assert.equal(await path(), sources.list.path);
    await admin.call(apiScopeCalls.remove, { ids: scope });
    await undo();
    assert.equal(await path(), sources.list.path, "what was removed is back");
    await admin.call(apiScopeCalls.remove, { ids: scope });

    const name = async () =>
      (await app.pool.query(`select name from menu where id = $1`, [menuId])).rows[0].name as string;
    const old = await name();
    await admin.call(menuCalls.submit, { id: menuId, name: "改名" } as never);
    await undo();
    assert.equal(await name(), old);

    await admin
      .call(parameterCalls.submit, { paramName: "接口日志", paramKey: "log.api.enabled", paramValue: "1" } as never)
      .catch(() => {});
    const row = await parameter("log.api.enabled");
    await admin.call(parameterCalls.submit, { id: row?.id, paramValue: row?.value === "1" ? "0" : "1" } as never);
    await undo();
    assert.equal((await parameter("log.api.enabled"))?.value, row?.value);
  });
});

describe("ApiScope.submit", () => {
  it("with a scope over all calls never locks out system administrators, who can undo it", async () => {
    const role = await aRole();
    const holder = await aHolder(role.id);
    await admin.call(roleCalls.grant, grant(role.id, [await button("candidates_source_view")]));
    await admin.call(apiScopeCalls.submit, apiScope("/api/**") as never);
    const { account } = await anAccount(app, { roles: ["sysAdmin"] });
    const token = (await signIn(http, account)).json().access_token as string;
    assert.equal(await holder.status(sources.list.path), 403);
    const list = (await http.inject({ url: `${calls.list.path}?size=1`, headers: { token } })).json();
    const answer = await http.inject({
      method: "POST",
      url: calls.undo.path,
      headers: { token },
      payload: { id: list.data.records[0].id },
    });
    assert.deepEqual([answer.statusCode, await holder.status(sources.list.path)], [200, 200]);
  });
});

describe("security parameters", () => {
  it("are marked as such by their key", () => {
    for (const [key, definition] of Object.entries(parameters))
      assert.equal("security" in definition, isSecurityParameter(key), key);
  });
});

describe("DataScope.preview", () => {
  it("counts only rows that the asker may see, thirty times an hour, and is in the history", async () => {
    const user = await anAccount(app, { roles: ["clerk"] });
    const asked = { userId: user.userId, scopeClass: "Student", scopeType: "5", scopeValue: `name startsWith '王'` };
    const blind = app.as("leader", {
      permissions: new Set(["data_scope_view"]),
      ...(await anAccount(app, { roles: ["leader"] })),
    });
    assert.equal((await blind.refused(dataScopeCalls.preview, asked)).errorCode, "ROLE_DENIED");
    const hidden = app.as("sysAdmin", {
      ...(await anAccount(app, { roles: ["sysAdmin"] })),
      dataScopes: [{ id: "1", entity: "Student", kind: "1", column: null, expression: null, fields: ["studentNo"] }],
    });
    assert.equal(
      (await hidden.refused(dataScopeCalls.preview, { ...asked, scopeValue: `remark = 'x'` })).errorCode,
      "ROLE_DENIED",
    );
    const nothing = app.as("sysAdmin", {
      ...(await anAccount(app, { roles: ["sysAdmin"] })),
      dataScopes: [{ id: "2", entity: "CandidateSource", kind: "2", column: null, expression: null, fields: null }],
    });
    assert.deepEqual(
      await nothing.call(dataScopeCalls.preview, {
        ...asked,
        scopeClass: "CandidateSource",
        scopeType: "1",
        scopeValue: null,
      } as never),
      { business: 0, now: 0, tried: 0, most: 100_000 },
    );
    const kept = await app.pool.query(
      `select count(*)::int as n from audit_record where biz_type = 'User' and biz_id = $1 and action = 'previewScope'`,
      [user.userId],
    );
    assert.equal(kept.rows[0].n, 1);
    let refused = 0;
    for (let n = 0; n < 30; n++)
      await nothing
        .call(dataScopeCalls.preview, {
          ...asked,
          scopeClass: "CandidateSource",
          scopeType: "1",
          scopeValue: null,
        } as never)
        .catch(() => refused++);
    assert.equal(refused, 1);
  });
});
