import { sql } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import { Refusal } from "../foundation/refusal.ts";
import type { Scope } from "../database/rows.ts";
import { type Condition, everything, nothing } from "../database/sql.ts";

/** Whether the actor belongs to the tenant that owns the schema they work in. */
export const isTenantOwner = (actor: Actor): boolean => actor.tenantId === actor.tenantOwner;

/** For rows that serve a whole schema: only its tenant owner sees and changes them. */
export const tenantOwnerRows: Scope = (actor) => (isTenantOwner(actor) ? everything : nothing);

/** For reference data, which a whole schema shares: only its tenant owner changes it. @throws ROLE_DENIED */
export function assertTenantOwner(actor: Actor): void {
  if (!isTenantOwner(actor)) throw new Refusal("ROLE_DENIED");
}

/** Rows that the whole schema shares, and those of the actor's own tenant. */
export const sharedAndOwn = (actor: Actor): Condition => sql`t.tenant_id in (${actor.tenantOwner}, ${actor.tenantId})`;

/** Refuses to change rows of another tenant, such as shared rows, which all may read. @throws NOT_OWNER */
export function assertOwn(actor: Actor, rows: readonly { tenantId?: unknown }[]): void {
  if (rows.some((row) => row.tenantId !== actor.tenantId)) throw new Refusal("NOT_OWNER");
}
