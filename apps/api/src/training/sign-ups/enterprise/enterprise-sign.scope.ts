import { sql } from "kysely";
import type { Scope } from "../../../core/database/rows.ts";
import { everything, nothing } from "../../../core/database/sql.ts";
import { ownClasses } from "../../classes/own-classes.ts";

/** An enterprise sees its own sign-ups, an institution those that were sent to its classes, the bureau all. */
export const enterpriseSignScope: Scope = (actor) => {
  switch (actor.audience) {
    case "bureau":
      return everything;
    case "enterprise":
      return actor.entId ? sql`t.ent_id = ${actor.entId}` : nothing;
    case "institution":
      return sql`(t.confirm_status <> 'unSubmit' and ${ownClasses(actor)})`;
    default:
      return nothing;
  }
};

/** Whoever decides on one of its people moves the sign-up along with them, also a person who does not see it as a whole. */
export const movedScope: Scope = (actor) => (actor.audience === "enterprise" ? enterpriseSignScope(actor) : everything);
