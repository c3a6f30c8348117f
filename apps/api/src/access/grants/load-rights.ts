import type pg from "pg";
import type { KnownRights } from "../../core/foundation/provided.ts";

/** All roles with their permissions and scopes, in one statement. */
export async function loadRights(pool: pg.Pool): Promise<KnownRights> {
  const { rows } = await pool.query<
    KnownRights["roles"][number] & { version: string; guards: KnownRights["apiScopes"] }
  >(
    `select (select version from access_version) as version, r.id, r.role_alias as alias,
       array(select permission from role_permission p where p.role_id = r.id) as permissions,
       coalesce((select jsonb_agg(jsonb_build_object('id', s.id::text, 'entity', s.scope_class, 'kind', s.scope_type, 'column', s.scope_column, 'expression', s.scope_value,
           'fields', case when s.scope_field is null or s.scope_field = '*' then null else to_jsonb(string_to_array(s.scope_field, ',')) end) order by s.id)
         from role_data_scope g join data_scope s on s.id = g.data_scope_id and s.is_deleted = 0 where g.role_id = r.id), '[]') as "dataScopes",
       array(select g.api_scope_id::text from role_api_scope g where g.role_id = r.id) as "apiScopes",
       (select coalesce(jsonb_agg(jsonb_build_object('id', a.id::text, 'path', a.scope_path)), '[]') from api_scope a where a.is_deleted = 0) as guards
     from role r where r.is_deleted = 0 order by r.sort, r.id`,
  );
  return { version: rows[0]?.version ?? "0", roles: rows, apiScopes: rows[0]?.guards ?? [] };
}
