import { Decimal } from "decimal.js";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** SQL of what was recovered of a paid row by its entries, yuan. @param lineId SQL of the id of the row */
export const recoveredOf = (lineId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(sum(r.recovered_amount), 0) from recovery_item r where r.line_id = ${lineId} and r.state = 'settled' and r.is_deleted = 0)`;

/** SQL of what its own claim pays for an approved row (alias `l`), yuan: what was set off from it was paid for another row, that of the advance. */
export const paidAmount = sql`greatest(coalesce(l.approved_amount, l.apply_amount) - l.advance_amount, 0)::numeric(10,2)`;

/** SQL of what is left of a paid row (alias `l`) after its recoveries, yuan. */
export const leftOver = sql`greatest(${paidAmount} - ${recoveredOf(sql`l.id`)}, 0)`;

/** The same of some rows. */
export async function getLeftOver(db: Db, lineIds: readonly string[]): Promise<(lineId: string) => Decimal> {
  const { rows } = await sql<{ id: string; amount: string }>`
    select l.id, ${leftOver} as amount from subsidy_line l where l.id = any(${lineIds}::bigint[])`.execute(db);
  const byLine = new Map(rows.map(({ id, amount }) => [id, new Decimal(amount)]));
  return (lineId) => byLine.get(lineId) ?? new Decimal(0);
}
