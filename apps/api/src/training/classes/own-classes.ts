import { type RawBuilder, sql } from "kysely";
import { type Actor, onlyTeacher } from "../../core/foundation/actor.ts";
import { type Condition, nothing } from "../../core/database/sql.ts";

/**
 * Which classes and lessons of an institution its users see. Whoever administers it sees all of its own; teachers those that they head, teach or
 * assist in. Later domains ask here, so that a grade, a claim and a file of a class are open to the same people as the class itself.
 */

/** The teacher record of a person, found by the keyed hash of their ID number; there is one at most. */
const getTeacher = (actor: Actor): Condition =>
  sql`(select p.id from instructor p where p.id_number_hash = ${actor.idNumberHash} and p.is_deleted = 0)`;

/** Ids of the classes that a teacher heads, teaches or assists in. */
const taughtClasses = (actor: Actor): Condition => sql`
  select c.id from training_class c where c.head_teacher_id = ${getTeacher(actor)} and c.is_deleted = 0
  union select l.class_id from lesson l where l.teacher_id = ${getTeacher(actor)} and l.is_deleted = 0
  union select l.class_id from lesson l where l.assist_teacher_id = ${getTeacher(actor)} and l.is_deleted = 0`;

interface ClassColumns {
  org: RawBuilder<unknown>;
  class: RawBuilder<unknown>;
}

const ofRow: ClassColumns = { org: sql`t.org_id`, class: sql`t.class_id` };

/** Rows of an institution's classes that its user sees; users of no institution see none. @param columns where a row names institution and class, if not in its own `org_id` and `class_id` */
export function ownClasses(actor: Actor, { org, class: classId }: ClassColumns = ofRow): Condition {
  if (actor.audience !== "institution" || !actor.orgId) return nothing;
  const ofInstitution = sql`${org} = ${actor.orgId}`;
  if (!onlyTeacher(actor)) return ofInstitution;
  return actor.idNumberHash ? sql`(${ofInstitution} and ${classId} in (${taughtClasses(actor)}))` : nothing;
}

/** Lessons (alias `t`) that an institution's user sees: teachers their own, and all of the classes that they head. */
export function ownLessons(actor: Actor): Condition {
  if (actor.audience !== "institution" || !actor.orgId) return nothing;
  const classes = sql`select c.id from training_class c where c.org_id = ${actor.orgId}`;
  if (!onlyTeacher(actor)) return sql`t.class_id in (${classes})`;
  if (!actor.idNumberHash) return nothing;
  const teacher = getTeacher(actor);
  return sql`(t.class_id in (${classes}) and (t.teacher_id = ${teacher} or t.assist_teacher_id = ${teacher} or t.class_id in (${classes} and c.head_teacher_id = ${teacher})))`;
}
