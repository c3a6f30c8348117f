import type { Scope } from "../core/rows.ts";
import { type Condition, everything, nothing } from "../core/sql.ts";
import { sql } from "kysely";

/** The bureau sees all rows; everybody else those that are in use. */
export const validRows: Scope = (actor) => (actor.audience === "bureau" ? everything : sql`t.is_valid = 'isValid'`);
/** A course that has left the catalogue stays readable for an institution that has filed it. */
export const courseScope: Scope = (actor) =>
  actor.audience === "institution" && actor.orgId
    ? sql`(t.is_valid = 'isValid' or exists (select 1 from organisation_course o where o.course_id = t.id and o.org_id = ${actor.orgId} and o.is_deleted = 0))`
    : validRows(actor);

/** Rows that nobody has reason to hide: who may make the call sees all of them. */
export const allRows: Scope = () => everything;

/** Ids of the teachers an institution has hired or filed, as one set that the database can start from. */
const teachersOf = (
  orgId: string,
): Condition => sql`(select h.teacher_id from teacher_hire h where h.org_id = ${orgId} and h.is_deleted = 0
  union select o.teacher_id from organisation_teacher o where o.org_id = ${orgId} and o.is_deleted = 0)`;

/** The bureau sees all teachers, an institution its own; a teacher sees himself. */
export const teacherScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience !== "institution" || !actor.orgId) return nothing;
  if (actor.roles.includes("orgAdmin")) return sql`t.id in ${teachersOf(actor.orgId)}`;
  return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
};

/** Rows that belong to a teacher: the bureau all, an institution those of its teachers, a teacher his own. */
export const ofTeacherScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience !== "institution" || !actor.orgId) return nothing;
  if (actor.roles.includes("orgAdmin")) return sql`t.teacher_id in ${teachersOf(actor.orgId)}`;
  return actor.idNumberHash
    ? sql`t.teacher_id in (select p.id from teacher p where p.id_number_hash = ${actor.idNumberHash})`
    : nothing;
};

/** Hires of the own institution; a teacher sees his own there. */
export const hireScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience !== "institution" || !actor.orgId) return nothing;
  if (actor.roles.includes("orgAdmin")) return sql`t.org_id = ${actor.orgId}`;
  return actor.idNumberHash
    ? sql`(t.org_id = ${actor.orgId} and t.teacher_id in (select p.id from teacher p where p.id_number_hash = ${actor.idNumberHash}))`
    : nothing;
};
