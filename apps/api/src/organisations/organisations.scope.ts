import { sql } from "kysely";
import { isInside } from "../core/actor.ts";
import { type Scope, ownRows } from "../core/rows.ts";
import { everything, nothing } from "../core/sql.ts";

/** The bureau sees all institutions, an institution itself, everybody else those that are active. */
export const organisationScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "institution") return actor.orgId ? sql`t.id = ${actor.orgId}` : nothing;
  return sql`t.state = 'isUser'`;
};

/** Courses of institutions are open to those who look for one, once approved. */
export const offerScope: Scope = (actor) => {
  if (isInside(actor)) return ownRows(actor);
  return sql`(t.confirm_status = 'Confirm' and t.is_valid = 'isValid')`;
};

/** A teacher of an institution sees his own filing there. */
export const dutyScope: Scope = (actor) => {
  if (actor.audience !== "institution" || actor.roles.includes("orgAdmin")) return ownRows(actor);
  return actor.orgId && actor.idNumberHash
    ? sql`(t.org_id = ${actor.orgId} and t.teacher_id in (select p.id from teacher p where p.id_number_hash = ${actor.idNumberHash}))`
    : nothing;
};
