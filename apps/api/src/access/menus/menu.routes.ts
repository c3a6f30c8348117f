import { exporter } from "../../core/excel/export.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import { Menu, type MenuRow, menuCalls, topNumber } from "@jipei/contract/access/menu.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { getPermission } from "@jipei/contract/core/machine.ts";
import type { Branch } from "@jipei/contract/core/tree.ts";
import { machines } from "@jipei/contract/machines.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { getKeys } from "../../core/access/access-check.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../../core/entity/crud.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { refuseDuplicate, refuseUsed } from "../../core/entity/references.ts";
import { Refusal, refuseRows, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Condition, derived, everything, likePattern } from "../../core/database/sql.ts";
import { getBranches, getLevel, lockTree, getNodes, rootId } from "../../core/foundation/tree.ts";
import { assertTenantOwner } from "../../core/access/tenant-owner.ts";
import { rightsControlled } from "../rights-change/rights-change.ts";
import { getGrantTrees, getRoleKeys, getTopKeys, getTopTrees } from "../grants/grant-trees.ts";

export const menuOptions: CrudOptions<typeof Menu> = {
  entity: Menu,
  resource: "menu",
  audited: true,
  scope: () => everything,
  async beforeSave(tx, actor, merged, old, app) {
    assertTenantOwner(actor);
    const menuNo = merged.menuNo || (old?.menuNo ?? (await nextNumber(tx)));
    await refuseDuplicate(tx, Menu, old?.id, { menuNo });
    await refuseDuplicate(tx, Menu, old?.id, { code: merged.code });
    if (merged.category === "2") checkButton(merged, app);
    else checkRoute(merged.href ?? null);
    if (
      old &&
      old.category === "2" &&
      (old.code !== merged.code || merged.category !== "2") &&
      (await findGrantedButtons(tx, [old])).length > 0
    )
      throw new Refusal("FIELD_FROZEN", { field: getLabel("code") });
    await lockTree(tx, Menu);
    await checkParent(tx, merged, old);
    return columns(Menu, { menuNo, supMenuNo: merged.supMenuNo || topNumber });
  },
  async afterSave(tx, _actor, row, old) {
    // Entries refer to their parent by its number, not by its id.
    if (old && old.menuNo !== row.menuNo)
      await sql`update menu set sup_menu_no = ${row.menuNo} where sup_menu_no = ${old.menuNo} and is_deleted = 0`.execute(
        tx,
      );
  },
  async beforeRemove(tx, actor, rows) {
    assertTenantOwner(actor);
    const ids = rows.map((row) => row.id as string);
    const numbers = rows.map((row) => row.menuNo as string);
    const parents = await sql<{
      number: string;
    }>`select distinct sup_menu_no as number from menu where sup_menu_no = any(${numbers}) and is_deleted = 0 and id <> all(${ids}::bigint[])`.execute(
      tx,
    );
    const hasChild = new Set(parents.rows.map(({ number }) => number));
    refuseRows(
      "MENU_HAS_CHILD",
      rows.filter((row) => hasChild.has(row.menuNo)).map((row) => row.id),
    );
    const granted = await findGrantedButtons(tx, rows);
    refuseRows("DEPENDENCY_IN_USE", granted);
    await refuseUsed(tx, Menu, rows);
    await sql`delete from role_menu where menu_id = any(${ids}::bigint[])`.execute(tx);
    await sql`delete from top_menu_menu where menu_id = any(${ids}::bigint[])`.execute(tx);
  },
};

/** The next number of an entry that comes without one: M1, M2 … */
async function nextNumber(tx: Tx): Promise<string> {
  await lockTree(tx, Menu);
  const { rows } = await sql<{
    n: number;
  }>`select coalesce(max(substr(menu_no, 2)::int), 0) + 1 as n from menu where menu_no ~ '^M[0-9]{1,9}$'`.execute(tx);
  return `M${rows[0]?.n ?? 1}`;
}

const menuRows = rightsControlled(menuOptions);

