import { Menu, type MenuRow, menuCalls, topNumber } from "@jipei/contract/access/menu.ts";
import { permissionOf } from "@jipei/contract/core/machine.ts";
import type { Branch } from "@jipei/contract/core/tree.ts";
import { machines } from "@jipei/contract/machines.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { keysOf } from "../core/gates.ts";
import { type CrudOptions, crudRoutes } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { type Route, reads } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { refuseTwin, refuseUsed } from "../core/references.ts";
import { Refusal, failureOf, invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { type Condition, everything, likePattern } from "../core/sql.ts";
import { branchesOf, levelOf, lockTree, nodesOf, rootId } from "../core/tree.ts";
import { mustRunTheHouse } from "../core/house.ts";
import { governing } from "./rights-change.ts";
import { previewable } from "./previewable.ts";
import { grantTreesOf, roleKeysOf, topKeysOf, topTreesOf } from "./grant-trees.ts";

type Values = Record<string, any>;
type MenuBranch = MenuRow & { parentId: string | null };

const options: CrudOptions = governing({
  entity: Menu,
  resource: "menu",
  audited: true,
  scope: () => everything,
  async beforeSave(tx, actor, merged, old, app) {
    mustRunTheHouse(actor);
    await refuseTwin(tx, Menu, old?.["id"], { menuNo: merged["menuNo"] });
    await refuseTwin(tx, Menu, old?.["id"], { code: merged["code"] });
    if (merged["category"] === "2") checkButton(merged, app);
    else checkRoute(merged["href"] ?? null);
    if (
      old &&
      old["category"] === "2" &&
      (old["code"] !== merged["code"] || merged["category"] !== "2") &&
      (await held(tx, [old])).length > 0
    )
      throw new Refusal("FIELD_FROZEN", { field: labelOf("code") });
    await lockTree(tx, Menu);
    await checkParent(tx, merged, old);
    return { supMenuNo: merged["supMenuNo"] || topNumber };
  },
  async afterSave(tx, _actor, row, old) {
    // The entries below name the number, not the id.
    if (old && old["menuNo"] !== row["menuNo"])
      await sql`update menu set sup_menu_no = ${row["menuNo"]} where sup_menu_no = ${old["menuNo"]} and is_deleted = 0`.execute(
        tx,
      );
  },
  async beforeRemove(tx, actor, rows) {
    mustRunTheHouse(actor);
    const ids = rows.map((row) => row["id"] as string);
    const numbers = rows.map((row) => row["menuNo"] as string);
    const children =
      await sql`select 1 from menu where sup_menu_no = any(${numbers}) and is_deleted = 0 and id <> all(${ids}::bigint[]) limit 1`.execute(
        tx,
      );
    if (children.rows.length > 0) throw new Refusal("MENU_HAS_CHILD");
    const granted = await held(tx, rows);
    if (granted.length > 0)
      throw new Refusal(
        "DEPENDENCY_IN_USE",
        {},
        granted.map((id) => failureOf(new Refusal("DEPENDENCY_IN_USE"), id)),
      );
    await refuseUsed(tx, "DEPENDENCY_IN_USE", ids, ["data_scope.menu_id", "api_scope.menu_id"]);
    await sql`delete from role_menu where menu_id = any(${ids}::bigint[])`.execute(tx);
    await sql`delete from top_menu_menu where menu_id = any(${ids}::bigint[])`.execute(tx);
  },
});

/** Ids of buttons whose right a role holds: without its button nobody could take the right away any more. */
async function held(tx: Tx, buttons: readonly Values[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select m.id from menu m where m.id = any(${buttons.map((row) => row["id"])}::bigint[]) and m.category = '2' and exists (select from role_permission p where p.permission = m.code) order by m.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

const labelOf = (name: keyof typeof Menu.fields) => ({ zh: Menu.fields[name].zh, en: Menu.fields[name].en });
const wrong = (name: keyof typeof Menu.fields, zh: string, en: string) =>
  invalidField(name, Menu.fields[name].zh, Menu.fields[name].en, zh, en);

/** A button is the right whose key is its code: one that nothing asks for would be a button in name only. @throws FIELD_INVALID */
function checkButton(merged: Values, { calls }: Services): void {
  const asked = calls.some(
    ({ access }) => access !== "public" && access !== "signedIn" && keysOf(access).includes(merged["code"]),
  );
  const moves = machines.some((machine) =>
    Object.keys(machine.actions).some((name) => permissionOf(machine, name) === merged["code"]),
  );
  if (!asked && !moves) throw wrong("code", "没有使用该按钮权限键的功能", "nothing asks for this button key");
}

/** A page of ours or an address of the web; nothing that would run as script. @throws FIELD_INVALID */
function checkRoute(href: string | null): void {
  if (href !== null && !/^(\/(?!\/)[\w\-./{}:]*|https?:\/\/[^\s"'<>\\]+)$/.test(href))
    throw wrong("href", "须为/开头的路由或http(s)地址", "must be a route beginning with / or an http(s) address");
}

/** @throws FIELD_INVALID for a parent that is not there, is a button, or lies below the entry itself */
async function checkParent(tx: Tx, merged: Values, old: Values | null): Promise<void> {
  const number = (merged["supMenuNo"] as string | null) || topNumber;
  if (number === topNumber) {
    if (merged["category"] === "2") throw wrong("supMenuNo", "按钮须在菜单之下", "a button stands under a menu");
    return;
  }
  const { rows } = await sql<{ menuNo: string; category: string }>`
    with recursive above as (
      select menu_no, sup_menu_no, category, 1 as depth from menu where menu_no = ${number} and is_deleted = 0
      union all select m.menu_no, m.sup_menu_no, m.category, depth + 1 from menu m join above a on m.menu_no = a.sup_menu_no where m.is_deleted = 0 and depth < 20)
    select menu_no, category from above order by depth`.execute(tx);
  if (rows[0]?.category !== "1") throw wrong("supMenuNo", "上级菜单不存在", "no such menu");
  if (old && rows.some(({ menuNo }) => menuNo === old["menuNo"]))
    throw wrong("supMenuNo", "不能是自身或下级", "neither itself nor below it");
}

const parent = sql`(select p.id from menu p where p.menu_no = t.sup_menu_no and p.is_deleted = 0) as "parentId"`;
const rowsOf = async (
  app: Services,
  actor: Actor,
  query: object,
  where: readonly Condition[] = [],
): Promise<MenuBranch[]> =>
  (
    await listPage<MenuBranch>(
      app,
      actor,
      Menu,
      { current: 1, size: 10, sort: [], filters: [], ...query, all: true },
      { scope: () => everything, columns: parent, where },
    )
  ).records;

/** One level, or without a parent everything that matches what is looked for. */
async function level(
  app: Services,
  db: Db,
  actor: Actor,
  { parentId, name, code }: { parentId?: string | null; name?: string | null; code?: string | null },
  categories: readonly string[],
): Promise<Branch<MenuRow>[]> {
  const kind = sql`t.category = any(${[...categories]})`;
  const sought = [
    ...(name ? [sql`t.name ilike ${`%${likePattern(name)}%`}`] : []),
    ...(code ? [sql`t.code ilike ${`%${likePattern(code)}%`}`] : []),
  ];
  if (!parentId && sought.length > 0)
    return branchesOf(await rowsOf(app, actor, {}, [kind, ...sought])) as Branch<MenuRow>[];
  const under =
    !parentId || parentId === rootId
      ? sql`coalesce(t.sup_menu_no, ${topNumber}) = ${topNumber}`
      : sql`t.sup_menu_no = (select menu_no from menu where id = ${parentId})`;
  const rows = await rowsOf(app, actor, {}, [kind, under, ...sought]);
  const branches = await sql<{
    no: string;
  }>`select distinct sup_menu_no as no from menu where sup_menu_no = any(${rows.map((row) => row.menuNo)}) and is_deleted = 0 and category = any(${[...categories]})`.execute(
    db,
  );
  const withChildren = new Set(branches.rows.map(({ no }) => no));
  return levelOf(rows, ({ menuNo }) => withChildren.has(menuNo)) as Branch<MenuRow>[];
}

export const menuAdminRoutes: Route[] = [
  ...crudRoutes(
    menuCalls as never,
    {
      ...options,
      async detail(db, _actor, row) {
        const above = await sql<{
          name: string;
        }>`select name from menu where menu_no = ${row["supMenuNo"]} and is_deleted = 0`.execute(db);
        return { parentName: above.rows[0]?.name ?? "顶级" };
      },
    },
    {
      list: reads(
        menuCalls.list,
        async (_db, actor, query, app) => branchesOf(await rowsOf(app, actor, query)) as Branch<MenuRow>[],
      ),
    },
  ),
  reads(menuCalls.lazyList, (db, actor, input, app) => level(app, db, actor, input, ["1", "2"])),
  reads(menuCalls.lazyMenuList, (db, actor, input, app) => level(app, db, actor, input, ["1"])),
  reads(menuCalls.tree, async (_db, actor, _input, app) =>
    nodesOf(
      await rowsOf(app, actor, {}, [sql`t.category = '1'`]),
      (row) => row.name,
      (row) => row.nameEn,
    ),
  ),
  reads(menuCalls.grantTree, (db, actor) => grantTreesOf(db, actor)),
  reads(menuCalls.roleTreeKeys, (db, actor, { roleIds }) => roleKeysOf(db, actor, roleIds)),
  reads(menuCalls.grantTopTree, (db) => topTreesOf(db)),
  reads(menuCalls.topTreeKeys, (db, _actor, { topMenuIds }) => topKeysOf(db, topMenuIds)),
].map(previewable);
