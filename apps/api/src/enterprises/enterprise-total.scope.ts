import { sql } from "kysely";
import type { Scope } from "../core/database/rows.ts";
import { everything, nothing } from "../core/database/sql.ts";

/** Records of enterprises: the bureau sees all, an enterprise its own, nobody else any. */
export const enterpriseScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  return actor.audience === "enterprise" && actor.entId ? sql`t.ent_id = ${actor.entId}` : nothing;
};
