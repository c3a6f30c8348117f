import { sql } from "kysely";
import type { Scope } from "../../core/database/rows.ts";
import { everything, nothing } from "../../core/database/sql.ts";
import { isOwnUnit } from "../../providers/providers.queries.ts";

/** Staff in classes of enterprises: the bureau sees all, an enterprise its own, a person the own rows. */
export const staffScope: Scope = (actor) => {
  switch (actor.audience) {
    case "bureau":
      return everything;
    case "enterprise":
      return isOwnUnit(sql`t.unit_id`, actor);
    case "person":
      return actor.idNumberHash ? sql`t.id_number_hash = ${actor.idNumberHash}` : nothing;
    default:
      return nothing;
  }
};
