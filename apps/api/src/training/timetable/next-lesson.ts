import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { classIsSql } from "../classes/class-state.ts";

interface NextLesson {
  lessonDate: string;
  startTime: string;
  endTime: string;
  content: string;
  place: string | null;
  className: string;
  classId: string;
}

/** The lesson of a person that ends next. @param idNumberHash keyed hash of the ID number */
export async function findNextLesson(db: Db, idNumberHash: string): Promise<NextLesson | undefined> {
  const { rows } = await sql<NextLesson>`
    select l.lesson_date, l.start_time, l.end_time, l.content, coalesce(r.classroom_name, c.train_place) as place, c.class_name, c.id as class_id
    from student s join training_class c on c.id = s.class_id and ${classIsSql("c", "isHeld")} and c.is_deleted = 0
      join lesson l on l.class_id = c.id and l.is_deleted = 0 left join room r on r.id = l.classroom_id
    where s.id_number_hash = ${idNumberHash} and s.is_deleted = 0 and s.confirm_status = 'Confirm' and l.lesson_date + l.end_time > (now() at time zone 'Asia/Shanghai')
    order by l.lesson_date, l.start_time limit 1`.execute(db);
  return rows[0];
}
