import { leastAnswers } from "@jipei/contract/outcomes/train-evaluation.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { parameter } from "../settings/settings.queries.ts";
import { classIsSql } from "../training/training.queries.ts";
import { type Period, momentIn, quotient, rate } from "./year-period.ts";

/** Employees are at work already: they count neither among the employed nor among those who could be (rules §14). */
const employee = "01";

interface Followed {
  finished: number;
  employed: number;
  verified: number;
}

/**
 * What came of training (rules §14): of those who finished a class of an institution in the period and are no employees, who works by the latest
 * follow-up within six months, and for whom a register says so; and how people score what they were taught.
 */
export async function findOutcomes(db: Db, period: Period) {
  const { from, to, own } = period;
  const least = (await parameter(db, "attendance.min")).toFixed(2);
  /** Conditions on a student (`s`) and the class (`t`). */
  const finished = sql`t.side = '1' and t.is_deleted = 0 and ${classIsSql("t", "isConfirmed")} and t.end_date between ${from} and ${to} ${own}
    and s.is_deleted = 0 and s.confirm_status = 'Confirm' and s.attendance_rate >= ${least} and s.person_category <> ${employee}`;
  const followed = await sql<Followed>`
    with latest as (
      select distinct on (f.student_id) f.employment_kind, f.verify_source
      from follow_up f join trainee s on s.id = f.student_id join training t on t.id = s.class_id
      where ${finished} and f.follow_date <= t.end_date + interval '6 months' order by f.student_id, f.follow_date desc)
    select (select count(*)::int from trainee s join training t on t.id = s.class_id where ${finished}) as finished,
      (count(*) filter (where employment_kind <> '5'))::int as employed,
      (count(*) filter (where employment_kind <> '5' and verify_source <> '3'))::int as verified
    from latest`.execute(db);
  const given = await sql<{ answers: number; sum: string }>`
    select count(*)::int as answers, coalesce(sum(avg_score), 0) as sum from evaluation_given t where ${momentIn("evaluateTime", period)} ${own}`.execute(
    db,
  );
  const { finished: all, employed, verified } = followed.rows[0] ?? { finished: 0, employed: 0, verified: 0 };
  const { answers, sum } = given.rows[0] ?? { answers: 0, sum: "0" };
  return {
    employRate: rate(employed, all),
    verifiedEmployRate: rate(verified, all),
    avgScore: answers < leastAnswers ? null : quotient(new Decimal(sum), answers),
  };
}
