import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { apiScopeCalls } from "@jipei/contract/access/api-scope.ts";
import { dataScopeCalls } from "@jipei/contract/access/data-scope.ts";
import { menuCalls } from "@jipei/contract/access/menu.ts";
import { roleCalls } from "@jipei/contract/access/role.ts";
import { topMenuCalls } from "@jipei/contract/access/top-menu.ts";
import { candidateSourceCalls as sources } from "@jipei/contract/catalogue/candidate-source.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { roleAliases } from "@jipei/contract/core/roles.ts";
import { machines } from "@jipei/contract/machines.ts";
import type { FastifyInstance } from "fastify";
import { anAccount, realApp, signIn } from "../../../test/support/sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";
import { defaultPermissions } from "../../core/access/default-rights.ts";
import { dutiesClash } from "../../core/access/duties.ts";

let app: TestApp;
let http: FastifyInstance;
let admin: TestUser;
before(async () => {
  app = await startTestApp();
  http = await realApp(app);
  admin = app.as("sysAdmin");
});
after(async () => {
  await http.close();
  await app.close();
});

let made = 0;
const word = () => `grant${String.fromCharCode(97 + (made % 26))}${String.fromCharCode(97 + Math.floor(made++ / 26))}`;
const aRole = async (values: object = {}) => {
  const roleAlias = word();
  const { id } = await admin.call(roleCalls.submit, { roleName: roleAlias, roleAlias, sort: 500, ...values } as never);
  return { id, roleAlias };
};
const menu = async (code: string) =>
  (await app.pool.query<{ id: string }>(`select id from menu where code = $1 and is_deleted = 0`, [code])).rows[0]
    ?.id as string;
const menus = (...codes: string[]) => Promise.all(codes.map(menu));
const grant = async (roleId: string, ...codes: string[]) =>
  admin.call(roleCalls.grant, { roleIds: [roleId], menuIds: await menus(...codes), dataScopeIds: [], apiScopeIds: [] });
/** A signed-in user with the roles of these ids. */
async function aHolder(...roleIds: string[]) {
  const { account, userId } = await anAccount(app);
  await app.pool.query(`delete from user_role where user_id = $1`, [userId]);
  await app.pool.query(`insert into user_role select $1, unnest($2::bigint[])`, [userId, roleIds]);
  const token = (await signIn(http, account)).json().access_token as string;
  const get = async (url: string) => (await http.inject({ url, headers: { token } })).json();
  return { userId, token, get };
}
const leaves = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => (node.children ? leaves(node.children) : [node]));

describe("Role.submit", () => {
  it("grants what is named otherwise than it is, with the checks of grant", async () => {
    const role = await aRole();
    const menuIds = (await menus("B0406", "candidates_source_view")).toSorted();
    const open = () => admin.call(roleCalls.detail, { id: role.id });
    await admin.call(roleCalls.submit, { ...(await open()), menuIds });
    const shown = await open();
    assert.deepEqual([shown.menuIds?.toSorted(), shown.dataScopeIds], [menuIds, []]);
    const grants = async () =>
      (await app.pool.query(`select from rights_change where subject_id = $1 and action = 'grant'`, [role.id]))
        .rowCount;
    const before = await grants();
    await admin.call(roleCalls.submit, { ...shown, roleName: "改名" });
    assert.equal(await grants(), before);
    await admin.call(roleCalls.submit, { ...(await open()), menuIds: null });
    assert.deepEqual((await open()).menuIds, []);
    const refused = await admin.refused(roleCalls.submit, { id: role.id, apiScopeIds: ["987654321"] });
    assert.equal(refused.errorCode, "NOT_FOUND");
  });
});

