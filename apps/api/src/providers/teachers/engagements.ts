import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Timer } from "../../core/jobs/jobs.ts";

/**
 * Writes what teachers have taught into their engagements: a row per teacher and class with the hours of the lessons held. Counted anew each
 * time, so that a corrected timetable corrects them.
 */
export async function recordEngagements(tx: Tx): Promise<void> {
  await sql`
    with taught as (
      select l.teacher_id, c.id as class_id, o.org_name, concat_ws(' ', c.course_name, c.class_no) as course_name, c.level, sum(l.hours) as hours, min(l.lesson_date) as start_date, max(l.lesson_date) as end_date
      from lecture l join training c on c.id = l.class_id join organisation o on o.id = c.org_id
      where l.is_held = '1' and c.is_deleted = 0 and not class_is_void(c.status) group by l.teacher_id, c.id, c.course_name, c.class_no, c.level, o.org_name
    ), changed as (
      update teacher_engagement e set teach_hours = t.hours, start_date = t.start_date, end_date = t.end_date, update_time = now(), version = version + 1
      from taught t where e.teacher_id = t.teacher_id and e.class_id = t.class_id and e.is_deleted = 0
        and (e.teach_hours, e.start_date, e.end_date) is distinct from (t.hours, t.start_date, t.end_date) returning e.id
    )
    insert into teacher_engagement (teacher_id, org_name, course_name, level, class_id, teach_hours, start_date, end_date, source_kind, create_user, update_user)
    select t.teacher_id, t.org_name, left(t.course_name, 100), t.level, t.class_id, t.hours, t.start_date, t.end_date, '2', 0, 0 from taught t
    where not exists (select 1 from teacher_engagement e where e.teacher_id = t.teacher_id and e.class_id = t.class_id and e.is_deleted = 0)
    on conflict do nothing`.execute(tx);
}

export const engagementTimer: Timer = {
  name: "teaching.engagements",
  cron: "10 3 * * *",
  run: (app) => app.db.transaction().execute(recordEngagements),
};
