import { snake } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import type { Scope } from "../core/database/rows.ts";
import { type Condition, everything } from "../core/database/sql.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { getOwnUnit, isOwnUnit } from "../providers/providers.queries.ts";
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

/** Who reports: a unit, or the bureau itself, which is none. */
export interface Reporter {
  unitId: string | null;
  unitName: string;
}

/** @throws NOT_OWNER, ENT_TOTAL_REQUIRED */
export async function getReporter(db: Db, actor: Actor): Promise<Reporter> {
  if (actor.audience !== "bureau") {
    const { id, orgName } = await getOwnUnit(db, actor);
    return { unitId: id, unitName: orgName };
  }
  const { rows } = await sql<{ orgName: string }>`
    select org_name from unit where dept_category = '1' and parent_id is null and is_deleted = 0 order by id limit 1`.execute(
    db,
  );
  return { unitId: null, unitName: rows[0]?.orgName ?? actor.name };
}

/** A record is written, submitted and removed by whoever reports it, also where others see it. @throws NOT_OWNER */
export function assertReportedBy({ unitId }: Pick<StoredRecord, "unitId">, reporter: Reporter): void {
  if (unitId !== reporter.unitId) throw new Refusal("NOT_OWNER");
}

/** The classes that a record is compared with: of its unit, for the bureau’s own of all; whoever else looks sees the part of their unit. */
export const classesOf = ({ unitId }: Pick<StoredRecord, "unitId">, actor: Actor): Condition => {
  if (actor.audience !== "bureau") return isOwnUnit(sql`t.org_id`, actor);
  return unitId ? sql`t.org_id = ${unitId}` : everything;
};

/** The side of the unit that reports; null: the bureau itself. */
export async function findSide(db: Db, { unitId }: Pick<StoredRecord, "unitId">): Promise<string | null> {
  if (!unitId) return null;
  const { rows } = await sql<{ side: string }>`select side from institution where id = ${unitId}`.execute(db);
  return rows[0]?.side ?? null;
}
