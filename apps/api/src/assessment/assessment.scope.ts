import { sql } from "kysely";
import { type Actor, hasRole } from "../core/foundation/actor.ts";
import { ownClasses } from "../training/training.queries.ts";
import { type Condition, everything, nothing } from "../core/database/sql.ts";

/** Assessors see what they are assigned to, until 30 days after its grades were published. */
const assigned = (actor: Actor, application: string): Condition => sql`${sql.raw(application)} in (
  select a.test_apply_id from assessor_assignment a where a.assessor_id = ${actor.assessorId} and a.is_deleted = 0
    and not exists (select from grade g where g.test_apply_id = a.test_apply_id and g.publish_time < now() - interval '30 days'))`;

/** Applications: the bureau all, an institution's users those of their classes, assessors those they are assigned to, people those they are a candidate of. */
export function testApplicationScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "institution") return ownClasses(actor);
  if (hasRole(actor, "assessor")) return actor.assessorId ? assigned(actor, "t.id") : nothing;
  return actor.idNumberHash
    ? sql`t.id in (select c.test_apply_id from test_candidate c where c.id_number_hash = ${actor.idNumberHash} and c.is_deleted = 0)`
    : nothing;
}

/** Candidates: those of the applications one sees, a person their own. */
export function candidateScope(actor: Actor): Condition {
  if (actor.audience === "person" && !hasRole(actor, "assessor"))
    return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
  return sql`t.test_apply_id in (select a.id from test_application a where ${getApplication(actor)})`;
}
const getApplication = (actor: Actor): Condition => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "institution") return ownClasses(actor, { org: sql`a.org_id`, class: sql`a.class_id` });
  return actor.assessorId ? assigned(actor, "a.id") : nothing;
};

/** Institution and person read a grade once it is published; the institution scores its own final and start-up assessments (modes 4, 5). */
export function gradeScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "institution")
    return sql`${ownClasses(actor)} and (t.grade_status = '2' or exists (select from test_application a where a.id = t.test_apply_id and a.test_mode in ('4', '5')))`;
  if (hasRole(actor, "assessor")) return actor.assessorId ? assigned(actor, "t.test_apply_id") : nothing;
  return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash} and t.grade_status = '2'` : nothing;
}

/** Certificates: the bureau all, an institution's users those of their classes, a person their own. */
export function certificateScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
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

/** Panels: the bureau all, an institution those of its applications, assessors their own assignments. */
export function assignmentScope(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "institution")
    return sql`t.test_apply_id in (select a.id from test_application a where ${getApplication(actor)})`;
  return actor.assessorId ? sql`t.assessor_id = ${actor.assessorId}` : nothing;
}
