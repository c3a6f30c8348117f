import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import { liveRows } from "../../core/access/data-scope.ts";
import type { Db } from "../../core/database/db.ts";
import { type Actor, may } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { classIsSql } from "./class-state.ts";
import { classScope } from "./training-class.scope.ts";

interface RunningClass {
  id: string;
  className: string;
  classNo: string | null;
  startDate: string;
  endDate: string;
  studentCount: number;
  /** Mean of the roster in per cent. */
  attendanceRate: string | null;
  lessonCount: number;
  heldCount: number;
  /** Lessons of today. */
  firstStart: string | null;
  lastEnd: string | null;
  place: string | null;
}

/** Classes that run today, those with lessons today first. */
export async function getRunningClasses(db: Db, actor: Actor): Promise<RunningClass[]> {
  if (!may(actor, "train_class_view")) return [];
  const { rows } = await sql<RunningClass>`
    select t.id, t.class_name, t.class_no, t.start_date, t.end_date, s.student_count, s.attendance_rate, coalesce(l.lesson_count, 0) as lesson_count, coalesce(l.held_count, 0) as held_count,
      l.first_start, l.last_end, coalesce((select r.classroom_name from room r where r.id = t.classroom_id), t.train_place) as place
    from training_class t
      cross join lateral (select count(*)::int as student_count, avg(attendance_rate)::numeric(6,2) as attendance_rate from student where class_id = t.id and is_deleted = 0 and confirm_status = 'Confirm') s
      cross join lateral (select count(*)::int as lesson_count, (count(*) filter (where is_held = '1'))::int as held_count, min(start_time) filter (where lesson_date = ${today()}) as first_start,
        max(end_time) filter (where lesson_date = ${today()}) as last_end from lesson where class_id = t.id and is_deleted = 0) l
    where ${liveRows(TrainingClass, actor)} and ${classIsSql("t", "isHeld")} and ${today()}::date between t.start_date and t.end_date and ${classScope(actor)}
    order by l.first_start nulls last, t.end_date, t.id limit 50`.execute(db);
  return rows;
}
