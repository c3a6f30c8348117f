import { keyGroups } from "@jipei/contract/catalogue/training.ts";
import type { WorkPeriod } from "@jipei/contract/work-records/work-period.ts";
import { daysOf } from "@jipei/contract/work-records/work-period.ts";
import type { Chain, Figures } from "@jipei/contract/work-records/work-record.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { type Condition, all } from "../core/database/sql.ts";
import { parameter } from "../settings/settings.queries.ts";
import { classIsSql } from "../training/training.queries.ts";

interface Counted {
  workYear: number;
  workPeriod: WorkPeriod;
  /** Conditions on the classes (alias `t` of `training`): whose they are, and which belong to the kind. */
  classes: readonly Condition[];
}

type ClassRow = Chain["classes"][number];
/** A row of a class, or the sum, which names none. */
type CountedRow = ClassRow | ({ classId: null } & Figures);

const noFigures: Figures = {
  classCount: 0,
  trainedCount: 0,
  finishedCount: 0,
  keyGroupCount: 0,
  passCount: 0,
  certCount: 0,
  highSkilledCount: 0,
  subsidyAmount: "0.00",
};

/**
 * Counts the chain for a period by the definitions of docs/rules.md (Figures), each fact by its own day: classes and those on their rosters by the start, finishers
 * by the end of the class, passes by publication, certificates by issue, money (yuan) by payment.
 * @returns the figures, and each class with its part of them
 */
export async function countChain(db: Db, { workYear, workPeriod, classes }: Counted): Promise<Chain> {
  const { from, to } = daysOf(workYear, workPeriod);
  const isDuring = (day: Condition) => sql`${day} between ${from} and ${to}`;
  const least = (await parameter(db, "attendance.min")).toFixed(2);
  const roster = sql`join trainee s on s.class_id = c.id and s.is_deleted = 0 and s.confirm_status = 'Confirm'`;
  const { rows } = await sql<CountedRow>`
    with c as materialized (
      select t.id, t.side, t.class_no, t.class_name, t.start_date, t.end_date from training t
      where t.is_deleted = 0 and ${classIsSql("t", "isConfirmed")} and ${all(classes)}),
    fact (id, figure, person, is_special, amount) as (
      select c.id, 'class', null::text, false, null::numeric from c where ${isDuring(sql`c.start_date`)}
      union all select c.id, 'trained', null, false, null from c ${roster} where ${isDuring(sql`c.start_date`)}
      union all select c.id, 'finished', null, s.person_category = any(${[...keyGroups]}), null from c ${roster}
        where ${isDuring(sql`c.end_date`)} and s.attendance_rate >= ${least}
      union all select c.id, 'passed', null, false, null from c join mark m on m.class_id = c.id and m.grade_status = '2' and m.is_absent = '0' and m.result = '1'
        where ${isDuring(sql`(m.publish_time at time zone 'Asia/Shanghai')::date`)}
      union all select c.id, 'certified', d.id_number_hash, d.level in ('1', '2', '3') and d.cert_kind in ('1', '2'), null
        from c join diploma d on d.class_id = c.id and d.is_valid = 'isValid' where ${isDuring(sql`d.issue_date`)}
      union all select c.id, 'paid', null, false, p.pay_amount - coalesce(p.recovered_amount, 0)
        from c join claim p on p.class_id = c.id and p.pay_status = '3' where ${isDuring(sql`p.pay_date`)})
    select c.id as class_id, c.side, c.class_no, c.class_name, c.start_date, c.end_date,
      (count(*) filter (where figure = 'class'))::int as class_count,
      (count(*) filter (where figure = 'trained'))::int as trained_count,
      (count(*) filter (where figure = 'finished'))::int as finished_count,
      (count(*) filter (where figure = 'finished' and is_special))::int as key_group_count,
      (count(*) filter (where figure = 'passed'))::int as pass_count,
      (count(*) filter (where figure = 'certified'))::int as cert_count,
      (count(distinct person) filter (where figure = 'certified' and is_special))::int as high_skilled_count,
      coalesce(sum(amount) filter (where figure = 'paid'), 0)::numeric(14,2) as subsidy_amount
    from fact join c using (id) group by grouping sets ((c.id, c.side, c.class_no, c.class_name, c.start_date, c.end_date), ())
    order by c.start_date desc nulls first, c.id desc limit 5001`.execute(db);
  const figures = rows.find((row): row is { classId: null } & Figures => row.classId === null) ?? noFigures;
  return { figures, classes: rows.filter((row): row is ClassRow => row.classId !== null) };
}
