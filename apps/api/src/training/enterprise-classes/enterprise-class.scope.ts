import { sql } from "kysely";
import type { Scope } from "../../core/database/rows.ts";
import { everything, nothing } from "../../core/database/sql.ts";
import { isOwnUnit } from "../../providers/providers.queries.ts";

/** Classes of enterprises: the bureau sees all, an enterprise its own, a person those they are in, nobody else any. */
export const enterpriseClassScope: Scope = (actor) => {
  switch (actor.audience) {
    case "bureau":
      return everything;
    case "enterprise":
      return isOwnUnit(sql`t.unit_id`, actor);
    case "person":
      return actor.idNumberHash
        ? sql`t.id in (select s.class_id from student s where s.id_number_hash = ${actor.idNumberHash} and s.side = '2' and s.is_deleted = 0 and s.confirm_status <> 'Invalidate')`
        : nothing;
    default:
      return nothing;
  }
};
