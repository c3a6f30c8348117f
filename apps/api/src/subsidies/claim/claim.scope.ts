import { sql } from "kysely";
import { type Actor, onlyTeacher } from "../../core/foundation/actor.ts";
import { organisationsIn } from "../../core/access/region-scope.ts";
import { type Scope, ownRows } from "../../core/database/rows.ts";
import { type Condition, everything, nothing } from "../../core/database/sql.ts";

/** Claims: the bureau all, an institution its own; its teachers have nothing to do with them. */
export const claimScope: Scope = (actor) => (onlyTeacher(actor) ? nothing : ownRows(actor));

/** Rows of claims: as the claims, and a person those made in their name. */
export function lineScope(actor: Actor): Condition {
  if (actor.audience === "person") return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
  return claimScope(actor);
}

/** A finding is seen by whoever sees the claim or the class it belongs to; those of courses by the bureau. */
export function findingScope(actor: Actor): Condition {
  if (actor.audience === "bureau") {
    if (!actor.regions) return everything;
    const ours = organisationsIn(actor.regions);
    return sql`(t.biz_type not in ('subsidyApply', 'class') or ${findingsOf(ours)})`;
  }
  return actor.audience === "institution" && actor.orgId && !onlyTeacher(actor)
    ? findingsOf(sql`${actor.orgId}`)
    : nothing;
}

/** Findings of the claims and classes of some institutions. */
const findingsOf = (orgIds: Condition): Condition => sql`(
  t.biz_type = 'subsidyApply' and t.biz_id in (select c.id::text from subsidy_application c where c.org_id in (${orgIds}))
  or t.biz_type = 'class' and t.biz_id in (select c.id::text from training c where c.org_id in (${orgIds})))`;
