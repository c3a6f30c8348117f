import { tenantId as installation, webClient } from "@jipei/contract/auth/auth.ts";
import { grantType } from "@jipei/contract/auth/client.ts";
import { roleAliases, roles } from "@jipei/contract/core/roles.ts";
import { getPermission } from "@jipei/contract/core/machine.ts";
import { machines } from "@jipei/contract/machines.ts";
import { sql } from "kysely";
import { hashSecret } from "../src/auth/client/client.ts";
import { getKeys } from "../src/core/access/access-check.ts";
import type { Db, Tx } from "../src/core/database/db.ts";
import { defaultPermissions } from "../src/core/access/default-rights.ts";
import { installationResources } from "../src/core/foundation/installation.ts";
import { calls } from "../src/domains.ts";
import { getButton, elsewhere, getMenu } from "./buttons.ts";
import { type MenuEntry, menuTrees, topMenus } from "./menus.ts";

/**
 * Roles, their permissions, menus and the client of our web. Each is added once, and what was added is remembered: a permission that an
 * administrator revoked, or a menu that they removed, stays away; a new version adds what is new in it.
 */
export function seedAccess(db: Db, tenantId: string = installation): Promise<void> {
  const leftOut = tenantId === installation ? () => false : isOfTheInstallation;
  return db.transaction().execute(async (tx) => {
    await seedClient(tx);
    await seedDepartments(tx);
    await seedRoles(tx);
    await seedRights(tx, leftOut);
    await seedMenus(tx, leftOut);
    await seedButtons(tx, leftOut);
    await seedTopMenus(tx);
  });
}

/** Whether a permission or the number of a menu is for administrators of the installation, and not added to a tenant. */
type LeftOut = (name: string) => boolean;
const isOfTheInstallation: LeftOut = (name) =>
  menusOfInstallation.has(name) || installationResources.some((resource) => name.startsWith(`${resource}_`));
const menusOfInstallation = new Set<string>(installationResources.map(getMenu));

/** The given names that were not added before; they count as added from now on. */
async function fresh(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    name: string;
  }>`insert into seeded (name) select unnest(${[...names]}::text[]) on conflict do nothing returning name`.execute(tx);
  return new Set(rows.map((row) => row.name));
}

async function seedClient(tx: Tx): Promise<void> {
  if (!(await fresh(tx, [`client:${webClient.id}`])).size) return;
  await sql`insert into client (client_id, client_secret_hash, scope, authorized_grant_types, access_token_validity, refresh_token_validity, session_validity, create_user, update_user)
    values (${webClient.id}, ${hashSecret(webClient.secret)}, 'all', ${Object.keys(grantType.codes)}::text[], 900, 14400, 43200, 0, 0)
    on conflict (client_id) where is_deleted = 0 do nothing`.execute(tx);
}

const sections = ["办公室", "培训科", "资金管理科", "信息中心", "审计监督科"];

async function seedDepartments(tx: Tx): Promise<void> {
  if (!(await fresh(tx, ["departments"])).size) return;
  await sql`with bureau as (
      insert into department (org_name, dept_category, sort, create_user, update_user) values ('人力资源和社会保障局', '1', 1, 0, 0) returning id)
    insert into department (org_name, parent_id, dept_category, sort, create_user, update_user)
    select name, bureau.id, '1', sort, 0, 0 from bureau, unnest(${sections}::text[]) with ordinality as s (name, sort)`.execute(
    tx,
  );
}

async function seedRoles(tx: Tx): Promise<void> {
  const brought = await fresh(
    tx,
    roleAliases.map((alias) => `role:${alias}`),
  );
  for (const [index, alias] of roleAliases.entries()) {
    if (!brought.has(`role:${alias}`)) continue;
    const { no, zh, en } = roles[alias];
    await sql`insert into role (role_no, role_name, role_name_en, role_alias, sort, create_user, update_user) values (${no}, ${zh}, ${en}, ${alias}, ${(index + 1) * 10}, 0, 0)`.execute(
      tx,
    );
  }
}

async function seedRights(tx: Tx, leftOut: LeftOut): Promise<void> {
  const all = roleAliases.flatMap((alias) =>
    defaultPermissions(alias, machines)
      .filter((permission) => !leftOut(permission))
      .map((permission) => ({ name: `right:${alias}:${permission}`, alias, permission })),
  );
  const brought = await fresh(
    tx,
    all.map(({ name }) => name),
  );
  if (brought.size === 0) return;
  await sql`insert into role_permission (role_id, permission)
    select r.id, g.permission from jsonb_to_recordset(${JSON.stringify(all.filter(({ name }) => brought.has(name)))}::jsonb) as g (alias text, permission text)
    join role r on r.role_alias = g.alias and r.is_deleted = 0 on conflict do nothing`.execute(tx);
}

