import { SignUp } from "@jipei/contract/enrolment/sign-up.ts";
import { TestApplication } from "@jipei/contract/exams/test-application.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import type { Db } from "../core/db.ts";
import { liveRows } from "./live-rows.ts";

/** What an enterprise signed its staff up for. */
export async function enterpriseHomeOf(db: Db, actor: Actor) {
  const { entId } = actor;
  if (!entId) return { pending: 0, accepted: 0, returned: 0, signUps: [] };
  const counts = await sql<{ pending: number; accepted: number; returned: number }>`
    select (count(*) filter (where confirm_status = 'unConfirm'))::int as pending, (count(*) filter (where confirm_status = 'Confirm'))::int as accepted, (count(*) filter (where confirm_status = 'back'))::int as returned
    from sign_up t where t.ent_id = ${entId} and ${liveRows(SignUp, actor)}`.execute(db);
  const signUps = await sql<any>`
    select t.id, t.name, c.class_name, o.org_name, c.start_date, t.confirm_status, t.back_reason
    from sign_up t join training_class c on c.id = t.class_id join organisation o on o.id = t.org_id
    where t.ent_id = ${entId} and ${liveRows(SignUp, actor)} order by t.create_time desc, t.id desc limit 20`.execute(
    db,
  );
  return { ...(counts.rows[0] ?? { pending: 0, accepted: 0, returned: 0 }), signUps: signUps.rows };
}

/** Assessments assigned to an assessor whose grades are not published yet, the next one first. */
export async function assessorHomeOf(db: Db, actor: Actor) {
  const { assessorId } = actor;
  if (!assessorId) return { tasks: [] };
  const { rows } = await sql<any>`
    select t.id, t.test_apply_no, c.class_name, o.org_name, t.test_date, t.test_place, coalesce(t.grade_status, '0') as grade_status, g.candidates, g.scored
    from test_application t join training_class c on c.id = t.class_id join organisation o on o.id = t.org_id
      cross join lateral (select count(*)::int as candidates, (count(*) filter (where result in ('1', '2', '3')))::int as scored from grade where test_apply_id = t.id and is_deleted = 0) g
    where t.id in (select a.test_apply_id from assessor_assignment a where a.assessor_id = ${assessorId} and a.apply_side = '1' and a.is_deleted = 0)
      and ${liveRows(TestApplication, actor)} and t.confirm_type = 'Confirm' and t.grade_status is distinct from '2'
    order by t.test_date, t.id limit 50`.execute(db);
  return { tasks: rows };
}
