import { Decimal } from "decimal.js";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** SQL of what was recovered of a paid row by its entries, yuan. @param lineId SQL of the id of the row */
export const recoveredOf = (lineId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(sum(r.recovered_amount), 0) from recovery_item r where r.line_id = ${lineId} and r.state = 'settled' and r.is_deleted = 0)`;

/** SQL of what an approved row (alias `l`) pays for its person beside what they were paid in advance, yuan. */
export const personAmount = sql`greatest(coalesce(l.approved_amount, l.apply_amount) - l.advance_amount, 0)::numeric(10,2)`;

/** SQL of what its own claim pays for an approved row (alias `l`), yuan: what was set off from it was paid by rows of advances, its person's and those of others. */
const paidAmount = sql`(${personAmount} - l.covered_amount)`;

/** SQL of whether a row was recovered after the claim of another one (alias `w`) was paid, for more than what was too much in advance. @param lineId SQL of its id */
const recoveredSince = (lineId: RawBuilder<unknown>) => sql`exists (
  select from recovery_item i where i.line_id = ${lineId} and i.state = 'settled' and i.reason <> 'advance' and i.is_deleted = 0
    and i.entry_id > (select max(e.id) from payment_entry e where e.apply_id = w.apply_id and e.command = 'confirm'))`;

/** SQL of whether the person of a paid row of a rest (alias `w`) has lost it: it was recovered, or the row of their advance. */
export const isLost = sql`exists (
  select from subsidy_line v where v.student_id = w.student_id and v.train_months is not null and v.is_deleted = 0 and ${recoveredSince(sql`v.id`)})`;

/** SQL of what the person of a row of a rest (alias `w`) has earned of the row of their advance, yuan; nothing once that was recovered. @param lineId SQL of its id */
export const earnedAdvance = (lineId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${recoveredSince(lineId)} then 0 else least(w.advance_amount, w.approved_amount) end`;

/**
 * SQL of what of a row of an advance (alias `l`) is set off from the rows of others, as long as nothing was recovered of these, yuan: the rest claimed less for
 * it, so that it has come back that way. The last rows first.
 */
const lent = sql`case when l.train_months is null then 0 else coalesce((
  select least(s.too_much, greatest(s.covered - s.before, 0)) from (
    select w.student_id, w.too_much, sum(w.too_much) over (order by w.id desc) - w.too_much as before, sum(w.covered) over () as covered from (
      select w.id, w.student_id, greatest(w.advance_amount - w.approved_amount, 0) as too_much, case when ${isLost} then 0 else w.covered_amount end as covered
      from subsidy_line w where w.is_deleted = 0 and w.detail_status = '1' and w.apply_id = (
        select r.id from subsidy_line o join subsidy_application r on r.id = o.apply_id join subsidy_application a on a.id = l.apply_id and a.is_advance = '1'
        where o.student_id = l.student_id and o.is_deleted = 0 and o.detail_status = '1' and r.is_advance = '0' and r.subsidy_kind = a.subsidy_kind
          and r.is_deleted = 0 and r.pay_status in ('2', '3')
        order by r.id desc limit 1)) w) s
  where s.student_id = l.student_id), 0) end`;

/** SQL of what is left of a paid row (alias `l`) after its recoveries, yuan. */
export const leftOver = sql`greatest(${paidAmount} - ${recoveredOf(sql`l.id`)} - ${lent}, 0)`;

/** The same of some rows. */
export async function getLeftOver(db: Db, lineIds: readonly string[]): Promise<(lineId: string) => Decimal> {
  const { rows } = await sql<{ id: string; amount: string }>`
    select l.id, ${leftOver} as amount from subsidy_line l where l.id = any(${lineIds}::bigint[])`.execute(db);
  const byLine = new Map(rows.map(({ id, amount }) => [id, new Decimal(amount)]));
  return (lineId) => byLine.get(lineId) ?? new Decimal(0);
}
