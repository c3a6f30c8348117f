import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";

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
