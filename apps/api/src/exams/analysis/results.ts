import {
  type ExamResultGroup,
  type ExamResults,
  type ExamResultsQuery,
  mostResultGroups,
} from "@jipei/contract/exams/exam-results.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { type Condition, all } from "../../core/database/sql.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { invalidField, tooManyGroups } from "../../core/foundation/refusal.ts";
import { examScope } from "../exam/exam.scope.ts";

/** Key and name of a group, of an exam `t`, its class `c` and the institution `u` that runs it. */
const groups = {
  org: [sql`t.org_id`, sql`u.org_name`],
  class: [sql`t.class_id`, sql`c.class_name`],
  course: [sql`t.course_id`, sql`c.course_name`],
} as const;

/** The days of a query, both yyyy-MM-dd: this year up to today where none are named. @throws FIELD_INVALID where they end before they begin */
function getDays({ from, to }: ExamResultsQuery): { from: string; to: string } {
  const last = to ?? today();
  const first = from ?? `${last.slice(0, 4)}-01-01`;
  if (last < first) throw invalidField("to", "考试日期止", "Exams to", "早于开始日期", "is before the first day");
  return { from: first, to: last };
}

/** Exams that are over. What an institution may not read of single papers yet, it does not learn from sums either. */
const isOver = (actor: Actor): Condition =>
  actor.audience === "institution"
    ? sql`(t.status = '4' or (t.status = '3' and t.exam_kind = '3'))`
    : sql`t.status in ('3', '4')`;

interface Found extends ExamResults {
  id: string | null;
  name: string | null;
  isSum: 0 | 1;
}

/**
 * Results of the exams of a period by class, institution or course, the weakest first, and all together. Papers that are void count nowhere.
 * @throws FIELD_INVALID for days in the wrong order, or too many groups
 */
export async function getResults(
  db: Db,
  actor: Actor,
  query: ExamResultsQuery,
): Promise<{ groups: ExamResultGroup[]; sum: ExamResults }> {
  const { from, to } = getDays(query);
  const [key, title] = groups[query.groupBy ?? "class"];
  const conditions = all([
    sql`t.is_deleted = 0 and t.start_time >= ${from}::date and t.start_time < ${to}::date + 1`,
    isOver(actor),
    examScope(actor),
    ...(query.examKind ? [sql`t.exam_kind = ${query.examKind}`] : []),
    ...(query.courseId ? [sql`t.course_id = ${query.courseId}`] : []),
    ...(query.orgId ? [sql`t.org_id = ${query.orgId}`] : []),
  ]);
  const { rows } = await sql<Found>`
    select ${key} as id, max(${title}) as name, grouping(${key}) as is_sum, count(distinct t.id)::integer as exams,
      count(*) filter (where p.times_no = 1)::integer as candidates, count(p.share)::integer as papers,
      count(p.share) filter (where p.is_pass = '1')::integer as passed,
      round(count(p.share) filter (where p.is_pass = '1') * 100.0 / nullif(count(p.share), 0), 2) as pass_rate,
      round(avg(p.share), 2) as average, round(max(p.share), 2) as highest, round(min(p.share), 2) as lowest
    from exam t join training c on c.id = t.class_id left join institution u on u.id = t.org_id
      cross join lateral (select p.times_no, p.is_pass, case when p.status in ('2', '3') then p.score * 100 / t.total_score end as share
        from exam_paper p where p.exam_id = t.id and p.is_deleted = 0) p
    where ${conditions} group by grouping sets ((${key}), ()) order by average nulls last, name limit ${sql.lit(mostResultGroups + 2)}`.execute(
    db,
  );
  const named = rows.map(({ isSum, id, name, ...figures }) => ({
    isSum,
    figures,
    group: { id: id ?? "", name: name ?? "", ...figures },
  }));
  const found = named.flatMap(({ isSum, group }) => (isSum ? [] : [group]));
  if (found.length > mostResultGroups) throw tooManyGroups(mostResultGroups);
  const none: ExamResults = { exams: 0, candidates: 0, papers: 0, passed: 0 };
  return { groups: found, sum: named.find(({ isSum }) => isSum)?.figures ?? none };
}