describe("Role.grant", () => {
  it("menus, buttons and calls are available to holders at the next call", async () => {
    const role = await aRole();
    await grant(role.id, "B0406", "candidates_source_view");
    const { get } = await aHolder(role.id);
    const shown = async () => JSON.stringify((await get("/api/blade-system/menu/routes")).data);
    const buttons = async () => JSON.stringify((await get("/api/blade-system/menu/buttons")).data);
    assert.match(await shown(), /\/basics\/candidatesSource/);
    assert.doesNotMatch(await shown(), /\/basics\/course/);
    assert.match(await buttons(), /candidates_source_view/);
    assert.doesNotMatch(await buttons(), /candidates_source_add/);
    assert.equal((await get(sources.list.path)).code, 200);

    await grant(role.id);
    assert.equal(await shown(), "[]");
    assert.equal((await get(sources.list.path)).code, 403);
  });

  it("refuses a role that the actor holds (ROLE_DENIED)", async () => {
    const own = (await app.pool.query<{ id: string }>(`select id from role where role_alias = 'sysAdmin'`)).rows[0]
      ?.id as string;
    const input = { roleIds: [own], menuIds: [], dataScopeIds: [], apiScopeIds: [] };
    assert.equal((await admin.refused(roleCalls.grant, input)).errorCode, "ROLE_DENIED");
    assert.equal(
      (await admin.refused(roleCalls.grant, { ...input, roleIds: [(await aRole()).id, own] })).errorCode,
      "ROLE_DENIED",
    );
  });

  it("submit and remove as well, refuses anybody but a system administrator (ROLE_DENIED); Menu.grantTree offers only held buttons", async () => {
    const role = await aRole();
    const helper = app.as("leader", {
      permissions: new Set(["role_add", "role_edit", "role_delete", "role_view", "candidates_source_view"]),
    });
    const input = {
      roleIds: [role.id],
      menuIds: await menus("candidates_source_view"),
      dataScopeIds: [] as string[],
      apiScopeIds: [] as string[],
    };
    assert.equal((await helper.refused(roleCalls.grant, input)).errorCode, "ROLE_DENIED");
    assert.equal(
      (await helper.refused(roleCalls.submit, { roleName: "新", roleAlias: word(), sort: 1 })).errorCode,
      "ROLE_DENIED",
    );
    assert.equal((await helper.refused(roleCalls.submit, { id: role.id, roleName: "改名" })).errorCode, "ROLE_DENIED");
    assert.equal((await helper.refused(roleCalls.remove, { ids: role.id })).errorCode, "ROLE_DENIED");
    const seen = leaves((await helper.call(menuCalls.grantTree, undefined as never)).menu).map(({ title }) => title);
    assert.ok(seen.includes("考生来源：查看") && !seen.includes("考生来源：新增"));
  });

  it("refuses duties that exclude each other in one role or one user (ROLE_DENIED)", async () => {
    const role = await aRole();
    const give = async (...codes: string[]) => ({
      roleIds: [role.id],
      menuIds: await menus(...codes),
      dataScopeIds: [],
      apiScopeIds: [],
    });
    assert.equal(
      (await admin.refused(roleCalls.grant, await give("subsidy_apply_first_commit", "subsidy_apply_re_commit")))
        .errorCode,
      "ROLE_DENIED",
    );
    assert.equal(
      (await admin.refused(roleCalls.grant, await give("subsidy_apply_pay", "subsidy_apply_re_return"))).errorCode,
      "ROLE_DENIED",
    );
    assert.equal(
      (await admin.refused(roleCalls.grant, await give("role_edit", "subsidy_apply_pay"))).errorCode,
      "ROLE_DENIED",
    );
    await grant(role.id, "subsidy_apply_first_commit");
    const reviewer = (await app.pool.query<{ id: string }>(`select id from role where role_alias = 'secondReviewer'`))
      .rows[0]?.id as string;
    await grant(role.id);
    await aHolder(role.id, reviewer);
    const clash = await admin.refused(roleCalls.grant, await give("subsidy_apply_first_commit"));
    assert.deepEqual([clash.errorCode, clash.msg.includes("测试用户")], ["ROLE_DENIED", true], "told with who it is");
    const { rows } = await app.pool.query(`select 1 from role_permission where role_id = $1`, [role.id]);
    assert.equal(rows.length, 0);
  });

  it("refuses the auditor any changing right (ROLE_DENIED); built-in roles have no clashing duties", async () => {
    const auditor = (await app.pool.query<{ id: string }>(`select id from role where role_alias = 'auditor'`)).rows[0]
      ?.id as string;
    const { menu: held } = await admin.call(menuCalls.roleTreeKeys, { roleIds: auditor });
    for (const key of ["grade_edit", "notice_add", "user_unlock"])
      assert.equal(
        (await admin.refused(roleCalls.grant, { roleIds: [auditor], menuIds: [...held, ...(await menus(key))] }))
          .errorCode,
        "ROLE_DENIED",
        key,
      );
    await admin.call(roleCalls.grant, { roleIds: [auditor], menuIds: held });
    const orgAdmin = (await app.pool.query<{ id: string }>(`select id from role where role_alias = 'orgAdmin'`)).rows[0]
      ?.id as string;
    const { menu: own } = await admin.call(menuCalls.roleTreeKeys, { roleIds: orgAdmin });
    assert.equal(
      (
        await admin.refused(roleCalls.grant, {
          roleIds: [orgAdmin],
          menuIds: [...own, ...(await menus("org_confirm"))],
        })
      ).errorCode,
      "ROLE_DENIED",
    );
    for (const alias of roleAliases)
      assert.equal(dutiesClash([alias], new Set(defaultPermissions(alias, machines))), false, alias);
  });

  it("leaves omitted kinds unchanged, and refuses unknown ids (NOT_FOUND)", async () => {
    const role = await aRole();
    await grant(role.id, "B0406", "candidates_source_view");
    await admin.call(roleCalls.grant, { roleIds: [role.id], dataScopeIds: [] });
    assert.equal((await admin.call(menuCalls.roleTreeKeys, { roleIds: role.id })).menu.length, 2);
    for (const input of [{ menuIds: ["999999"] }, { dataScopeIds: ["999999"] }, { apiScopeIds: ["999999"] }])
      assert.equal((await admin.refused(roleCalls.grant, { roleIds: [role.id], ...input })).errorCode, "NOT_FOUND");
    assert.equal((await admin.refused(roleCalls.grant, { roleIds: [role.id, "999999"] })).errorCode, "NOT_FOUND");
  });

  it("of two concurrent calls one is stored completely", async () => {
    const role = await aRole();
    const sets = [
      ["B0406", "candidates_source_view"],
      ["B0403", "declare_condition_view", "declare_condition_add"],
    ];
    for (let round = 0; round < 5; round++) {
      await Promise.all(sets.map((codes) => grant(role.id, ...codes)));
      const { menu: found } = await admin.call(menuCalls.roleTreeKeys, { roleIds: role.id });
      const wanted = await Promise.all(sets.map((codes) => menus(...codes)));
      assert.ok(
        wanted.some((ids) => ids.toSorted().join() === found.toSorted().join()),
        found.join(),
      );
    }
  });
});

