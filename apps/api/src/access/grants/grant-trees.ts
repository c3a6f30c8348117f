import { type GrantKeys, type GrantTrees, topNumber } from "@jipei/contract/access/menu.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { sql } from "kysely";
import { type Actor, hasRole } from "../../core/foundation/actor.ts";
import type { Db } from "../../core/database/db.ts";
import { splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { getNodes } from "../../core/foundation/tree.ts";
import { getPagelessMenus } from "../menus/pages.ts";

interface GrantNode {
  id: string;
  parentId: string | null;
  title: string;
  titleEn: string | null;
  /** Of a button: its key. */
  key: string | null;
}

const words = [({ title }: { title: string }) => title, ({ titleEn }: { titleEn: string | null }) => titleEn] as const;

const menuNodes = (db: Db, buttons: boolean) =>
  sql<GrantNode>`
  select m.id, p.id as parent_id, m.name as title, m.name_en as title_en, case m.category when '2' then m.code end as key
  from menu m left join menu p on p.menu_no = m.sup_menu_no and p.is_deleted = 0
  where m.is_deleted = 0 and m.category in ('1', ${buttons ? "2" : "1"}) and (p.id is not null or coalesce(m.sup_menu_no, ${topNumber}) = ${topNumber})
  order by m.order_by, m.id`.execute(db);

/**
 * Menus that lead somewhere with their buttons, and the scopes under their menus. Actors who are no system administrators see only the buttons that
 * they hold.
 */
export async function getGrantTrees(app: Services, db: Db, actor: Actor): Promise<GrantTrees> {
  const all = (await menuNodes(db, true)).rows;
  const pageless = await getPagelessMenus(app, db);
  const shown = all.filter(({ id }) => !pageless.has(id));
  const mine = hasRole(actor, "sysAdmin")
    ? shown
    : shown.filter(({ key }) => key === null || actor.permissions.has(key));
  const scopes = async (table: "data_scope" | "api_scope") =>
    scopeTree(
      all.filter(({ key }) => key === null),
      (
        await sql<{
          id: string;
          menuId: string;
          title: string;
        }>`select id, menu_id, scope_name as title from ${sql.table(table)} where is_deleted = 0 order by id`.execute(
          db,
        )
      ).rows,
    );
  return { menu: getNodes(mine, ...words), dataScope: await scopes("data_scope"), apiScope: await scopes("api_scope") };
}

/** Menus alone, for a top menu. */
export async function getTopTrees(app: Services, db: Db): Promise<GrantTrees> {
  const pageless = await getPagelessMenus(app, db);
  const shown = (await menuNodes(db, false)).rows.filter(({ id }) => !pageless.has(id));
  return { menu: getNodes(shown, ...words), dataScope: [], apiScope: [] };
}

/** Scopes as leaves under their menus; menus without scopes are left out. Ids of menus get a prefix, since menus and scopes may have the same id. */
function scopeTree(
  menus: readonly GrantNode[],
  scopes: readonly { id: string; menuId: string; title: string }[],
): TreeNode[] {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const needed = new Set<string>();
  for (const { menuId } of scopes)
    for (let at = byId.get(menuId); at && !needed.has(at.id); at = at.parentId ? byId.get(at.parentId) : undefined)
      needed.add(at.id);
  const branches = menus
    .filter(({ id }) => needed.has(id))
    .map((menu) => ({ ...menu, id: `m${menu.id}`, parentId: menu.parentId && `m${menu.parentId}` }));
  return getNodes(
    [...branches, ...scopes.map(({ id, menuId, title }) => ({ id, parentId: `m${menuId}`, title, titleEn: null }))],
    ...words,
  );
}

/** What several roles are granted together, as far as the trees show it. */
export async function getRoleKeys(app: Services, db: Db, actor: Actor, roleIds: string): Promise<GrantKeys> {
  const own = await sql<{
    id: string;
  }>`select id from role where id = any(${splitIds(roleIds)}::bigint[]) and tenant_id = ${actor.tenantId}`.execute(db);
  const ids = own.rows.map(({ id }) => id);
  const { rows } = await sql<GrantKeys>`
    select array(select menu_id::text from role_menu where role_id = any(${ids}::bigint[])
        union select m.id::text from role_permission p join menu m on m.code = p.permission and m.category = '2' and m.is_deleted = 0 where p.role_id = any(${ids}::bigint[])) as menu,
      array(select distinct data_scope_id::text from role_data_scope where role_id = any(${ids}::bigint[])) as "dataScope",
      array(select distinct api_scope_id::text from role_api_scope where role_id = any(${ids}::bigint[])) as "apiScope"`.execute(
    db,
  );
  return offered(app, db, rows[0] as GrantKeys);
}

/** Without the menus that the trees leave out. */
async function offered(app: Services, db: Db, keys: GrantKeys): Promise<GrantKeys> {
  const pageless = await getPagelessMenus(app, db);
  return { ...keys, menu: keys.menu.filter((id) => !pageless.has(id)) };
}

export async function getTopKeys(app: Services, db: Db, topMenuIds: string): Promise<GrantKeys> {
  const { rows } = await sql<{
    menu: string[];
  }>`select array(select distinct menu_id::text from top_menu_menu where top_menu_id = any(${splitIds(topMenuIds)}::bigint[])) as menu`.execute(
    db,
  );
  return offered(app, db, { menu: rows[0]?.menu ?? [], dataScope: [], apiScope: [] });
}
