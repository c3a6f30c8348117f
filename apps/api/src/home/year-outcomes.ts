import { leastAnswers } from "@jipei/contract/outcomes/train-evaluation.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { parameter } from "../settings/settings.queries.ts";
import { classIsSql } from "../training/training.queries.ts";
import { type Period, momentIn, quotient, rate } from "./year-period.ts";

/** Employees are at work already: they count neither among the employed nor among those who could be (docs/rules.md, Figures). */
const employee = "01";

/** SQL condition on a student (`s`) of a class (`t`): somebody who could find work by what they learnt at an institution. */
export const employable = sql`t.side = '1' and s.person_category <> ${employee}`;

interface Followed {
  employed: number;
  verified: number;
}

/**
 * What came of training (docs/rules.md, Figures): of those who finished a class of an institution in the period and are no employees, who works by the latest
 * follow-up within six months, and for whom a register says so; and how people score what they were taught.
 * @param finished how many they are
 */
export async function findOutcomes(db: Db, period: Period, finished: number) {
  const { from, to, own } = period;
  const least = (await parameter(db, "attendance.min")).toFixed(2);
  const followed = await sql<Followed>`
    with latest as (
      select distinct on (f.student_id) f.employment_kind, f.verify_source
      from follow_up f join trainee s on s.id = f.student_id join training t on t.id = s.class_id
      where ${employable} and t.is_deleted = 0 and ${classIsSql("t", "isConfirmed")} and t.end_date between ${from} and ${to} ${own}
        and s.is_deleted = 0 and s.confirm_status = 'Confirm' and s.attendance_rate >= ${least}
        and f.follow_date <= t.end_date + interval '6 months' order by f.student_id, f.follow_date desc)
    select (count(*) filter (where employment_kind <> '5'))::int as employed,
      (count(*) filter (where employment_kind <> '5' and verify_source <> '3'))::int as verified
    from latest`.execute(db);
  const given = await sql<{ answers: number; sum: string }>`
    select count(*)::int as answers, coalesce(sum(avg_score), 0) as sum from evaluation_given t where ${momentIn("evaluateTime", period)} ${own}`.execute(
    db,
  );
  const { employed, verified } = followed.rows[0] ?? { employed: 0, verified: 0 };
  const { answers, sum } = given.rows[0] ?? { answers: 0, sum: "0" };
  return {
    employRate: rate(employed, finished),
    verifiedEmployRate: rate(verified, finished),
    avgScore: answers < leastAnswers ? null : quotient(new Decimal(sum), answers),
  };
}
