import { Role } from "@jipei/contract/access/role.ts";
import { type RawBuilder, sql } from "kysely";
import { type Actor, hasRole } from "../core/actor.ts";
import { visible } from "../core/data-scope.ts";
import type { Db } from "../core/db.ts";
import { ownerOf } from "../core/files.ts";
import { ofTenant } from "../core/rows.ts";
import type { Condition } from "../core/sql.ts";
import { administration } from "./duties.ts";
import { resourceOf } from "./menus.ts";

/** What a role brings whoever holds it. */
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

/** The live roles that an actor sees. */
export const seenRoles = (actor: Actor): Condition => sql`${visible(Role, ofTenant, actor)} and t.is_deleted = 0`;

export const rolesWhere = async (db: Db, where: Condition): Promise<RoleFacts[]> =>
  (await sql<RoleFacts>`select ${roleFacts} from role t where ${where} order by t.id`.execute(db)).rows;

type Holder = Pick<Actor, "permissions" | "dataScopes" | "apiScopes">;

/** Who holds these keys looks users up without one of `user`. */
const lookingUpUsers = ["role", "data_scope"];

/** Whether a key is about the rows of an entity. */
function isAbout(entity: string, key: string): boolean {
  const owner = ownerOf(entity);
  const resource = resourceOf(key);
  return !owner || owner.resource === resource || (entity === "User" && lookingUpUsers.includes(resource));
}

/**
 * Whether roles that somebody holds together let him do or see more than another: by a key, by an API scope, or because nothing holds him to the rows
 * that the other is held to. Nobody but a system administrator reaches the role of one.
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

/** What users hold today, lent roles among it. */
export async function heldBy(db: Db, userIds: readonly string[]): Promise<HeldRole[]> {
  const { rows } =
    await sql<HeldRole>`select h.user_id, ${roleFacts}, h.end_date::text as end_date from held_role h join role t on t.id = h.role_id and t.is_deleted = 0
    where h.user_id = any(${[...userIds]}::bigint[]) order by h.user_id, t.id`.execute(db);
  return rows;
}

/** Who hands out roles and rights, with what he holds for good: a deputy hands nothing on, else it would outlive the loan. */
export interface Giver extends Holder {
  sysAdmin: "for good" | "lent" | null;
}

export async function giverOf(db: Db, actor: Actor): Promise<Giver> {
  const isAdmin = hasRole(actor, "sysAdmin");
  const held = await heldBy(db, [actor.userId]);
  const own = held.filter(({ endDate }) => endDate === null);
  if (own.length === held.length) return { ...actor, sysAdmin: isAdmin ? "for good" : null };
  const scopes = new Set(own.flatMap(({ dataScopes }) => dataScopes.map(({ id }) => id)));
  return {
    sysAdmin: own.some(({ alias }) => alias === "sysAdmin") ? "for good" : isAdmin ? "lent" : null,
    permissions: new Set(own.flatMap(({ permissions }) => permissions)),
    dataScopes: actor.dataScopes.filter(({ id }) => id !== undefined && scopes.has(id)),
    apiScopes: own.flatMap(({ apiScopes }) => apiScopes),
  };
}

/** Whether these keys make an administrator of somebody, which the giver is not for good. */
export const makesAdministrator = (giver: Giver, keys: readonly string[]): boolean =>
  keys.some((key) => administration.includes(key) && !giver.permissions.has(key));

/** Whether somebody may hand these roles out. The system administrator hands out all; who stands in for him makes no other. */
export function mayGive(giver: Giver, roles: readonly RoleFacts[]): boolean {
  if (giver.sysAdmin === "for good") return true;
  if (giver.sysAdmin === "lent")
    return !roles.some(({ alias, permissions }) => alias === "sysAdmin" || makesAdministrator(giver, permissions));
  return !goesBeyond(giver, roles);
}
