import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { menuCalls } from "@jipei/contract/access/menu.ts";
import { topMenuCalls } from "@jipei/contract/access/top-menu.ts";
import { menuButtons, menuRoutes, topMenu, authRoutes, type MenuItem } from "@jipei/contract/auth/menu.ts";
import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { seedAccess } from "../../../seed/access.seed.ts";
import { menuTrees } from "../../../seed/menus.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { pageExists } from "./pages.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const leaves = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.children ? leaves(item.children) : [item]));
const getPaths = async (role: RoleAlias) => leaves(await app.as(role).call(menuRoutes, {})).map((item) => item.path);

describe("getMenus", () => {
  it("returns the entries of each role whose page exists, in order, without empty branches", async () => {
    for (const role of roleAliases) {
      const expected = menuTrees
        .flatMap((entry) => entry.children ?? [entry])
        .filter((entry) => entry.roles.includes(role) && entry.route && pageExists(entry.route))
        .map((entry) => entry.route);
      assert.deepEqual(await getPaths(role), expected, role);
      const items = await app.as(role).call(menuRoutes, {});
      assert.ok(
        items.every(({ parentId, path, children }) => parentId === "0" && /^\/./.test(path) && children?.length !== 0),
        role,
      );
      for (const { id, children = [] } of items) assert.ok(children.every(({ parentId }) => parentId === id));
    }
    assert.ok((await getPaths("clerk")).includes("/wel/index"));
  });

  it("limits the tree to the branches of a top menu", async () => {
    const admin = app.as("clerk");
    const tops = await admin.call(topMenu, undefined);
    const whole = leaves(await admin.call(menuRoutes, {})).length;
    for (const top of tops) {
      const narrowed = await admin.call(menuRoutes, { topMenuId: top.id });
      assert.ok(narrowed.length > 0 && leaves(narrowed).length <= whole);
      assert.ok(narrowed.every((item) => top.menuIds?.includes(item.id)));
    }
    assert.equal((await admin.refused(menuRoutes, { topMenuId: "x" })).status, 400);
  });
});

describe("menus and buttons of the seed", () => {
  it("have a name in both languages and a number of their own", () => {
    const all = menuTrees.flatMap((entry) => [entry, ...(entry.children ?? [])]);
    assert.equal(new Set(all.map((entry) => entry.no)).size, all.length);
    for (const { no, zh, en, icon, children } of all)
      assert.ok(/[\u4e00-\u9fff]|OSS/.test(zh) && /^[A-Z]/.test(en) && (!children || icon), no);
  });

  it("stay as they are when seeded again, with what an administrator changed", async () => {
    const picture = async () =>
      (
        await app.pool
          .query(`select (select count(*) from role) as roles, (select count(*) from role_permission) as rights, (select count(*) from menu where is_deleted = 0) as menus,
      (select count(*) from role_menu) as grants, (select count(*) from top_menu_menu) as tops, (select count(*) from client) as clients, (select count(*) from department) as departments`)
      ).rows[0];
    const before = await picture();
    await seedAccess(app.db);
    assert.deepEqual(await picture(), before);
    await app.pool.query(
      `delete from role_permission where permission = 'train_class_view' and role_id = (select id from role where role_alias = 'leader')`,
    );
    await app.pool.query(`update menu set is_deleted = 1 where menu_no = 'B02'`);
    await app.pool.query(`update menu set name = '我的首页' where menu_no = 'B01'`);
    await app.pool.query(`update role set role_name = '局长' where role_alias = 'leader'`);
    const changed = await picture();
    await seedAccess(app.db);
    assert.deepEqual(await picture(), changed);
    const { rows } = await app.pool.query(
      `select (select name from menu where menu_no = 'B01') as menu, (select role_name from role where role_alias = 'leader') as role`,
    );
    assert.deepEqual(rows[0], { menu: "我的首页", role: "局长" });
  });

  it("come to an existing database with a new version", async () => {
    await app.pool.query(`delete from seeded where name = 'right:clerk:train_class_view'`);
    await app.pool.query(
      `delete from role_permission where permission = 'train_class_view' and role_id = (select id from role where role_alias = 'clerk')`,
    );
    await seedAccess(app.db);
    const { rows } = await app.pool.query(
      `select count(*) from role_permission p join role r on r.id = p.role_id where r.role_alias = 'clerk' and p.permission = 'train_class_view'`,
    );
    assert.equal(rows[0].count, "1");
  });
});

