import { sql } from "kysely";
import { type Actor, hasRole } from "../../core/foundation/actor.ts";
import { ownClasses } from "../classes/own-classes.ts";
import type { Scope } from "../../core/database/rows.ts";
import { type Condition, everything, nothing } from "../../core/database/sql.ts";

/** Rows that name a person (`id_number_hash`) and an institution (`org_id`): the bureau all, others their own. */
export function memberScope(actor: Actor): Condition {
  switch (actor.audience) {
    case "bureau":
      return everything;
    case "institution":
      return ownClasses(actor);
    case "person":
      if (hasRole(actor, "assessor") && actor.assessorId) return assessed(actor.assessorId);
      return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
    default:
      return nothing;
  }
}

/** Roster rows of institutions (side 1). */
export const studentScope: Scope = (actor) => sql`(t.side = '1' and ${memberScope(actor)})`;

/** An assessor sees the candidates of the assessments assigned to them. */
const assessed = (assessorId: string): Condition =>
  sql`t.id in (select k.student_id from candidate k join assignment a on a.test_apply_id = k.test_apply_id where a.assessor_id = ${assessorId})`;

/** Sign-ups: as above, and those an enterprise made for its staff, which it shows to others once it has sent them. */
export function signUpScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "enterprise") return actor.entId ? sql`t.ent_id = ${actor.entId}` : nothing;
  if (hasRole(actor, "assessor")) return nothing;
  return sql`(${memberScope(actor)} and not (t.ent_sign_id is not null and t.confirm_status = 'unSubmit'))`;
}

/** The bureau all, a person the own account. */
export function accountScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  return actor.audience === "person" && actor.accountId ? sql`t.id = ${actor.accountId}` : nothing;
}

/** Fees: through the student, who has no hash in the fee. */
export function feeScope(actor: Actor): Condition {
  if (actor.audience !== "person") return memberScope(actor);
  return actor.idNumberHash
    ? sql`t.student_id in (select s.id from student s where s.id_number_hash = ${actor.idNumberHash})`
    : nothing;
}