/** Ids of buttons whose right a role has. They must stay: without the button nobody could revoke the right. */
async function findGrantedButtons(tx: Tx, buttons: readonly { id: string }[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select m.id from menu m where m.id = any(${buttons.map((row) => row.id)}::bigint[]) and m.category = '2' and exists (select from role_permission p where p.permission = m.code) order by m.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

const getLabel = (name: keyof typeof Menu.fields) => ({ zh: Menu.fields[name].zh, en: Menu.fields[name].en });
const wrong = (name: keyof typeof Menu.fields, zh: string, en: string) =>
  invalidField(name, Menu.fields[name].zh, Menu.fields[name].en, zh, en);

/** The code of a button is the key of its right, so some call or move must require it. @throws FIELD_INVALID */
function checkButton(merged: Draft<typeof Menu>, { calls }: Services): void {
  const asked = calls.some(
    ({ access }) => access !== "public" && access !== "signedIn" && getKeys(access).includes(merged.code),
  );
  const moves = machines.some((machine) =>
    Object.keys(machine.actions).some((name) => getPermission(machine, name) === merged.code),
  );
  if (!asked && !moves) throw wrong("code", "没有使用该按钮权限键的功能", "nothing asks for this button key");
}

/** Accepts a page of the application or an http(s) address, so that no link runs a script. @throws FIELD_INVALID */
function checkRoute(href: string | null): void {
  if (href !== null && !/^(\/(?!\/)[\w\-./{}:]*|https?:\/\/[^\s"'<>\\]+)$/.test(href))
    throw wrong("href", "须为/开头的路由或http(s)地址", "must be a route beginning with / or an http(s) address");
}

/** @throws FIELD_INVALID for a parent that does not exist, is a button, or is the entry itself or below it */
async function checkParent(tx: Tx, merged: Draft<typeof Menu>, old: StoredRow<typeof Menu> | null): Promise<void> {
  const number = merged.supMenuNo || topNumber;
  if (number === topNumber) {
    if (merged.category === "2") throw wrong("supMenuNo", "按钮须在菜单之下", "a button stands under a menu");
    return;
  }
  const { rows } = await sql<{ menuNo: string; category: string }>`
    with recursive above as (
      select menu_no, sup_menu_no, category, 1 as depth from menu where menu_no = ${number} and is_deleted = 0
      union all select m.menu_no, m.sup_menu_no, m.category, depth + 1 from menu m join above a on m.menu_no = a.sup_menu_no where m.is_deleted = 0 and depth < 20)
    select menu_no, category from above order by depth`.execute(tx);
  if (rows[0]?.category !== "1") throw wrong("supMenuNo", "上级菜单不存在", "no such menu");
  if (old && rows.some(({ menuNo }) => menuNo === old.menuNo))
    throw wrong("supMenuNo", "不能是自身或下级", "neither itself nor below it");
}

export const menuDerived = derived(
  Menu,
  "parentId",
  "select p.id from menu p where p.menu_no = t.sup_menu_no and p.is_deleted = 0",
);

/** Saves an entry. Its parent is named by number or by id; where one of them is no longer what is stored, it is the one that was changed. */
async function saveEntry(
  tx: Tx,
  actor: Actor,
  { parentId, ...input }: InputOf<typeof menuCalls.submit>,
  app: Services,
): Promise<{ id: string }> {
  if (parentId === undefined) return saveRow(tx, actor, menuRows, input, app);
  const { rows } = await sql<{ wanted: string | null; stored: string | null }>`
    select (select menu_no from menu where id = ${parentId} and is_deleted = 0) as wanted,
      (select coalesce(sup_menu_no, ${topNumber}) from menu where id = ${input.id ?? null} and is_deleted = 0) as stored`.execute(
    tx,
  );
  const { wanted = null, stored = null } = rows[0] ?? {};
  if (parentId !== null && wanted === null) throw wrong("parentId", "上级菜单不存在", "no such menu");
  const isNumberChanged = input.supMenuNo !== undefined && (input.supMenuNo || topNumber) !== stored;
  const supMenuNo = input.supMenuNo && isNumberChanged ? input.supMenuNo : (wanted ?? topNumber);
  return saveRow(tx, actor, menuRows, { ...input, supMenuNo }, app);
}

const getRows = async (
  app: Services,
  actor: Actor,
  query: object,
  where: readonly Condition[] = [],
): Promise<MenuRow[]> =>
  (
    await listPage(
      app,
      actor,
      Menu,
      { current: 1, size: 10, sort: [], filters: [], ...query, all: true },
      { scope: () => everything, where },
    )
  ).records;

/** One level of the tree; a search without a parent covers all levels. */
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
    return getBranches(await getRows(app, actor, {}, [kind, ...sought])) as Branch<MenuRow>[];
  const under =
    !parentId || parentId === rootId
      ? sql`coalesce(t.sup_menu_no, ${topNumber}) = ${topNumber}`
      : sql`t.sup_menu_no = (select menu_no from menu where id = ${parentId})`;
  const rows = await getRows(app, actor, {}, [kind, under, ...sought]);
  const branches = await sql<{
    no: string;
  }>`select distinct sup_menu_no as no from menu where sup_menu_no = any(${rows.map((row) => row.menuNo)}) and is_deleted = 0 and category = any(${[...categories]})`.execute(
    db,
  );
  const withChildren = new Set(branches.rows.map(({ no }) => no));
  return getLevel(rows, ({ menuNo }) => withChildren.has(menuNo)) as Branch<MenuRow>[];
}

export const menuAdminRoutes: Route[] = [
  exporter(Menu, menuCalls.export, menuOptions),
  ...crudRoutes(
    menuCalls,
    {
      ...menuRows,
      async detail(db, _actor, row) {
        const above = await sql<{
          name: string;
        }>`select name from menu where menu_no = ${row.supMenuNo} and is_deleted = 0`.execute(db);
        return { parentName: above.rows[0]?.name ?? "顶级" };
      },
    },
    {
      list: reads(
        menuCalls.list,
        async (_db, actor, query, app) => getBranches(await getRows(app, actor, query)) as Branch<MenuRow>[],
      ),
      submit: writes(menuCalls.submit, saveEntry),
    },
  ),
  reads(menuCalls.lazyList, (db, actor, input, app) => level(app, db, actor, input, ["1", "2"])),
  reads(menuCalls.lazyMenuList, (db, actor, input, app) => level(app, db, actor, input, ["1"])),
  reads(menuCalls.tree, async (_db, actor, _input, app) =>
    getNodes(
      await getRows(app, actor, {}, [sql`t.category = '1'`]),
      (row) => row.name,
      (row) => row.nameEn,
    ),
  ),
  reads(menuCalls.grantTree, (db, actor, _input, app) => getGrantTrees(app, db, actor)),
  reads(menuCalls.roleTreeKeys, (db, actor, { roleIds }, app) => getRoleKeys(app, db, actor, roleIds)),
  reads(menuCalls.grantTopTree, (db, _actor, _input, app) => getTopTrees(app, db)),
  reads(menuCalls.topTreeKeys, (db, _actor, { topMenuIds }, app) => getTopKeys(app, db, topMenuIds)),
];
