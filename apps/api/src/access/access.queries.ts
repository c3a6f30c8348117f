import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import type { Tx } from "../core/database/db.ts";
import { Refusal, refuseRows } from "../core/foundation/refusal.ts";
import { type RoleFacts, roleFacts, seenRoles } from "./grants/reach.ts";

export { assertMayChange } from "./roles/ways-in.ts";
export {
  type Grantor,
  getGrantor,
  goesBeyond,
  type HeldRole,
  getHeldRoles,
  mayGrant,
  type RoleFacts,
  rolesWhere,
  seenRoles,
  visibleUsers,
} from "./grants/reach.ts";

/** Roles by their ids, as far as the actor sees them, locked against changes until the transaction ends. @throws NOT_FOUND */
export async function lockRoles(tx: Tx, actor: Actor, ids: readonly string[]): Promise<RoleFacts[]> {
  const { rows } =
    await sql<RoleFacts>`select ${roleFacts} from role t where t.id = any(${[...ids]}::bigint[]) and ${seenRoles(actor)} order by t.id for share of t`.execute(
      tx,
    );
  if (rows.length < new Set(ids).size) throw new Refusal("NOT_FOUND");
  return rows;
}

/** A data scope limits what its holders see, so nobody changes one that their own role has. @throws ROLE_DENIED */
export async function refuseOwnScope(tx: Tx, actor: Actor, scopeId: string): Promise<void> {
  const { rows } = await sql`select 1 from role_data_scope g join role r on r.id = g.role_id and r.is_deleted = 0
    where g.data_scope_id = ${scopeId} and r.role_alias = any(${[...actor.roles]}) and r.tenant_id = ${actor.tenantId} limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal("ROLE_DENIED");
}

/** Refuses the removal of scopes that a role has; the failures name them. @throws DEPENDENCY_IN_USE */
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
  refuseRows(
    "DEPENDENCY_IN_USE",
    granted.rows.map(({ id }) => id),
  );
}
