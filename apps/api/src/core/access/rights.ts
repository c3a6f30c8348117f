import { coversPath } from "@jipei/contract/access/api-scope.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import type pg from "pg";
import type { DataScopeRule } from "../foundation/actor.ts";
import { type KnownRights, provided } from "../foundation/provided.ts";

/** The rights of a set of roles. */
export interface Rights {
  /** Aliases of the roles, the main role first. */
  roles: readonly RoleAlias[];
  permissions: ReadonlySet<string>;
  dataScopes: readonly DataScopeRule[];
  apiScopes: readonly string[];
  closedTo: (path: string) => boolean;
}

interface Known extends KnownRights {
  /** Cached rights by set of roles. */
  sets: Map<string, Rights>;
}

/** Paths that API scopes never close: those for signing in, and those to correct a scope that closes too much. Permissions still apply. */
export const neverClosed = /^\/api\/(oauth|blade-auth|blade-system\/(role|menu|api-scope))\//;

/**
 * Caches the rights of all roles in memory. A version number in the database changes with every change of them. It is read together with the
 * user and passed in here, so that a change takes effect at the next call on every node.
 */
export function createRights(pool: pg.Pool): (version: string, roleIds: readonly string[]) => Promise<Rights> {
  let known: Promise<Known> | undefined;
  const current = async (version: string): Promise<Known> => {
    const loaded = known && (await known);
    if (loaded?.version === version) return loaded;
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
    if (!rights) all.sets.set(key, (rights = combineRights(all, roleIds)));
    return rights;
  };
}

function combineRights({ roles, apiScopes }: Known, roleIds: readonly string[]): Rights {
  const wanted = new Set(roleIds);
  const held = roles.filter((role) => wanted.has(role.id));
  const keys = new Set(held.flatMap((role) => role.apiScopes));
  const closed = new Map<string, boolean>();
  // System administrators are never shut out, so that they can take back a scope that shuts out everybody.
  const isAdministrator = held.some((role) => role.alias === "sysAdmin");
  return {
    roles: held.map((role) => role.alias as RoleAlias),
    permissions: new Set(held.flatMap((role) => role.permissions)),
    dataScopes: held.flatMap((role) => role.dataScopes),
    apiScopes: [...keys],
    // A path that no scope covers is open. The cache stays small, since only paths of our calls come here.
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

const load = async (pool: pg.Pool): Promise<Known> => ({ ...(await provided("loadRights")(pool)), sets: new Map() });
