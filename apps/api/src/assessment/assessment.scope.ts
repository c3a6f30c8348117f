import { sql } from "kysely";
import { type Actor, hasRole } from "../core/foundation/actor.ts";
import { ownClasses } from "../training/training.queries.ts";
import { type Condition, everything, nothing } from "../core/database/sql.ts";
import { isOwnUnit } from "../providers/providers.queries.ts";
import { scoredByUnit } from "./test-application/application-side.ts";

/** Assessors see what they are assigned to, until 30 days after its grades were published. */
const assigned = (actor: Actor, application: string): Condition => sql`${sql.raw(application)} in (
  select a.test_apply_id from assessor_assignment a where a.assessor_id = ${actor.assessorId} and a.is_deleted = 0
    and not exists (select from grade g where g.test_apply_id = a.test_apply_id and g.publish_time < now() - interval '30 days'))`;

/** Applications: the bureau those of institutions, an institution's users those of their classes, assessors and people
 * those of both sides that they are assigned to, or a candidate of. */
export function testApplicationScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return sql`t.side = '1'`;
  if (actor.audience === "institution") return ownClasses(actor);
  if (hasRole(actor, "assessor")) return actor.assessorId ? assigned(actor, "t.id") : nothing;
  return actor.idNumberHash
    ? sql`t.id in (select c.test_apply_id from test_candidate c where c.id_number_hash = ${actor.idNumberHash} and c.is_deleted = 0)`
    : nothing;
}

/** Applications of enterprises: the bureau all, an enterprise its own, assessors those they are assigned to. */
export function enterpriseApplicationScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "enterprise") return isOwnUnit(sql`t.unit_id`, actor);
  return hasRole(actor, "assessor") && actor.assessorId ? assigned(actor, "t.id") : nothing;
}

/** Their candidates, a person their own. */
export function enterpriseTestScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "enterprise")
    return sql`t.test_apply_id in (select a.id from enterprise_test_application a where ${isOwnUnit(sql`a.unit_id`, actor)})`;
  if (hasRole(actor, "assessor")) return actor.assessorId ? assigned(actor, "t.test_apply_id") : nothing;
  return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
}

/** Certificates of the staff of enterprises: the bureau all, an enterprise those of its classes, a person their own. */
export function enterpriseCertificateScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "enterprise") return isOwnUnit(sql`t.unit_id`, actor);
  return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
}

/** Candidates: those of the applications one sees, a person their own. */
export function candidateScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return sql`t.side = '1'`;
  if (actor.audience === "person" && !hasRole(actor, "assessor"))
    return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
  return sql`t.test_apply_id in (select a.id from test_application a where ${getApplication(actor)})`;
}
const getApplication = (actor: Actor): Condition => {
  if (actor.audience === "institution") return ownClasses(actor, { org: sql`a.org_id`, class: sql`a.class_id` });
  return actor.assessorId ? assigned(actor, "a.id") : nothing;
};

/** Grades of both sides. Unit and person read a grade once it is published; a unit scores some modes of its own classes itself (`scoredByUnit`). */
export function gradeScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  const ownModes = scoredByUnit[actor.audience];
  if (ownModes)
    return sql`${actor.audience === "institution" ? ownClasses(actor) : isOwnUnit(sql`t.org_id`, actor)} and (t.grade_status = '2'
      or exists (select from test_application a where a.id = t.test_apply_id and a.test_mode = any(${[...ownModes]}::text[])))`;
  if (hasRole(actor, "assessor")) return actor.assessorId ? assigned(actor, "t.test_apply_id") : nothing;
  return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash} and t.grade_status = '2'` : nothing;
}

/** Certificates: the bureau those of institutions, an institution's users those of their classes, a person their own of both sides. */
export function certificateScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return sql`t.side = '1'`;
  if (actor.audience === "institution") return ownClasses(actor);
  return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
}

/** Assessors: the bureau all, an institution the valid ones, assessors themselves. */
export function assessorScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "institution") return sql`t.is_valid = 'isValid'`;
  return actor.assessorId ? sql`t.id = ${actor.assessorId}` : nothing;
}

/** Kinds of assessors: the bureau all, everybody else the valid ones. */
export const assessorTypeScope = (actor: Actor): Condition =>
  actor.audience === "bureau" ? everything : sql`t.is_valid = 'isValid'`;

/** Panels of both sides: the bureau all, a unit those of its applications, assessors their own assignments. */
export function assignmentScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "enterprise")
    return sql`t.test_apply_id in (select a.id from test_application a where ${isOwnUnit(sql`a.org_id`, actor)})`;
  if (actor.audience === "institution")
    return sql`t.test_apply_id in (select a.id from test_application a where ${getApplication(actor)})`;
  return actor.assessorId ? sql`t.assessor_id = ${actor.assessorId}` : nothing;
}
