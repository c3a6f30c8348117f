import { sql } from "kysely";
import { type Actor, onlyTeacher } from "../../core/foundation/actor.ts";
import { organisationsIn } from "../../core/access/region-scope.ts";
import type { Scope } from "../../core/database/rows.ts";
import { type Condition, everything, nothing } from "../../core/database/sql.ts";
import { isOwnUnit } from "../../providers/providers.queries.ts";

/** Claims of both sides, for what is done with any claim: the bureau all, a unit its own; teachers have nothing to do with them. */
export function claimScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  return onlyTeacher(actor) ? nothing : isOwnUnit(sql`t.org_id`, actor);
}

/** Rows of claims of both sides: as the claims, and a person those made in their name. */
export const anyLineScope = (actor: Actor): Condition =>
  actor.audience === "person" ? ofPerson(actor) : claimScope(actor);

const ofPerson = (actor: Actor): Condition =>
  actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;

/** Claims of institutions. */
export const institutionClaimScope: Scope = (actor) => {
  if (actor.audience === "bureau") return sql`t.side = '1'`;
  return actor.audience === "institution" ? claimScope(actor) : nothing;
};

/** Their rows; a person sees those of both sides. */
export const lineScope: Scope = (actor) =>
  actor.audience === "person" ? ofPerson(actor) : institutionClaimScope(actor);

/** Claims of enterprises, in the table of both sides. */
export const staffClaimScope: Scope = (actor) => {
  if (actor.audience === "bureau") return sql`t.side = '2'`;
  return actor.audience === "enterprise" ? claimScope(actor) : nothing;
};

/** The same under the names that clients of the enterprise side know. */
export const enterpriseClaimScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  return actor.audience === "enterprise" ? isOwnUnit(sql`t.unit_id`, actor) : nothing;
};
export const enterpriseLineScope: Scope = (actor) =>
  actor.audience === "person" ? ofPerson(actor) : enterpriseClaimScope(actor);

/** A finding is seen by whoever sees the claim or the class it belongs to; those of courses by the bureau. */
export function findingScope(actor: Actor): Condition {
  if (actor.audience === "bureau") {
    if (!actor.regions) return everything;
    return sql`(t.biz_type not in ('subsidyApply', 'entSubsidyApply', 'class') or t.org_id in (${organisationsIn(actor.regions)}))`;
  }
  return onlyTeacher(actor) ? nothing : isOwnUnit(sql`t.org_id`, actor);
}