describe("Menu.grantTree", () => {
  it("has every menu, button and scope once; Menu.roleTreeKeys has those granted", async () => {
    const role = await aRole();
    const data = (
      await admin.call(dataScopeCalls.submit, {
        menuId: await menu("B0406"),
        scopeName: "本人",
        resourceCode: word(),
        scopeClass: "CandidateSource",
        scopeType: "2",
      })
    ).id;
    const api = (
      await admin.call(apiScopeCalls.submit, {
        menuId: await menu("B0406"),
        scopeName: "来源",
        resourceCode: word(),
        scopePath: "/api/nobody/*".replace("nobody", "zjgrsj-train/basics/candidates_source"),
        scopeType: "2",
      })
    ).id;
    const menuIds = await menus("B0406", "candidates_source_view");
    await admin.call(roleCalls.grant, { roleIds: [role.id], menuIds, dataScopeIds: [data], apiScopeIds: [api] });
    const keys = await admin.call(menuCalls.roleTreeKeys, { roleIds: role.id });
    assert.deepEqual({ ...keys, menu: keys.menu.sort() }, { menu: menuIds.sort(), dataScope: [data], apiScope: [api] });
    const trees = await admin.call(menuCalls.grantTree, undefined as never);
    const ids = leaves(trees.menu).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(menuIds.some((id) => ids.includes(id)));
    assert.deepEqual(
      leaves(trees.dataScope)
        .filter(({ id }) => id === data)
        .map(({ title }) => title),
      ["本人"],
    );
    assert.equal(trees.apiScope[0]?.children?.[0]?.title, "考生来源");
    await admin.call(roleCalls.grant, { roleIds: [role.id], menuIds: [], dataScopeIds: [], apiScopeIds: [] });
    await admin.call(apiScopeCalls.remove, { ids: api });
  });
});

