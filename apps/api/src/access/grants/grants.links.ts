import { Role } from "@jipei/contract/access/role.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";

/** What a role is granted: ids of menus and scopes, and the keys of buttons; sorted, so that two states can be compared. */
export interface Links {
  menus: string[];
  permissions: string[];
  dataScopes: string[];
  apiScopes: string[];
}

/** What a role is granted now; of its keys only those with a button. */
export async function granted(tx: Tx, roleId: string): Promise<Links> {
  const { rows } = await sql<Links>`
    select array(select menu_id::text from role_menu where role_id = ${roleId} order by menu_id) as menus,
      array(select p.permission from role_permission p join menu m on m.code = p.permission and m.category = '2' and m.is_deleted = 0 where p.role_id = ${roleId} order by p.permission) as permissions,
      array(select data_scope_id::text from role_data_scope where role_id = ${roleId} order by data_scope_id) as "dataScopes",
      array(select api_scope_id::text from role_api_scope where role_id = ${roleId} order by api_scope_id) as "apiScopes"`.execute(
    tx,
  );
  return rows[0] as Links;
}

/** The same as ids alone, a button by that of its menu entry: SQL of each, of the role with the id `t.id`. */
const idsOf = {
  menuIds: `select g.menu_id as id from role_menu g where g.role_id = t.id
    union select m.id from role_permission p join menu m on m.code = p.permission and m.category = '2' and m.is_deleted = 0 where p.role_id = t.id`,
  dataScopeIds: "select g.data_scope_id as id from role_data_scope g where g.role_id = t.id",
  apiScopeIds: "select g.api_scope_id as id from role_api_scope g where g.role_id = t.id",
} as const;
type Ids = keyof typeof idsOf;
const arrayOf = (name: Ids) => `array(select id from (${idsOf[name]}) granted order by id)`;

export const grantsDerived: readonly DerivedField[] = (Object.keys(idsOf) as Ids[]).map((name) =>
  derived(Role, name, arrayOf(name)),
);

export async function grantedIds(tx: Tx, roleId: string): Promise<Record<Ids, string[]>> {
  const { rows } = await sql<Record<Ids, string[]>>`
    select ${sql.raw(arrayOf("menuIds"))} as "menuIds", ${sql.raw(arrayOf("dataScopeIds"))} as "dataScopeIds", ${sql.raw(arrayOf("apiScopeIds"))} as "apiScopeIds"
    from role t where t.id = ${roleId}`.execute(tx);
  return rows[0] as Record<Ids, string[]>;
}

/** Replaces all that a role is granted; rights without a button of their own stay. */
export async function replaceLinks(
  tx: Tx,
  roleId: string,
  { menus, permissions, dataScopes, apiScopes }: Links,
): Promise<void> {
  await sql`delete from role_menu where role_id = ${roleId}`.execute(tx);
  await sql`insert into role_menu select ${roleId}::bigint, unnest(${menus}::bigint[])`.execute(tx);
  await sql`delete from role_permission p using menu m where p.role_id = ${roleId} and m.code = p.permission and m.category = '2' and m.is_deleted = 0`.execute(
    tx,
  );
  await sql`insert into role_permission select ${roleId}::bigint, unnest(${permissions}::text[])`.execute(tx);
  await sql`delete from role_data_scope where role_id = ${roleId}`.execute(tx);
  await sql`insert into role_data_scope select ${roleId}::bigint, unnest(${dataScopes}::bigint[])`.execute(tx);
  await sql`delete from role_api_scope where role_id = ${roleId}`.execute(tx);
  await sql`insert into role_api_scope select ${roleId}::bigint, unnest(${apiScopes}::bigint[])`.execute(tx);
}
