import { assessmentDue } from "@jipei/contract/home/enterprise-home.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import type { Db } from "../core/database/db.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import { isOwnUnit } from "../providers/providers.queries.ts";
import { classIsSql } from "../training/training.queries.ts";
import { scoredByUnit } from "./test-application/application-side.ts";

interface Due {
  key: CodeOf<typeof assessmentDue>;
  id: string | null;
  classId: string;
  className: string;
  reason: string | null;
  day: string | null;
}

/** Days for which a class that is over waits for its assessment here. */
const remembered = 365;

/** What an enterprise has to do until its staff have their certificates: what was returned first, then scores, drafts, and classes without an application. */
export async function getAssessmentsDue(db: Db, actor: Actor): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select d.key, d.id, d.class_id, d.class_name, d.reason, d.day from (
      select case t.confirm_type when 'back' then 'back' when 'unSubmit' then 'draft' else 'score' end as key, t.id, c.id as class_id, c.class_name,
        case t.confirm_type when 'back' then coalesce(t.back_reason, t.reason) end as reason, coalesce(t.test_date, t.wish_test_date) as day
      from enterprise_test_application t join training c on c.id = t.class_id
      where ${isOwnUnit(sql`t.unit_id`, actor)} and ${liveRows(EnterpriseTestApplication, actor)} and (t.confirm_type in ('back', 'unSubmit')
        or t.confirm_type = 'Confirm' and t.grade_status = '0' and t.test_date <= ${today()} and t.test_mode = any(${[...(scoredByUnit.enterprise ?? [])]}::text[]))
      union all
      select 'apply', null, c.id, c.class_name, null, c.end_date from training c
      where ${isOwnUnit(sql`c.org_id`, actor)} and c.side = '2' and c.is_deleted = 0 and ${classIsSql("c", "isConfirmed")}
        and c.end_date < ${today()} and c.end_date >= ${addDays(today(), -remembered)}
        and not exists (select from examination a where a.class_id = c.id and a.confirm_type <> 'Invalidate')
    ) d order by array_position(${Object.keys(assessmentDue.codes)}::text[], d.key), d.day, d.class_id limit 20`.execute(
    db,
  );
  return rows;
}
