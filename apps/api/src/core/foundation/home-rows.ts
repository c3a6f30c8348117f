import type { Entity } from "@jipei/contract/core/entity.ts";
import type { RawBuilder } from "kysely";
import type { Actor } from "./actor.ts";

/** Rows that wait for an actor, with a column `since`. Domains provide them from their own tables for the home pages. */
export type HomeRows = (actor: Actor) => RawBuilder<unknown>;

/** Rows of an entity that were returned to an institution. `title` and `reason` are SQL over the row `t`; the reason is `back_reason` where left out. */
export interface ReturnedRows {
  entity: Entity;
  title: string;
  reason?: string;
  /** Table and condition on the rows, over the alias `t`. */
  from: (actor: Actor) => RawBuilder<unknown>;
}