describe("menus without a page", () => {
  it("stand in no grant tree, and who was granted one keeps it", async () => {
    await app.pool.query(
      `insert into menu (menu_no, sup_menu_no, name, code, href, category, is_open, order_by, program_no, create_user, update_user)
      select 'T9001', sup_menu_no, '尚无页面', 'T9001', '/still/planned', category, is_open, order_by, program_no, 0, 0 from menu where menu_no = 'B0406'`,
    );
    const titles = (nodes: readonly TreeNode[]): string[] =>
      nodes.flatMap((node) => [node.title, ...titles(node.children ?? [])]);
    const { menu: offered } = await admin.call(menuCalls.grantTree, undefined as never);
    const { menu: gathered } = await admin.call(menuCalls.grantTopTree, undefined as never);
    for (const tree of [titles(offered), titles(gathered)]) {
      assert.ok(tree.includes("考生来源"));
      assert.ok(!tree.includes("尚无页面"));
    }
    const role = await aRole();
    const [pageless, source] = await menus("T9001", "B0406");
    await app.pool.query(`insert into role_menu values ($1, $2)`, [role.id, pageless]);
    await grant(role.id, "B0406");
    const held = await app.pool.query<{ id: string }>(
      `select menu_id as id from role_menu where role_id = $1 order by menu_id`,
      [role.id],
    );
    assert.deepEqual(held.rows.map(({ id }) => id).sort(), [pageless, source].sort());
    assert.deepEqual((await admin.call(menuCalls.roleTreeKeys, { roleIds: role.id })).menu, [source]);
  });
});

describe("Role.submit", () => {
  it("compares role keys without case", async () => {
    const { roleAlias } = await aRole();
    for (const alias of [roleAlias.toUpperCase(), "SYSADMIN", "ClerK"])
      assert.equal(
        (await admin.refused(roleCalls.submit, { roleName: "仿", roleAlias: alias, sort: 1 })).errorCode,
        "DUPLICATE",
        alias,
      );
  });

  it("checks key and parent; Role.remove refuses built-in roles (ROLE_BUILTIN) and roles in use (ROLE_IN_USE)", async () => {
    const role = await aRole();
    const child = await aRole({ parentId: role.id });
    const refused = async (values: object) =>
      (await admin.refused(roleCalls.submit, { roleName: "x", roleAlias: word(), sort: 1, ...values })).errorCode;
    assert.equal(await refused({ roleAlias: role.roleAlias }), "DUPLICATE");
    assert.equal(await refused({ roleAlias: `x' or 1=1` }), "FIELD_INVALID");
    assert.equal(
      (await admin.refused(roleCalls.submit, { id: role.id, parentId: child.id })).errorCode,
      "FIELD_INVALID",
    );
    assert.equal(
      (await admin.refused(roleCalls.submit, { id: role.id, parentId: role.id })).errorCode,
      "FIELD_INVALID",
    );
    const options = leaves(await admin.call(roleCalls.treeById, { roleId: role.id })).map(({ id }) => id);
    assert.ok(!options.includes(role.id) && !options.includes(child.id));
    assert.equal((await admin.refused(roleCalls.remove, { ids: role.id })).errorCode, "MENU_HAS_CHILD");
    const builtIn = (await app.pool.query<{ id: string }>(`select id from role where role_alias = 'leader'`)).rows[0]
      ?.id as string;
    const kept = await admin.refused(roleCalls.remove, { ids: builtIn });
    assert.deepEqual([kept.errorCode, kept.failures.map(({ id }) => id)], ["ROLE_BUILTIN", [builtIn]]);
    assert.equal((await admin.refused(roleCalls.submit, { id: builtIn, roleAlias: "boss" })).errorCode, "FIELD_FROZEN");
    await aHolder(child.id);
    assert.equal((await admin.refused(roleCalls.remove, { ids: `${child.id}` })).errorCode, "ROLE_IN_USE");
    const { roleNo } = await admin.call(roleCalls.detail, { id: child.id });
    assert.match(roleNo as string, /^R\d{3}$/);
  });

  it("concurrent moves make no circle, and a parent of another tenant is refused", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await aRole(), await aRole()];
      const moved = await Promise.allSettled([
        admin.call(roleCalls.submit, { id: one.id, parentId: other.id } as never),
        admin.call(roleCalls.submit, { id: other.id, parentId: one.id } as never),
      ]);
      assert.deepEqual(moved.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    }
    const foreign = (
      await app.pool.query<{ id: string }>(
        `insert into role (role_name, role_alias, sort, tenant_id, create_user, update_user) values ('x', 'foreign', 1, '000001', 0, 0) returning id`,
      )
    ).rows[0]?.id as string;
    assert.equal(
      (await admin.refused(roleCalls.submit, { id: (await aRole()).id, parentId: foreign })).failures[0]?.field,
      "parentId",
    );
  });
});

