import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Scope } from "../../core/database/rows.ts";
import { type Condition, everything, nothing } from "../../core/database/sql.ts";

/** The unit of the enterprise of the session: its classes and their people belong to it. */
export const ownUnit = (actor: Actor): Condition =>
  sql`(select u.id from institution u where u.dept_id = ${actor.entId} and u.is_deleted = 0)`;

/** Classes of enterprises: the bureau sees all, an enterprise its own, a person those they are in, nobody else any. */
export const enterpriseClassScope: Scope = (actor) => {
  switch (actor.audience) {
    case "bureau":
      return everything;
    case "enterprise":
      return actor.entId ? sql`t.unit_id = ${ownUnit(actor)}` : nothing;
    case "person":
      return actor.idNumberHash
        ? sql`t.id in (select s.class_id from student s where s.id_number_hash = ${actor.idNumberHash} and s.side = '2' and s.is_deleted = 0 and s.confirm_status <> 'Invalidate')`
        : nothing;
    default:
      return nothing;
  }
};
