import { sql } from "kysely";
import type { Actor } from "./actor.ts";
import { Refusal } from "./refusal.ts";
import type { Scope } from "./rows.ts";
import { type Condition, everything, nothing } from "./sql.ts";

/** Whether the actor belongs to those who run the schema he works in. */
export const runsTheHouse = (actor: Actor): boolean => actor.tenantId === actor.house;

/** What serves all of a schema: who does not run it neither sees nor changes it. */
export const houseRows: Scope = (actor) => (runsTheHouse(actor) ? everything : nothing);

/** Reference data is one for all of a schema: only those who run it change it. @throws ROLE_DENIED */
export function mustRunTheHouse(actor: Actor): void {
  if (!runsTheHouse(actor)) throw new Refusal("ROLE_DENIED");
}

/** Lists that all share, and one's own. */
export const sharedAndOwn = (actor: Actor): Condition => sql`t.tenant_id in (${actor.house}, ${actor.tenantId})`;

/** What all share may be read by each of them and changed by none. @throws NOT_OWNER */
export function mustBeOwn(actor: Actor, rows: readonly { tenantId?: unknown }[]): void {
  if (rows.some((row) => row.tenantId !== actor.tenantId)) throw new Refusal("NOT_OWNER");
}