describe("getButtons", () => {
  it("returns the rights, grouped by resource", async () => {
    const clerk = app.as("clerk");
    const nodes = await clerk.call(menuButtons, undefined);
    const codes = nodes.flatMap((node) => node.children?.map((child) => child.code) ?? []);
    assert.deepEqual(new Set(codes), clerk.actor.permissions);
    assert.deepEqual(
      nodes
        .find((node) => node.code === "subsidy_apply")
        ?.children?.some((child) => child.code === "subsidy_apply_view"),
      true,
    );
  });
});

describe("routeRoles", () => {
  it("returns the roles that see each route", async () => {
    const routes = await app.as("leader").call(authRoutes, undefined);
    for (const route of routes)
      for (const [path, { authority }] of Object.entries(route))
        assert.ok(path.startsWith("/") && authority.length > 0);
  });
});

describe("Menu.detail", () => {
  it("has the name of the parent, or of the whole tree for a top entry", async () => {
    const { rows } = await app.pool.query<{ id: string; above: string | null }>(
      `select distinct on (a.id is null) m.id, a.name as above from menu m left join menu a on a.menu_no = m.sup_menu_no and a.is_deleted = 0
     where m.is_deleted = 0 order by a.id is null`,
    );
    assert.equal(rows.length, 2);
    for (const { id, above } of rows)
      assert.equal(((await app.as("sysAdmin").call(menuCalls.detail, { id })) as any).parentName, above ?? "顶级");
  });
});

describe("Menu.submit", () => {
  it("names the parent by its id, and gives a number, as clients of the family send entries", async () => {
    const admin = app.as("sysAdmin");
    const ids = new Map(
      (
        await app.pool.query<{ no: string; id: string }>(
          `select menu_no as no, id from menu where menu_no in ('B04', 'B05') and is_deleted = 0`,
        )
      ).rows.map(({ no, id }) => [no, id]),
    );
    const entry = { name: "外部系统", code: "outer", href: "https://example.cn", category: "1", orderBy: 900 } as const;
    const { id } = await admin.call(menuCalls.submit, { ...entry, parentId: ids.get("B04") });
    const shown = async () => admin.call(menuCalls.detail, { id });
    const first = await shown();
    assert.match(first.menuNo, /^M\d+$/);
    assert.deepEqual([first.supMenuNo, first.parentId, first.programNo], ["B04", ids.get("B04"), "ZJGTRAIN"]);
    assert.deepEqual([first.categoryName, first.isOpenName], ["菜单", "否"]);
    // The whole row comes back; of number and id of the parent the one that differs from what is stored was changed.
    await admin.call(menuCalls.submit, { ...first, parentId: ids.get("B05") });
    assert.equal((await shown()).supMenuNo, "B05");
    await admin.call(menuCalls.submit, { ...(await shown()), supMenuNo: "B04" });
    assert.equal((await shown()).parentId, ids.get("B04"));
    assert.equal((await admin.refused(menuCalls.submit, { id, parentId: "987654321" })).failures[0]?.field, "parentId");
    await admin.call(menuCalls.submit, { ...(await shown()), parentId: "0" });
    assert.deepEqual([(await shown()).supMenuNo, (await shown()).parentId], ["0", null]);
  });
});

describe("TopMenu.submit", () => {
  it("keeps the path, and chooses menus where they are named", async () => {
    const admin = app.as("sysAdmin");
    const { rows } = await app.pool.query<{ id: string }>(
      `select id from menu where category = '1' and sup_menu_no = '0' and is_deleted = 0 order by id limit 2`,
    );
    const menuIds = rows.map(({ id }) => id);
    const top = { code: "own", name: "自有", path: "/own", sort: 9 };
    const { id } = await admin.call(topMenuCalls.submit, { ...top, menuIds });
    const shown = async () => admin.call(topMenuCalls.detail, { id });
    assert.deepEqual([(await shown()).path, (await shown()).menuIds], ["/own", menuIds]);
    const { menuIds: _menuIds, ...rest } = await shown();
    await admin.call(topMenuCalls.submit, rest);
    assert.deepEqual((await shown()).menuIds, menuIds);
    await admin.call(topMenuCalls.submit, { ...(await shown()), menuIds: menuIds.slice(1) });
    assert.deepEqual((await shown()).menuIds, menuIds.slice(1));
    assert.equal((await admin.refused(topMenuCalls.submit, { id, menuIds: ["987654321"] })).errorCode, "NOT_FOUND");
  });
});
