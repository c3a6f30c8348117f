import { Decimal } from "decimal.js";
import { type RawBuilder, sql } from "kysely";
import { column } from "../core/database/sql.ts";

/** The days of a year that are counted, both inclusive, and the rows (`t.org_id`): all, or those of one institution. */
export interface Period {
  from: string;
  to: string;
  own: RawBuilder<unknown>;
}

/** SQL condition: the moment in a field is on one of the days, in the time zone of China. */
export const momentIn = (field: string, { from, to }: Period) =>
  sql`${column(field)} >= ${`${from} 00:00:00+08`}::timestamptz and ${column(field)} < ${`${to} 00:00:00+08`}::timestamptz + interval '1 day'`;

/** A quotient with two decimals; null, never 0, where there is nothing to divide by. */
export const quotient = (sum: Decimal.Value, by: Decimal.Value): string | null =>
  new Decimal(by).isZero() ? null : new Decimal(sum).div(by).toFixed(2, Decimal.ROUND_HALF_UP);
export const rate = (part: Decimal.Value, whole: Decimal.Value): string | null =>
  quotient(new Decimal(part).times(100), whole);
