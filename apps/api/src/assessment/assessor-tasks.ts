import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import type { gradeStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import type { Db } from "../core/database/db.ts";
import type { Actor } from "../core/foundation/actor.ts";

interface AssessorTask {
  id: string;
  testApplyNo: string | null;
  className: string;
  orgName: string;
  testDate: string | null;
  testPlace: string | null;
  gradeStatus: CodeOf<typeof gradeStatus>;
  candidates: number;
  /** Candidates with a score, or marked absent. */
  scored: number;
}

/** Assessments assigned to an assessor whose grades are not published yet, the next one first. */
export async function getAssessorTasks(db: Db, actor: Actor, assessorId: string): Promise<AssessorTask[]> {
  const { rows } = await sql<AssessorTask>`
    select t.id, t.test_apply_no, c.class_name, o.org_name, t.test_date, t.test_place, coalesce(t.grade_status, '0') as grade_status, g.candidates, g.scored
    from test_application t join training c on c.id = t.class_id join institution o on o.id = t.org_id
      cross join lateral (select count(*)::int as candidates, (count(*) filter (where result in ('1', '2', '3')))::int as scored from grade where test_apply_id = t.id and is_deleted = 0) g
    where t.id in (select a.test_apply_id from assessor_assignment a where a.assessor_id = ${assessorId} and a.is_deleted = 0)
      and ${liveRows(TestApplication, actor)} and t.confirm_type = 'Confirm' and t.grade_status is distinct from '2'
    order by t.test_date, t.id limit 50`.execute(db);
  return rows;
}
