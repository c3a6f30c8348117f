import { keyGroups } from "@jipei/contract/catalogue/training.ts";
import { type Days, type WorkPeriod, daysOf } from "@jipei/contract/work-records/work-period.ts";
import {
  type Chain,
  type ClassFigureName,
  type Figures,
  type RecordEntity,
  figuresOf,
} from "@jipei/contract/work-records/work-record.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import { type Condition, all } from "../core/database/sql.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { findCountedInjuries } from "../enterprises/enterprises.queries.ts";
import { classIsSql, getLeastAttendance } from "../training/training.queries.ts";
import type { RecordFacts, RecordKind } from "./kinds.ts";
import { isCountedFor } from "./work-record.scope.ts";

/** A record, saved or still being written, whose period is known. */
type Counted = RecordFacts<RecordEntity> & { workYear: number; workPeriod: WorkPeriod; unitId: string | null };

type ClassRow = Chain["classes"][number];
type ClassFigures = Pick<Figures, ClassFigureName>;
/** A row of a class, or the sum, which names none. */
type CountedRow = ClassRow | ({ classId: null } & ClassFigures);

const noFigures: ClassFigures = {
  classCount: 0,
  trainedCount: 0,
  finishedCount: 0,
  keyGroupCount: 0,
  passCount: 0,
  certCount: 0,
  highSkilledCount: 0,
  subsidyAmount: "0.00",
};

/** What the system counts for a record, as far as this actor sees it: the figures, and the rows behind them. */
export async function countChain(db: Db, actor: Actor, kind: RecordKind, row: Counted): Promise<Chain> {
  const days = daysOf(row.workYear, row.workPeriod);
  const isOurs = (unit: Condition) => isCountedFor(unit, row, actor);
  const { sum, classes } = await countClasses(db, days, [isOurs(sql`t.org_id`), kind.getClasses(row)]);
  const injuries = figuresOf(kind.entity).includes("injuryCount") ? await findCountedInjuries(db, days, isOurs) : [];
  return { figures: { ...sum, injuryCount: injuries.length }, classes, injuries };
}

/** The figures that a kind leaves to the server, as they are counted now. */
export const countFilled = async (tx: Tx, actor: Actor, kind: RecordKind, row: Counted) =>
  kind.fill?.((await countChain(tx, actor, kind, row)).figures);

/**
 * Counts the chain between two days by the definitions of docs/rules.md (Figures), each fact by its own day: classes and those on their rosters by the start,
 * finishers by the end of the class, passes by publication, certificates by issue, money (yuan) by payment.
 * @param classes conditions on the classes (alias `t` of `training`)
 * @returns the sum, and each class with its part of it
 */
async function countClasses(
  db: Db,
  { from, to }: Days,
  classes: readonly Condition[],
): Promise<{ sum: ClassFigures; classes: ClassRow[] }> {
  const isDuring = (day: Condition) => sql`${day} between ${from} and ${to}`;
  const least = await getLeastAttendance(db);
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
  return {
    sum: rows.find((row) => row.classId === null) ?? noFigures,
    classes: rows.filter((row): row is ClassRow => row.classId !== null),
  };
}
