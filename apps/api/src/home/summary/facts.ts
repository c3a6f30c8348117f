import type { SummaryQuery, summaryBy } from "@jipei/contract/home/summary.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { getRegionPrefix } from "@jipei/contract/settings/region.ts";
import { type RawBuilder, sql } from "kysely";
import type { Condition } from "../../core/database/sql.ts";
import { employable, isWithinFollowUp } from "../../outcomes/outcomes.queries.ts";
import { classIsSql } from "../../training/training.queries.ts";
import { type Days, isWithin } from "../year-period.ts";

/** What is counted, and by which day it belongs to a period: the definitions of docs/rules.md, Figures, the same as those of the figures of a year. */

export type Group = CodeOf<typeof summaryBy>;

/** What a fact adds up. Money in yuan. */
export const measures = [
  "classCount",
  "enrolCount",
  "finishCount",
  "employable",
  "employed",
  "testCount",
  "passCount",
  "certCount",
  "applyAmount",
  "approvedAmount",
  "paidAmount",
] as const;
export type Measure = (typeof measures)[number];

interface Fact {
  /** The day that decides about the period. */
  day: RawBuilder<unknown>;
  /** SQL condition: it lies in the period. */
  within: Condition;
  /** Rows with the class (`t`) that they belong to; the unit that runs it (`u`) is joined to it. */
  rows: RawBuilder<unknown>;
  /** The level it counts for; that of the class where it is not said. */
  level?: RawBuilder<unknown>;
  sums: Partial<Record<Measure, RawBuilder<unknown>>>;
}

const isEnrolled = sql`s.is_deleted = 0 and s.confirm_status = 'Confirm'`;
const confirmed = sql`t.is_deleted = 0 and ${classIsSql("t", "isConfirmed")}`;
const days = (day: RawBuilder<unknown>, { from, to }: Days) => ({
  day,
  within: sql`${day} between ${from} and ${to}`,
});
const moments = (moment: RawBuilder<unknown>, period: Days) => ({
  day: sql`(${moment} at time zone 'Asia/Shanghai')::date`,
  within: isWithin(moment, period),
});
const count = (condition: Condition) => sql`count(*) filter (where ${condition})`;

/** @param least attendance in percent from which somebody has finished */
export function getFacts(period: Days, least: string): Fact[] {
  const hasFinished = sql`s.attendance_rate >= ${least}`;
  return [
    {
      ...days(sql`t.start_date`, period),
      rows: sql`training t cross join lateral (select count(*) as enrolled from trainee s where s.class_id = t.id and ${isEnrolled}) s`,
      sums: { classCount: sql`count(*)`, enrolCount: sql`sum(s.enrolled)` },
    },
    {
      ...days(sql`t.end_date`, period),
      rows: sql`training t join trainee s on s.class_id = t.id and ${isEnrolled}`,
      sums: { finishCount: count(hasFinished), employable: count(sql`${hasFinished} and ${employable}`) },
    },
    {
      ...days(sql`t.end_date`, period),
      // From the follow-ups on, since few of those who finished have one.
      rows: sql`training t cross join lateral (select distinct on (e.student_id) e.student_id, e.employment_kind from follow_up e
          where e.class_id = t.id and ${sql.raw(isWithinFollowUp("e.follow_date", "t.end_date"))} order by e.student_id, e.follow_date desc) f
        join trainee s on s.id = f.student_id and ${isEnrolled} and ${hasFinished} and ${employable}`,
      sums: { employed: count(sql`f.employment_kind <> '5'`) },
    },
    {
      ...moments(sql`m.publish_time`, period),
      rows: sql`mark m join training t on t.id = m.class_id and m.grade_status = '2' and m.is_absent = '0'`,
      sums: { testCount: sql`count(*)`, passCount: count(sql`m.result = '1'`) },
    },
    {
      ...days(sql`d.issue_date`, period),
      rows: sql`diploma d join training t on t.id = d.class_id and d.is_valid = 'isValid'`,
      level: sql`d.level`,
      sums: { certCount: sql`count(*)` },
    },
    {
      ...moments(sql`k.commit_time`, period),
      rows: sql`claim k join training t on t.id = k.class_id`,
      sums: { applyAmount: sql`sum(k.apply_amount)` },
    },
    {
      ...moments(sql`k.re_time`, period),
      rows: sql`claim k join training t on t.id = k.class_id and k.status = 'compile'`,
      sums: { approvedAmount: sql`sum(greatest(k.approved_amount - k.advance_amount, 0))` },
    },
    {
      ...days(sql`k.pay_date`, period),
      rows: sql`claim k join training t on t.id = k.class_id and k.pay_status = '3'`,
      sums: { paidAmount: sql`sum(k.pay_amount - k.recovered_amount)` },
    },
  ];
}

