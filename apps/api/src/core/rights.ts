import { coversPath } from "@jipei/contract/access/api-scope.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import type pg from "pg";
import type { DataScopeRule } from "./data-scope.ts";

/** What a set of roles may do and see. */
export interface Rights {
  /** Aliases in the order of the roles: the main role first. */
  roles: readonly RoleAlias[];
  permissions: ReadonlySet<string>;
  dataScopes: readonly DataScopeRule[];
  apiScopes: readonly string[];
  closedTo: (path: string) => boolean;
}

interface Known {
  version: string;
  roles: readonly {
    id: string;
    alias: string;
    permissions: readonly string[];
    dataScopes: readonly DataScopeRule[];
    apiScopes: readonly string[];
  }[];
  apiScopes: readonly { id: string; path: string }[];
  /** Rights of a set of roles, made once. */
  sets: Map<string, Rights>;
}

/** What signing in needs, and what mends a scope that closes too much; roles and rights still hold for them. */
export const neverClosed = /^\/api\/(oauth|blade-auth|blade-system\/(role|menu|api-scope))\//;

/**
 * What roles may do, kept in memory. A number in the database rises with every change of it; whoever reads a user reads that number too
 * and hands it in, so that a change acts on the next call of every node.
 */
export function createRights(pool: pg.Pool): (version: string, roleIds: readonly string[]) => Promise<Rights> {
  let known: Promise<Known> | undefined;
  const current = async (version: string): Promise<Known> => {
    const have = known && (await known);
    if (have?.version === version) return have;
    const loading = load(pool);
    known = loading;
    loading.catch(() => {
      if (known === loading) known = undefined;
    });
    return loading;
  };
  return async (version, roleIds) => {
    const all = await current(version);
    const key = roleIds.join(",");
    let rights = all.sets.get(key);
    if (!rights) all.sets.set(key, (rights = together(all, roleIds)));
    return rights;
  };
}

function together({ roles, apiScopes }: Known, roleIds: readonly string[]): Rights {
  const wanted = new Set(roleIds);
  const held = roles.filter((role) => wanted.has(role.id));
  const keys = new Set(held.flatMap((role) => role.apiScopes));
  const closed = new Map<string, boolean>();
  // He takes a scope back that shut everybody out, and undoes what else was changed.
  const isAdministrator = held.some((role) => role.alias === "sysAdmin");
  return {
    roles: held.map((role) => role.alias as RoleAlias),
    permissions: new Set(held.flatMap((role) => role.permissions)),
    dataScopes: held.flatMap((role) => role.dataScopes),
    apiScopes: [...keys],
    // A call that no scope covers is open; paths are those of our calls, so there are few of them to remember.
    closedTo(path) {
      if (isAdministrator || neverClosed.test(path)) return false;
      let answer = closed.get(path);
      if (answer === undefined) {
        const covering = apiScopes.filter((scope) => coversPath(scope.path, path));
        closed.set(path, (answer = covering.length > 0 && !covering.some(({ id }) => keys.has(id))));
      }
      return answer;
    },
  };
}

async function load(pool: pg.Pool): Promise<Known> {
  const { rows } = await pool.query<Known["roles"][number] & { version: string; guards: Known["apiScopes"] }>(
    `select (select version from access_version) as version, r.id, r.role_alias as alias,
       array(select permission from role_permission p where p.role_id = r.id) as permissions,
       coalesce((select jsonb_agg(jsonb_build_object('id', s.id::text, 'entity', s.scope_class, 'kind', s.scope_type, 'column', s.scope_column, 'expression', s.scope_value,
           'fields', case when s.scope_field is null or s.scope_field = '*' then null else to_jsonb(string_to_array(s.scope_field, ',')) end) order by s.id)
         from role_data_scope g join data_scope s on s.id = g.data_scope_id and s.is_deleted = 0 where g.role_id = r.id), '[]') as "dataScopes",
       array(select g.api_scope_id::text from role_api_scope g where g.role_id = r.id) as "apiScopes",
       (select coalesce(jsonb_agg(jsonb_build_object('id', a.id::text, 'path', a.scope_path)), '[]') from api_scope a where a.is_deleted = 0) as guards
     from role r where r.is_deleted = 0 order by r.sort, r.id`,
  );
  return { version: rows[0]?.version ?? "0", roles: rows, apiScopes: rows[0]?.guards ?? [], sets: new Map() };
}
