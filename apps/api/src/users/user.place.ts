import { sql } from "kysely";
import { type Actor, hasRole } from "../core/actor.ts";
import { type DataScopeRule, departmentsBelow } from "../core/data-scope.ts";
import type { Tx } from "../core/db.ts";
import { Refusal } from "../core/refusal.ts";
import type { Condition } from "../core/sql.ts";

const byOwnDepartment = ({ kind, expression }: DataScopeRule) =>
  kind === "3" || (kind === "5" && /#\{\s*deptId\s*\}/.test(expression ?? ""));

/** Whether what somebody sees depends on the department that he stands in. The system administrator decides where people stand. */
export const seesByDepartment = (actor: Actor): boolean =>
  !hasRole(actor, "sysAdmin") &&
  (actor.regions !== undefined || actor.dataScopes.some((rule) => rule.kind === "4" || byOwnDepartment(rule)));

/**
 * Departments in which others see no more than the actor by the same roles, as a list of ids; null where it makes no difference: his own, and those
 * below it unless something holds him to his own alone.
 */
export function placesOf(actor: Actor): Condition | null {
  if (!seesByDepartment(actor)) return null;
  return actor.dataScopes.some(byOwnDepartment) ? sql`select ${actor.deptId}::bigint` : departmentsBelow(actor.deptId);
}

/** Whoever sees by his department puts nobody where more is seen, and gives nobody there a role. @throws NOT_OWNER */
export async function mustStandThere(tx: Tx, actor: Actor, deptIds: readonly (string | null)[]): Promise<void> {
  const places = placesOf(actor);
  const wanted = deptIds.filter((id) => id !== null);
  if (!places || wanted.length === 0) return;
  const { rows } = await sql`select 1 from unnest(${wanted}::bigint[]) w where w not in (${places}) limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal("NOT_OWNER");
}
