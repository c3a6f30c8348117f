import { fewestPeople } from "@jipei/contract/core/fewest-people.ts";
import { leastAnswers } from "@jipei/contract/outcomes/train-evaluation.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { employable, isWithinFollowUp } from "../outcomes/outcomes.queries.ts";
import { classIsSql } from "../training/training.queries.ts";
import { type Period, momentIn, quotient, rate } from "./year-period.ts";

interface Followed {
  employed: number;
  verified: number;
}

/**
 * What came of training (docs/rules.md, Figures): of those who finished a class of an institution in the period and are no employees, who works by the latest
 * follow-up within six months, and for whom a register says so; who went into business after start-up training; and how people score what they were taught.
 * A rate over fewer than five people would tell of each, and so would a mean with the answers of a class that its institution does not see yet.
 * @param least attendance in percent from which somebody has finished @param finished how many could have found work
 */
export async function findOutcomes(db: Db, period: Period, least: string, finished: number) {
  const { from, to, own } = period;
  const followed = await sql<Followed>`
    with latest as (
      select distinct on (f.student_id) f.employment_kind, f.verify_source
      from follow_up f join trainee s on s.id = f.student_id join training t on t.id = s.class_id
      where ${employable} and t.is_deleted = 0 and ${classIsSql("t", "isConfirmed")} and t.end_date between ${from} and ${to} ${own}
        and s.is_deleted = 0 and s.confirm_status = 'Confirm' and s.attendance_rate >= ${least}
        and ${sql.raw(isWithinFollowUp("f.follow_date", "t.end_date"))} order by f.student_id, f.follow_date desc)
    select (count(*) filter (where employment_kind <> '5'))::int as employed,
      (count(*) filter (where employment_kind <> '5' and verify_source <> '3'))::int as verified
    from latest`.execute(db);
  const given = await sql<{ answers: number; sum: string }>`
    select count(*)::int as answers, coalesce(sum(avg_score), 0) as sum from evaluation_given t where ${momentIn("evaluateTime", period)} ${own}
      and t.class_id in (select class_id from evaluation_given group by class_id having count(*) >= ${leastAnswers})`.execute(
    db,
  );
  const { employed, verified } = followed.rows[0] ?? { employed: 0, verified: 0 };
  const { answers, sum } = given.rows[0] ?? { answers: 0, sum: "0" };
  const startUps = await countStartUps(db, period);
  return {
    employRate: rateOfPeople(employed, finished),
    verifiedEmployRate: rateOfPeople(verified, finished),
    startupRate: rateOfPeople(startUps.licensed, startUps.certified),
    avgScore: quotient(new Decimal(sum), answers),
  };
}

const rateOfPeople = (part: number, whole: number): string | null => (whole < fewestPeople ? null : rate(part, whole));

/**
 * Start-up certificates of the period, and those whose holder named a business licence in a follow-up between the end of the class and twelve
 * months after the certificate: in a follow-up of another class, too.
 */
async function countStartUps(db: Db, { from, to, own }: Period): Promise<{ certified: number; licensed: number }> {
  const { rows } = await sql<{ certified: number; licensed: number }>`
    select count(*)::int as certified, (count(*) filter (where exists (select from trainee s join follow_up f on f.student_id = s.id
      where s.id_number_hash = t.id_number_hash and f.business_license_no <> ''
        and f.follow_date between (select c.end_date from training c where c.id = t.class_id) and t.issue_date + interval '12 months')))::int as licensed
    from diploma t where t.cert_kind = '5' and t.is_valid = 'isValid' and t.issue_date between ${from} and ${to} ${own}`.execute(
    db,
  );
  return rows[0] ?? { certified: 0, licensed: 0 };
}
