import { snake } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import type { Scope } from "../core/database/rows.ts";
import { type Condition, everything } from "../core/database/sql.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { isOwnUnit } from "../providers/providers.queries.ts";
import type { RecordKind, StoredRecord } from "./kinds.ts";

/** The bureau sees all records, a unit its own, and those submitted that name it otherwise. */
export const recordScope =
  ({ shownTo }: Pick<RecordKind, "shownTo">): Scope =>
  (actor) => {
    if (actor.audience === "bureau") return everything;
    const own = isOwnUnit(sql`t.unit_id`, actor);
    if (!shownTo) return own;
    return sql`(${own} or (${isOwnUnit(sql.ref(`t.${snake(shownTo)}`), actor)} and t.status <> 'unSubmit'))`;
  };

/**
 * Whose classes and injuries a record is compared with: those of its unit, for the bureau’s own of all; whoever else looks sees the part of their unit.
 * @param column of ids of units
 */
export function isCountedFor(column: Condition, { unitId }: Pick<StoredRecord, "unitId">, actor: Actor): Condition {
  if (actor.audience !== "bureau") return isOwnUnit(column, actor);
  return unitId ? sql`${column} = ${unitId}` : everything;
}

/** A unit names classes of its own, the bureau any. @throws NOT_OWNER */
export async function assertOwnClasses(tx: Tx, unitId: string | null, classIds: readonly string[]): Promise<void> {
  if (!unitId) return;
  const { rows } =
    await sql`select from training where id = any(${classIds}::bigint[]) and org_id <> ${unitId}`.execute(tx);
  if (rows.length > 0) throw new Refusal("NOT_OWNER");
}
