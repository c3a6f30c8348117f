import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { type Condition, nothing } from "../../core/database/sql.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";

/** The unit as which somebody trains, claims and reports. */
export interface OwnUnit {
  id: string;
  orgName: string;
  creditCode: string;
}

/**
 * SQL condition: a column names the unit of the actor, an institution or an enterprise. Nobody of the bureau has one.
 * @param column of ids of units
 */
export function isOwnUnit(column: Condition, actor: Actor): Condition {
  if (actor.audience === "institution" && actor.orgId) return sql`${column} = ${actor.orgId}`;
  if (actor.audience === "enterprise" && actor.entId)
    // Compared with one value, which an index of the list's order begins with; a department has one unit.
    return sql`${column} = (select o.id from organisation o where o.dept_id = ${actor.entId} and o.is_deleted = 0)`;
  return nothing;
}

/**
 * The unit of an actor outside the bureau.
 * @throws NOT_OWNER for whoever belongs to none, ENT_TOTAL_REQUIRED for an enterprise that has not filed its record yet
 */
export async function getOwnUnit(db: Db, actor: Actor): Promise<OwnUnit> {
  const { rows } = await sql<OwnUnit>`
    select o.id, o.org_name, o.credit_code from organisation o where o.is_deleted = 0 and ${isOwnUnit(sql`o.id`, actor)}`.execute(
    db,
  );
  if (rows[0]) return rows[0];
  throw new Refusal(actor.audience === "enterprise" && actor.entId ? "ENT_TOTAL_REQUIRED" : "NOT_OWNER");
}

/** Who is told of a matter of a unit: the users of an institution, or of the department as which an enterprise signs in. */
export async function getUnitReceivers(db: Db, unitId: string): Promise<{ orgId: string } | { entId: string }> {
  const { rows } = await sql<{ deptId: string | null }>`select dept_id from organisation where id = ${unitId}`.execute(
    db,
  );
  const deptId = rows[0]?.deptId;
  return deptId ? { entId: deptId } : { orgId: unitId };
}