interface MenuLine {
  name: string;
  no: string;
  up: string;
  zh: string;
  en: string;
  route: string | null;
  icon: string | null;
  sort: number;
  roles: readonly string[];
}

function getLines(entries: readonly MenuEntry[], up: string): MenuLine[] {
  return entries.flatMap((entry, index) => [
    {
      name: `menu:${entry.no}`,
      no: entry.no,
      up,
      zh: entry.zh,
      en: entry.en,
      route: entry.route,
      icon: entry.icon ?? null,
      sort: (index + 1) * 10,
      roles: entry.roles,
    },
    ...getLines(entry.children ?? [], entry.no),
  ]);
}

/** A branch is shown with the entries below it, so only leaves are granted. */
async function seedMenus(tx: Tx, leftOut: LeftOut): Promise<void> {
  const lines = getLines(menuTrees, "0").filter(({ no }) => !leftOut(no));
  const brought = await fresh(
    tx,
    lines.map(({ name }) => name),
  );
  if (brought.size === 0) return;
  const rows = JSON.stringify(lines.filter(({ name }) => brought.has(name)));
  await sql`insert into menu (menu_no, sup_menu_no, name, name_en, code, href, icon, category, action, is_open, order_by, program_no, create_user, update_user)
    select no, up, zh, en, no, route, icon, '1', '0', '1', sort, 'ZJGTRAIN', 0, 0
    from jsonb_to_recordset(${rows}::jsonb) as m (no text, up text, zh text, en text, route text, icon text, sort int)`.execute(
    tx,
  );
  await sql`insert into role_menu (role_id, menu_id)
    select r.id, n.id from jsonb_to_recordset(${rows}::jsonb) as m (no text, route text, roles jsonb)
    cross join lateral jsonb_array_elements_text(m.roles) as g (alias)
    join role r on r.role_alias = g.alias and r.is_deleted = 0 join menu n on n.menu_no = m.no and n.is_deleted = 0
    where m.route is not null on conflict do nothing`.execute(tx);
}

/** Every permission that a call or a move requires, as a button under its menu, so that it can be granted. */
async function seedButtons(tx: Tx, leftOut: LeftOut): Promise<void> {
  const asked = calls.flatMap(({ access }) =>
    access === "public" || access === "signedIn" ? [] : [...getKeys(access)],
  );
  const moves = machines.flatMap((machine) =>
    Object.entries(machine.actions).flatMap(([name, { clock }]) => (clock ? [] : [getPermission(machine, name)])),
  );
  const buttons = [...new Set([...asked, ...moves])]
    .filter((key) => !leftOut(key))
    .sort()
    .map(getButton);
  const brought = await fresh(
    tx,
    buttons.map(({ key }) => `button:${key}`),
  );
  if (brought.size === 0) return;
  if ((await fresh(tx, [`menu:${elsewhere.no}`])).size > 0)
    await sql`insert into menu (menu_no, sup_menu_no, name, name_en, code, category, action, is_open, order_by, program_no, create_user, update_user)
      values (${elsewhere.no}, '0', ${elsewhere.zh}, ${elsewhere.en}, ${elsewhere.no}, '1', '0', '1', 990, 'ZJGTRAIN', 0, 0)`.execute(
      tx,
    );
  // Numbers of buttons continue after the last one given.
  await sql`insert into menu (menu_no, sup_menu_no, name, name_en, code, category, action, is_open, order_by, program_no, create_user, update_user)
    select 'F' || lpad((last.n + b.place)::text, 5, '0'), coalesce(m.menu_no, ${elsewhere.no}), b.zh, b.en, b.key, '2', '3', '1', b.place, 'ZJGTRAIN', 0, 0
    from jsonb_to_recordset(${JSON.stringify(buttons.filter(({ key }) => brought.has(`button:${key}`)).map((button, place) => ({ ...button, place: place + 1 })))}::jsonb) as b ("menuNo" text, key text, zh text, en text, place int)
    cross join (select coalesce(max(substr(menu_no, 2)::int), 0) as n from menu where menu_no ~ '^F[0-9]{5,9}$') last
    left join menu m on m.menu_no = b."menuNo" and m.is_deleted = 0
    on conflict do nothing`.execute(tx);
}

async function seedTopMenus(tx: Tx): Promise<void> {
  const brought = await fresh(
    tx,
    topMenus.map(({ code }) => `top-menu:${code}`),
  );
  for (const { code, zh, en, source, sort, branches } of topMenus) {
    if (!brought.has(`top-menu:${code}`)) continue;
    await sql`with top as (
        insert into top_menu (code, name, name_en, source, sort, create_user, update_user) values (${code}, ${zh}, ${en}, ${source}, ${sort}, 0, 0) returning id)
      insert into top_menu_menu (top_menu_id, menu_id) select top.id, m.id from top, menu m where m.menu_no = any(${[...branches]}) and m.is_deleted = 0`.execute(
      tx,
    );
  }
}