/** The key of a group, and its name where the row knows it. */
const groups: Readonly<Record<Group, (fact: Fact) => readonly [key: RawBuilder<unknown>, name: RawBuilder<unknown>]>> =
  {
    month: ({ day }) => [sql`to_char(${day}, 'YYYY-MM')`, sql`null::text`],
    org: () => [sql`u.id::text`, sql`u.org_name`],
    ent: () => [sql`u.id::text`, sql`u.org_name`],
    course: () => [sql`t.course_id::text`, sql`t.course_name`],
    level: ({ level = ofClass }) => [level, sql`null::text`],
    region: () => [sql`u.region_code`, sql`null::text`],
    trainKind: () => [sql`t.train_kind`, sql`null::text`],
  };
const ofClass = sql`t.level`;
const none = [sql`null::text`, sql`null::text`] as const;

/** Institutions and enterprises are units of one table, so that a group of one leaves out the other. */
const sideOf = (group: Group | null): Condition[] => {
  if (group === "org") return [sql`u.side = '1'`];
  return group === "ent" ? [sql`u.side = '2'`] : [];
};

/**
 * The statement that adds up all facts of a period by one or two groups: `key`, `name`, `cross_key`, `cross_name` and the measures.
 * @param only conditions on the class (`t`) and its unit (`u`)
 */
export function summarise(
  facts: readonly Fact[],
  { groupBy, crossBy, level }: { groupBy: Group | null; crossBy: Group | null; level: SummaryQuery["level"] },
  only: readonly Condition[],
): RawBuilder<unknown> {
  const conditions = [confirmed, ...sideOf(groupBy), ...sideOf(crossBy), ...only];
  const parts = facts.map((fact) => {
    const { within, rows, sums, level: ofFact = ofClass } = fact;
    const [key, name] = groupBy ? groups[groupBy](fact) : none;
    const [crossKey, crossName] = crossBy ? groups[crossBy](fact) : none;
    const ofLevel = level ? [sql`${ofFact} = ${level}`] : [];
    const summed = measures.map(
      (measure) => sql`coalesce(${sums[measure] ?? sql`0`}, 0)::numeric as ${sql.ref(measure)}`,
    );
    return sql`select ${key} as key, max(${name}) as name, ${crossKey} as cross_key, max(${crossName}) as cross_name, ${sql.join(summed)}
      from ${rows} join institution u on u.id = t.org_id where ${within} and ${sql.join([...conditions, ...ofLevel], sql` and `)} group by 1, 3`;
  });
  const totals = measures.map((measure) => sql`sum(${sql.ref(measure)}) as ${sql.ref(measure)}`);
  return sql`select key, max(name) as name, cross_key, max(cross_name) as cross_name, ${sql.join(totals)}
    from (${sql.join(parts, sql` union all `)}) facts group by key, cross_key`;
}

/** The conditions that a query sets, on the class (`t`) and its unit (`u`). */
export const getConditions = ({ side, orgId, entId, courseId, trainKind, regionCode }: SummaryQuery): Condition[] => [
  ...(side ? [sql`u.side = ${side}`] : []),
  ...(orgId ? [sql`t.org_id = ${orgId} and u.side = '1'`] : []),
  ...(entId ? [sql`t.org_id = ${entId} and u.side = '2'`] : []),
  ...(courseId ? [sql`t.course_id = ${courseId}`] : []),
  ...(trainKind ? [sql`t.train_kind = ${trainKind}`] : []),
  ...(regionCode ? [sql`starts_with(u.region_code, ${getRegionPrefix(regionCode)})`] : []),
];
