import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, failureOf } from "../core/refusal.ts";
import { mustBeCompatible } from "./incompatible-roles.ts";

export { dutiesClash, isDuty, isGivenByTwo, owesFactorByDuty } from "./duties.ts";
export { sideOf } from "./incompatible-roles.ts";
export { mustMayChange } from "./ways-in.ts";
export { governing } from "./rights-change.ts";
export { previewable } from "./previewable.ts";
export {
  type Giver,
  giverOf,
  goesBeyond,
  type HeldRole,
  heldBy,
  mayGive,
  type RoleFacts,
  roleFacts,
  rolesWhere,
  seenRoles,
} from "./reach.ts";

/** Gives roles to a user who has none yet. @throws ROLE_DENIED when two of them exclude each other */
export async function grantRoles(tx: Tx, userId: string, aliases: readonly RoleAlias[]): Promise<void> {
  mustBeCompatible(aliases);
  const { numAffectedRows } = await sql`insert into user_role (user_id, role_id)
    select ${userId}::bigint, id from role where role_alias = any(${[...aliases]}) and is_deleted = 0 on conflict do nothing`.execute(
    tx,
  );
  if (numAffectedRows !== BigInt(aliases.length)) throw new Error(`roles ${aliases.join()} are not all there`);
}

/** A data scope cuts what its holders see: nobody widens one that his own role holds. @throws ROLE_DENIED */
export async function refuseHeldScope(tx: Tx, actor: Actor, scopeId: string): Promise<void> {
  const { rows } = await sql`select 1 from role_data_scope g join role r on r.id = g.role_id and r.is_deleted = 0
    where g.data_scope_id = ${scopeId} and r.role_alias = any(${[...actor.roles]}) and r.tenant_id = ${actor.tenantId} limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal("ROLE_DENIED");
}

/** Refuses the removal of scopes that a role holds; the failures say which. @throws DEPENDENCY_IN_USE */
export async function refuseGranted(tx: Tx, kind: "data" | "api", scopes: readonly { id?: string }[]): Promise<void> {
  const [link, column] =
    kind === "data"
      ? [sql.table("role_data_scope"), sql.ref("data_scope_id")]
      : [sql.table("role_api_scope"), sql.ref("api_scope_id")];
  const granted = await sql<{
    id: string;
  }>`select distinct ${column} as id from ${link} where ${column} = any(${scopes.map(({ id }) => id)}::bigint[]) order by 1`.execute(
    tx,
  );
  if (granted.rows.length > 0)
    throw new Refusal(
      "DEPENDENCY_IN_USE",
      {},
      granted.rows.map(({ id }) => failureOf(new Refusal("DEPENDENCY_IN_USE"), id)),
    );
}
