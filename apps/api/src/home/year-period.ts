import { Decimal } from "decimal.js";
import { type RawBuilder, sql } from "kysely";
import { column } from "../core/database/sql.ts";

/** The days that are counted, yyyy-MM-dd, both inclusive. */
export interface Days {
  from: string;
  to: string;
}
/** The days of a year, and the rows (`t.org_id`): all, or those of one institution. */
export interface Period extends Days {
  own: RawBuilder<unknown>;
}

/** SQL condition: a moment is on one of the days, in the time zone of China; in a form that uses its index. */
export const isWithin = (moment: RawBuilder<unknown>, { from, to }: Days) =>
  sql`${moment} >= ${`${from} 00:00:00+08`}::timestamptz and ${moment} < ${`${to} 00:00:00+08`}::timestamptz + interval '1 day'`;
/** The same of a field. */
export const momentIn = (field: string, days: Days) => isWithin(column(field), days);

/** A quotient with two decimals; null, never 0, where there is nothing to divide by. */
export const quotient = (sum: Decimal.Value, by: Decimal.Value): string | null =>
  new Decimal(by).isZero() ? null : new Decimal(sum).div(by).toFixed(2, Decimal.ROUND_HALF_UP);
export const rate = (part: Decimal.Value, whole: Decimal.Value): string | null =>
  quotient(new Decimal(part).times(100), whole);
