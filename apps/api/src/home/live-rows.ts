import type { Entity } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { cuts } from "../core/data-scope.ts";
import { type Condition, all } from "../core/sql.ts";

/** Live rows (alias `t`): whoever is held to regions or by data scopes is told of what waits there, so that no number leads to rows he does not see. */
export const liveRows = (entity: Entity<any>, actor: Actor): Condition =>
  all([sql`t.is_deleted = 0`, ...cuts(entity, actor)]);