describe("Menu.submit", () => {
  it("refuses duplicate numbers and codes, circles, script addresses and buttons without a call", async () => {
    const entry = {
      menuNo: "X1",
      name: "测试",
      code: "x1",
      category: "1",
      isOpen: "1",
      orderBy: 1,
      programNo: "ZJGTRAIN",
      href: "/x/one",
    } as const;
    const { id } = await admin.call(menuCalls.submit, entry as never);
    const below = (await admin.call(menuCalls.submit, { ...entry, menuNo: "X2", code: "x2", supMenuNo: "X1" } as never))
      .id;
    const field = async (values: object) =>
      (await admin.refused(menuCalls.submit, { ...entry, menuNo: "X9", code: "x9", ...values })).failures[0]?.field;
    assert.equal((await admin.refused(menuCalls.submit, { ...entry, code: "x3" })).errorCode, "DUPLICATE");
    assert.equal((await admin.refused(menuCalls.submit, { ...entry, menuNo: "X3" })).errorCode, "DUPLICATE");
    for (const href of ["javascript:alert(1)", "data:text/html,x", "//evil.example", "x", "/a b", '/x"onload'])
      assert.equal(await field({ href }), "href", href);
    assert.equal(await field({ supMenuNo: "nothing" }), "supMenuNo");
    assert.equal(await field({ category: "2", code: "nothing_asks", supMenuNo: "X1" }), "code");
    assert.equal(await field({ category: "2", code: "candidates_source_fly", supMenuNo: "X1" }), "code");
    assert.equal((await admin.refused(menuCalls.submit, { id, supMenuNo: "X2" })).failures[0]?.field, "supMenuNo");
    assert.equal((await admin.refused(menuCalls.submit, { id, supMenuNo: "X1" })).failures[0]?.field, "supMenuNo");
    assert.equal((await admin.refused(menuCalls.remove, { ids: id })).errorCode, "MENU_HAS_CHILD");

    // Entries below follow when the number changes.
    await admin.call(menuCalls.submit, { id, menuNo: "X5" } as never);
    assert.deepEqual(
      (await admin.call(menuCalls.lazyList, { parentId: id })).map((row) => row.id),
      [below],
    );
    assert.deepEqual(
      (await admin.call(menuCalls.lazyList, { name: "测试" })).map((row) => [row.id, row.children?.length]),
      [[id, 1]],
    );
    await admin.call(menuCalls.remove, { ids: `${id},${below}` });
    assert.deepEqual(await admin.call(menuCalls.lazyList, { name: "测试" }), []);
  });
});

describe("TopMenu.grant", () => {
  it("accepts menus, and refuses buttons (NOT_FOUND)", async () => {
    const { id } = await admin.call(topMenuCalls.submit, { code: "own", name: "自定义", sort: 9 });
    assert.equal(
      (await admin.refused(topMenuCalls.submit, { code: "own", name: "自定义", sort: 9 })).errorCode,
      "DUPLICATE",
    );
    assert.equal(
      (await admin.refused(topMenuCalls.grant, { topMenuIds: [id], menuIds: await menus("candidates_source_view") }))
        .errorCode,
      "NOT_FOUND",
    );
    await admin.call(topMenuCalls.grant, { topMenuIds: [id], menuIds: await menus("B04") });
    const held = app.as("sysAdmin", {
      dataScopes: [{ id: "1", entity: "TopMenu", kind: "5", column: null, expression: "id = 0", fields: null }],
    });
    assert.equal((await held.refused(topMenuCalls.grant, { topMenuIds: [id], menuIds: [] })).errorCode, "NOT_FOUND");
    assert.deepEqual((await admin.call(menuCalls.topTreeKeys, { topMenuIds: id })).menu, await menus("B04"));
    await admin.call(topMenuCalls.remove, { ids: id });
  });
});
