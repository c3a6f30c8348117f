import { Role } from "@jipei/contract/access/role.ts";
import { User } from "@jipei/contract/users/user.ts";
import { type RawBuilder, sql } from "kysely";
import { type Actor, hasRole } from "../../core/foundation/actor.ts";
import { visible } from "../../core/access/data-scope.ts";
import type { Db } from "../../core/database/db.ts";
import { findOwner } from "../../core/storage/files.ts";
import { ofTenant } from "../../core/database/rows.ts";
import type { Condition } from "../../core/database/sql.ts";
import { administration } from "../../core/access/duties.ts";
import { getResource } from "../menus/menus.ts";

/** What a role grants its holders. */
export interface RoleFacts {
  id: string;
  alias: string;
  name: string;
  permissions: string[];
  dataScopes: { id: string; entity: string }[];
  apiScopes: string[];
}

/** The columns of `RoleFacts` (alias `t`). */
export const roleFacts: RawBuilder<unknown> = sql`t.id, t.role_alias as alias, t.role_name as name, array(select permission from role_permission p where p.role_id = t.id) as permissions,
  coalesce((select jsonb_agg(jsonb_build_object('id', s.id::text, 'entity', s.scope_class)) from role_data_scope g join data_scope s on s.id = g.data_scope_id and s.is_deleted = 0 where g.role_id = t.id), '[]') as data_scopes,
  array(select g.api_scope_id::text from role_api_scope g where g.role_id = t.id) as api_scopes`;

/** The users whom an actor sees (alias `t`), removed ones too: those of the same tenant that their data scopes cover. */
export const visibleUsers = (actor: Actor): Condition => visible(User, ofTenant, actor);

/** The live roles that an actor sees. */
export const seenRoles = (actor: Actor): Condition => sql`${visible(Role, ofTenant, actor)} and t.is_deleted = 0`;

export const rolesWhere = async (db: Db, where: Condition): Promise<RoleFacts[]> =>
  (await sql<RoleFacts>`select ${roleFacts} from role t where ${where} order by t.id`.execute(db)).rows;

type Holder = Pick<Actor, "permissions" | "dataScopes" | "apiScopes">;

/** Resources whose keys let their holders look up users, without a key of `user`. */
const lookingUpUsers = ["role", "data_scope"];

/** Whether a key is about the rows of an entity. */
function isAbout(entity: string, key: string): boolean {
  const owner = findOwner(entity);
  const resource = getResource(key);
  return !owner || owner.resource === resource || (entity === "User" && lookingUpUsers.includes(resource));
}

/**
 * Whether roles, held together, allow more than the holder may do or see: by a key, by an API scope, or because they lack a data scope that limits the
 * holder. The role of system administrator always allows more.
 */
export function goesBeyond(holder: Holder, roles: readonly RoleFacts[]): boolean {
  const keys = roles.flatMap(({ permissions }) => permissions);
  if (roles.some(({ alias }) => alias === "sysAdmin") || keys.some((key) => !holder.permissions.has(key))) return true;
  if (roles.some(({ apiScopes }) => apiScopes.some((id) => !holder.apiScopes?.includes(id)))) return true;
  return [...new Set(holder.dataScopes.map(({ entity }) => entity))].some((entity) => {
    if (!keys.some((key) => isAbout(entity, key))) return false;
    const rules = roles.flatMap(({ dataScopes }) => dataScopes.filter((rule) => rule.entity === entity));
    return rules.length === 0 || rules.some(({ id }) => !holder.dataScopes.some((own) => own.id === id));
  });
}

/** A role of a user, with the last day where it is lent. */
export interface HeldRole extends RoleFacts {
  userId: string;
  endDate: string | null;
}

/** The roles that users hold today, lent ones included. */
export async function getHeldRoles(db: Db, userIds: readonly string[]): Promise<HeldRole[]> {
  const { rows } =
    await sql<HeldRole>`select h.user_id, ${roleFacts}, h.end_date::text as end_date from held_role h join role t on t.id = h.role_id and t.is_deleted = 0
    where h.user_id = any(${[...userIds]}::bigint[]) order by h.user_id, t.id`.execute(db);
  return rows;
}

/** An actor who grants roles, with the rights that they hold permanently: lent rights are not passed on, since a grant would outlive the loan. */
export interface Grantor extends Holder {
  sysAdmin: "for good" | "lent" | null;
}

export async function getGrantor(db: Db, actor: Actor): Promise<Grantor> {
  const isAdmin = hasRole(actor, "sysAdmin");
  const held = await getHeldRoles(db, [actor.userId]);
  const own = held.filter(({ endDate }) => endDate === null);
  if (own.length === held.length) return { ...actor, sysAdmin: isAdmin ? "for good" : null };
  const scopes = new Set(own.flatMap(({ dataScopes }) => dataScopes.map(({ id }) => id)));
  const isForGood = own.some(({ alias }) => alias === "sysAdmin");
  const lent = isAdmin ? "lent" : null;
  return {
    sysAdmin: isForGood ? "for good" : lent,
    permissions: new Set(own.flatMap(({ permissions }) => permissions)),
    dataScopes: actor.dataScopes.filter(({ id }) => id !== undefined && scopes.has(id)),
    apiScopes: own.flatMap(({ apiScopes }) => apiScopes),
  };
}

/** Whether these keys make somebody an administrator, and the grantor does not hold them permanently. */
export const makesAdministrator = (grantor: Grantor, keys: readonly string[]): boolean =>
  keys.some((key) => administration.includes(key) && !grantor.permissions.has(key));

/** Whether somebody may grant these roles. System administrators may grant all; deputies, who hold the role as a loan, make no other administrators. */
export function mayGrant(grantor: Grantor, roles: readonly RoleFacts[]): boolean {
  if (grantor.sysAdmin === "for good") return true;
  if (grantor.sysAdmin === "lent")
    return !roles.some(({ alias, permissions }) => alias === "sysAdmin" || makesAdministrator(grantor, permissions));
  return !goesBeyond(grantor, roles);
}
