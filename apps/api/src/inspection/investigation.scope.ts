import { inspection } from "@jipei/contract/inspection/investigation.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import type { Scope } from "../core/database/rows.ts";
import { type Condition, everything, nothing } from "../core/database/sql.ts";

/** The bureau sees all, an enterprise its own surveys. Who was asked in an inspection, and what they said, is for the bureau alone. */
export const investigationScope: Scope = (actor: Actor): Condition => {
  if (actor.audience === "bureau") return everything;
  return actor.audience === "enterprise" && actor.entId
    ? sql`(t.ent_id = ${actor.entId} and t.investigate_kind <> ${inspection})`
    : nothing;
};

export const inspectedPersonScope: Scope = (actor) => (actor.audience === "bureau" ? everything : nothing);
