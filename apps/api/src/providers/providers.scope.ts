import type { Provided } from "../core/foundation/provided.ts";
import { sql } from "kysely";
import { isInside } from "../core/foundation/actor.ts";
import { type Scope, ownRows } from "../core/database/rows.ts";
import { type Condition, everything, nothing } from "../core/database/sql.ts";

/** The bureau sees all institutions, an institution itself, everybody else those that are active. Enterprises are shown by their records. */
export const organisationScope: Scope = (actor) => {
  if (actor.audience === "bureau") return sql`t.side = '1'`;
  if (actor.audience === "institution") return actor.orgId ? sql`t.id = ${actor.orgId}` : nothing;
  return sql`(t.side = '1' and t.state = 'isUser')`;
};

/** Courses of institutions are open to those who look for one, once approved. */
export const offerScope: Scope = (actor) => {
  if (isInside(actor)) return ownRows(actor);
  return sql`(t.confirm_status = 'Confirm' and t.is_valid = 'isValid')`;
};

/** Teachers of an institution see their own filing there. */
export const dutyScope: Scope = (actor) => {
  if (actor.audience !== "institution" || actor.roles.includes("orgAdmin")) return ownRows(actor);
  return actor.orgId && actor.idNumberHash
    ? sql`(t.org_id = ${actor.orgId} and t.teacher_id in (select p.id from teacher p where p.id_number_hash = ${actor.idNumberHash}))`
    : nothing;
};

/** Ids of the teachers an institution has hired or filed, as one set that the database can start from. */
const getTeachers = (
  orgId: string,
): Condition => sql`(select h.teacher_id from teacher_hire h where h.org_id = ${orgId} and h.is_deleted = 0
  union select o.teacher_id from organisation_teacher o where o.org_id = ${orgId} and o.is_deleted = 0)`;

/** The bureau sees all teachers, an institution its own; teachers see themselves. */
export const teacherScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience !== "institution" || !actor.orgId) return nothing;
  if (actor.roles.includes("orgAdmin")) return sql`t.id in ${getTeachers(actor.orgId)}`;
  return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
};

/** Rows that belong to a teacher: the bureau all, an institution those of its teachers, teachers their own. */
export const ofTeacherScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience !== "institution" || !actor.orgId) return nothing;
  if (actor.roles.includes("orgAdmin")) return sql`t.teacher_id in ${getTeachers(actor.orgId)}`;
  return actor.idNumberHash
    ? sql`t.teacher_id in (select p.id from teacher p where p.id_number_hash = ${actor.idNumberHash})`
    : nothing;
};

/** Hires of the own institution; teachers see their own there. */
export const hireScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience !== "institution" || !actor.orgId) return nothing;
  if (actor.roles.includes("orgAdmin")) return sql`t.org_id = ${actor.orgId}`;
  return actor.idNumberHash
    ? sql`(t.org_id = ${actor.orgId} and t.teacher_id in (select p.id from teacher p where p.id_number_hash = ${actor.idNumberHash}))`
    : nothing;
};

/** Ids of the institutions whose region fits. */
export const organisationsWhere: Provided["organisationsWhere"] = (match) =>
  sql`select r.id from organisation r where ${match(sql`r.region_code`)}`;
