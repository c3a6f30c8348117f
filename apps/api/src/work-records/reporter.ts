import { fillStatus } from "@jipei/contract/core/fields/codes.ts";
import type { ReviewedEntity } from "@jipei/contract/work-records/two-reviews.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import type { StoredRow } from "../core/database/tables.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { Refusal, illegalState } from "../core/foundation/refusal.ts";
import { getOwnUnit } from "../providers/providers.queries.ts";

/** A record under review, as what all of them share. */
export type Reviewed = StoredRow<ReviewedEntity>;

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
export function assertReportedBy({ unitId }: Pick<Reviewed, "unitId">, reporter: Reporter): void {
  if (unitId !== reporter.unitId) throw new Refusal("NOT_OWNER");
}

/** What is under review or completed stays as it is. @throws STATE_ILLEGAL */
function assertOpen({ status }: Pick<Reviewed, "status">, zh: string, en: string): void {
  if (status !== "unSubmit" && status !== "back") throw illegalState(fillStatus, status, zh, en);
}

/** Who reports what is being saved, and the state that a new record begins in. @throws NOT_OWNER, ENT_TOTAL_REQUIRED, STATE_ILLEGAL */
export async function openForSaving(tx: Tx, actor: Actor, old: Reviewed | null) {
  const reporter = await getReporter(tx, actor);
  if (!old) return { ...reporter, status: "unSubmit" as const };
  assertReportedBy(old, reporter);
  assertOpen(old, "修改", "edit");
  return reporter;
}

/** @throws NOT_OWNER, ENT_TOTAL_REQUIRED, STATE_ILLEGAL */
export async function assertRemovable(tx: Tx, actor: Actor, rows: readonly Reviewed[]): Promise<void> {
  const reporter = await getReporter(tx, actor);
  for (const row of rows) {
    assertReportedBy(row, reporter);
    assertOpen(row, "删除", "remove");
  }
}

/** The side of the unit that reports; null: the bureau itself. */
export async function findSide(db: Db, { unitId }: Pick<Reviewed, "unitId">): Promise<string | null> {
  if (!unitId) return null;
  const { rows } = await sql<{ side: string }>`select side from institution where id = ${unitId}`.execute(db);
  return rows[0]?.side ?? null;
}
