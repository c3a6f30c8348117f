import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { workdaysBetween } from "../core/foundation/clock.ts";
import type { Db } from "../core/database/db.ts";
import { workdayExceptions } from "../settings/settings.queries.ts";
import { type Period, momentIn, quotient, rate } from "./year-period.ts";

/** SQL condition on an audit record (`a`): a reviewer sent the claim back, to the applicant or to the first review. */
const isReturn = sql`(a.to_status = 'back' or a.to_status = 'firstTrial' and a.from_status in ('reTrial', 'compile'))`;

/**
 * The claims of a year. Amounts claimed and returns count by the day of submission; amounts approved and the working days they took count by the
 * day of the second review, less what was paid in advance, which an earlier claim has.
 */
export async function findClaims(db: Db, period: Period) {
  const committed = await sql<{ applyAmount: string; claims: number; returned: number }>`
    select coalesce(sum(t.apply_amount), 0)::numeric(16,2) as apply_amount, count(*)::int as claims,
      (count(*) filter (where exists (select from audit_trail a where a.biz_type = 'SubsidyApplication' and a.biz_id = t.id::text and ${isReturn})))::int as returned
    from claim t where ${momentIn("commitTime", period)} ${period.own}`.execute(db);
  const decided = await sql<{ committed: string; decided: string; claims: number; approvedAmount: string }>`
    select (t.commit_time at time zone 'Asia/Shanghai')::date as committed, (t.re_time at time zone 'Asia/Shanghai')::date as decided,
      count(*)::int as claims, coalesce(sum(greatest(t.approved_amount - t.advance_amount, 0)), 0) as approved_amount
    from claim t where t.status = 'compile' and ${momentIn("reTime", period)} ${period.own} group by 1, 2`.execute(db);
  const exceptions = await workdayExceptions(db);
  const days = decided.rows.reduce(
    (sum, row) => sum + row.claims * workdaysBetween(row.committed, row.decided, exceptions),
    0,
  );
  const { applyAmount = "0.00", claims = 0, returned = 0 } = committed.rows[0] ?? {};
  return {
    applyAmount,
    approvedAmount: decided.rows.reduce((sum, row) => sum.plus(row.approvedAmount), new Decimal(0)).toFixed(2),
    reviewDays: quotient(
      days,
      decided.rows.reduce((sum, row) => sum + row.claims, 0),
    ),
    backRate: rate(returned, claims),
  };
}
