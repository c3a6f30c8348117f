import { EnterpriseSubsidyApplication } from "@jipei/contract/subsidies/enterprise-subsidy-application.ts";
import { claimDue } from "@jipei/contract/home/enterprise-home.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import type { Db } from "../core/database/db.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import { isOwnUnit } from "../providers/providers.queries.ts";
import { parameter } from "../settings/settings.queries.ts";
import { apprenticeship, preJob } from "./claim/class-facts.ts";

interface Due {
  key: CodeOf<typeof claimDue>;
  id: string | null;
  classId: string;
  className: string;
  reason: string | null;
  people: number;
  day: string | null;
}

/**
 * What an enterprise has to do until the training of its staff is paid: claims that were returned, drafts, and classes with people who are in no claim, those
 * whose time ends first on top. Pre-job training counts from the end of the class, once its grades are published.
 */
export async function getClaimsDue(db: Db, actor: Actor): Promise<Due[]> {
  const months = await parameter(db, "subsidy.deadline.months");
  const lastDay = (day: ReturnType<typeof sql>) => sql`(${day} + make_interval(months => ${months}))::date`;
  const isUnclaimed = (student: ReturnType<typeof sql>) =>
    sql`not exists (select from claim_line l join training_claim a on a.id = l.apply_id where l.student_id = ${student} and l.detail_status is distinct from '2')`;
  const { rows } = await sql<Due>`
    select d.key, d.id, d.class_id, d.class_name, d.reason, d.people, d.day from (
      select case t.status when 'back' then 'back' else 'draft' end as key, t.id, c.id as class_id, c.class_name, t.back_reason as reason, coalesce(t.person_count, 0) as people,
        (select ${lastDay(sql`min(l.cert_issue_date)`)} from subsidy_line l where l.apply_id = t.id and l.is_deleted = 0) as day
      from enterprise_subsidy_application t join training c on c.id = t.class_id
      where ${isOwnUnit(sql`t.unit_id`, actor)} and ${liveRows(EnterpriseSubsidyApplication, actor)} and t.status in ('back', 'unSubmit')
      union all
      select 'unclaimed', null, c.id, c.class_name, null, count(*)::int, ${lastDay(sql`min(p.issue_date)`)}
      from training c join lateral (
          select d.issue_date from diploma d where d.class_id = c.id and d.is_valid = 'isValid' and c.train_kind <> ${preJob} and ${isUnclaimed(sql`d.student_id`)}
          union all
          select c.end_date from mark g where g.class_id = c.id and c.train_kind = ${preJob} and g.grade_status = '2' and g.result = '1' and ${isUnclaimed(sql`g.student_id`)}) p on true
      where ${isOwnUnit(sql`c.org_id`, actor)} and c.side = '2' and c.is_deleted = 0 and c.is_subsidy = '1' and c.train_kind in ('02', ${preJob}, '04', '06', ${apprenticeship}, '08')
        and ${lastDay(sql`p.issue_date`)} >= ${today()}
        and not exists (select from training_claim a where a.class_id = c.id and a.status <> 'compile')
      group by c.id, c.class_name
      union all
      select 'advance', null, c.id, c.class_name, null, (select count(*)::int from trainee s where s.class_id = c.id and s.is_deleted = 0 and s.confirm_status = 'Confirm'), c.end_date
      from training c where ${isOwnUnit(sql`c.org_id`, actor)} and c.side = '2' and c.is_deleted = 0 and c.is_subsidy = '1' and c.train_kind = ${apprenticeship}
        and c.status = 'Confirm' and c.start_date <= ${today()} and c.end_date >= ${today()} and not exists (select from claim a where a.class_id = c.id)
    ) d order by array_position(${Object.keys(claimDue.codes)}::text[], d.key), d.day nulls last, d.class_id limit 20`.execute(
    db,
  );
  return rows;
}
