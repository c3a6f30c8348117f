import { sql } from "kysely";
import { type Actor, hasRole } from "../../core/foundation/actor.ts";
import { departmentsBelow } from "../departments/units.ts";
import type { DataScopeRule } from "../../core/foundation/actor.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Condition } from "../../core/database/sql.ts";

const byOwnDepartment = ({ kind, expression }: DataScopeRule) =>
  kind === "3" || (kind === "5" && /#\{\s*deptId\s*\}/.test(expression ?? ""));

/** Whether the rows that the actor sees depend on their department. Never for system administrators, who assign departments. */
export const seesByDepartment = (actor: Actor): boolean =>
  !hasRole(actor, "sysAdmin") &&
  (actor.regions !== undefined || actor.dataScopes.some((rule) => rule.kind === "4" || byOwnDepartment(rule)));

/**
 * The departments to which the actor may assign users, as a list of ids: with the same roles, users there see no more than the actor. It is the actor's
 * own department with all below it, or the own one alone where a data scope is limited to that. null: any department.
 */
export function findAllowedDepartments(actor: Actor): Condition | null {
  if (!seesByDepartment(actor)) return null;
  return actor.dataScopes.some(byOwnDepartment) ? sql`select ${actor.deptId}::bigint` : departmentsBelow(actor.deptId);
}

/** Actors who see rows by their department neither assign users to a department where more is seen, nor grant roles there. @throws NOT_OWNER */
export async function assertAllowedDepartments(
  tx: Tx,
  actor: Actor,
  deptIds: readonly (string | null)[],
): Promise<void> {
  const places = findAllowedDepartments(actor);
  const wanted = deptIds.filter((id) => id !== null);
  if (!places || wanted.length === 0) return;
  const { rows } = await sql`select 1 from unnest(${wanted}::bigint[]) w where w not in (${places}) limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal("NOT_OWNER");
}
