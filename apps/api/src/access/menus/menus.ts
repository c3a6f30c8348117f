import type { MenuItem, TopMenuItem } from "@jipei/contract/auth/menu.ts";
import { capabilities } from "@jipei/contract/capabilities.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Db } from "../../core/database/db.ts";
import type { Services } from "../../core/foundation/services.ts";
import { pageIsOpen } from "./pages.ts";

interface MenuRow extends MenuItem {
  granted: boolean;
  isPage: boolean;
}

/**
 * The menu tree of a user: entries that one of their roles is granted and whose page exists, with their ancestors. Branches without such an entry are left
 * out. `topMenuId` limits it to the branches below that item of the top bar.
 */
export async function getMenus(app: Services, db: Db, actor: Actor, topMenuId: string | null): Promise<MenuItem[]> {
  const { rows } = await sql<MenuRow>`
    select m.id, m.name, m.name_en, m.menu_no, coalesce(m.sup_menu_no, '0') as sup_menu_no, m.code, coalesce(p.id, 0) as parent_id,
      m.order_by as sort, m.order_by, coalesce(m.href, '/' || m.code) as path, m.href is not null as is_page, m.icon, m.is_open, m.roles,
      exists (select from role_menu g join role r on r.id = g.role_id where g.menu_id = m.id and r.role_alias = any(${[...actor.roles]}) and r.tenant_id = ${actor.tenantId} and r.is_deleted = 0) as granted
    from menu m left join menu p on p.menu_no = m.sup_menu_no and p.is_deleted = 0
    where m.is_deleted = 0 and m.category = '1' order by m.order_by, m.id`.execute(db);
  const tree = buildTree(
    rows,
    "0",
    (row) => row.granted && mayList(row, actor) && row.isPage && pageIsOpen(app, row.path),
  );
  if (!topMenuId) return tree;
  const gathered = await sql<{
    id: string;
  }>`select menu_id as id from top_menu_menu where top_menu_id = ${topMenuId}`.execute(db);
  const wanted = new Set(gathered.rows.map(({ id }) => id));
  return keep(tree, wanted);
}

/** A list of roles on the entry itself limits who sees it, in addition to the grants. */
const mayList = (row: MenuRow, actor: Actor): boolean =>
  !row.roles?.length || row.roles.some((alias) => actor.roles.some((role) => role === alias));

function buildTree(rows: readonly MenuRow[], up: string, shown: (row: MenuRow) => boolean): MenuItem[] {
  return rows
    .filter((row) => row.supMenuNo === up)
    .flatMap((row): MenuItem[] => {
      const { granted: _granted, isPage: _isPage, ...item } = row;
      const children = buildTree(rows, row.menuNo, shown);
      if (children.length > 0) return [{ ...item, children }];
      return shown(row) ? [item] : [];
    });
}

/** The wanted entries with all below them, and their ancestors. */
function keep(items: readonly MenuItem[], wanted: ReadonlySet<string>): MenuItem[] {
  return items.flatMap((item) => {
    if (wanted.has(item.id)) return [item];
    const children = keep(item.children ?? [], wanted);
    return children.length > 0 ? [{ ...item, children }] : [];
  });
}

export interface ButtonNode {
  code: string;
  name?: string;
  children?: { code: string }[];
}

/** The button keys of a user, grouped by resource; the codes of the leaves are the rights. */
export function getButtons(actor: Actor): ButtonNode[] {
  const byResource = new Map<string, { code: string }[]>();
  for (const permission of [...actor.permissions].sort()) {
    const resource = getResource(permission);
    byResource.set(resource, [...(byResource.get(resource) ?? []), { code: permission }]);
  }
  return [...byResource].map(([code, children]) => ({ code, children }));
}

const resources = Object.keys(capabilities).sort((a, b) => b.length - a.length);
/** The longest resource name the key begins with: `subsidy_apply_view` is about the claim, not about the standard. */
export const getResource = (permission: string): string =>
  resources.find((resource) => permission.startsWith(`${resource}_`)) ?? permission;

/** Items of the top bar with the root entries below them, for a user who sees any of these. */
export async function getTopMenus(app: Services, db: Db, actor: Actor): Promise<TopMenuItem[]> {
  const { rows } = await sql<TopMenuItem & { menuIds: string[] }>`
    select t.id, t.code, t.name, t.name_en, t.source, t.path, t.sort, array(select menu_id from top_menu_menu l where l.top_menu_id = t.id) as menu_ids
    from top_menu t where t.is_deleted = 0 order by t.sort, t.id`.execute(db);
  const shown = await getMenus(app, db, actor, null);
  return rows.filter((top) => top.menuIds.length === 0 || keep(shown, new Set(top.menuIds)).length > 0);
}

/** Every route with the roles that see its entry. */
export async function routeRoles(app: Services, db: Db): Promise<Record<string, { authority: string[] }>[]> {
  const { rows } = await sql<{ path: string; authority: string[] }>`
    select m.href as path, array_agg(distinct r.role_alias) as authority
    from menu m join role_menu g on g.menu_id = m.id join role r on r.id = g.role_id and r.is_deleted = 0
    where m.is_deleted = 0 and m.category = '1' and m.href is not null group by m.href order by m.href`.execute(db);
  return rows.filter(({ path }) => pageIsOpen(app, path)).map(({ path, authority }) => ({ [path]: { authority } }));
}
