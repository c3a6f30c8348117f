import { type Scope, validRows } from "../core/database/rows.ts";
import { everything } from "../core/database/sql.ts";
import { sql } from "kysely";

/** A course that has left the catalogue stays readable for an institution that has filed it. */
export const courseScope: Scope = (actor) =>
  actor.audience === "institution" && actor.orgId
    ? sql`(t.is_valid = 'isValid' or exists (select 1 from course_offer o where o.course_id = t.id and o.org_id = ${actor.orgId} and o.is_deleted = 0))`
    : validRows(actor);

/** Rows that nobody has reason to hide: who may make the call sees all of them. */
export const allRows: Scope = () => everything;
