import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { ClassFacts } from "./class-facts.ts";

/** Numbers of students: that of their class and three digits. The class keeps the last one given, so that none is given twice. */

const digits = 3;

/** The number of somebody who joins a locked class; null while the class has none itself. */
export async function nextStudentNo(
  tx: Tx,
  { id, classNo }: Pick<ClassFacts, "id" | "classNo">,
): Promise<string | null> {
  if (!classNo) return null;
  const { rows } = await sql<{
    last: number;
  }>`update training_class set last_student_no = last_student_no + 1 where id = ${id} returning last_student_no as last`.execute(
    tx,
  );
  return classNo + String(rows[0]?.last).padStart(digits, "0");
}

/** Numbers everybody of a class who has no number yet, in one statement. */
export async function numberRoster(tx: Tx, { id, classNo }: Pick<ClassFacts, "id" | "classNo">): Promise<void> {
  if (!classNo) return;
  await sql`
    with unnumbered as (
      select id, row_number() over (order by id) as place, count(*) over () as n from student
      where class_id = ${id} and student_no is null and is_deleted = 0 and confirm_status <> 'Invalidate'
    ), given as (
      update training_class set last_student_no = last_student_no + (select count(*) from unnumbered) where id = ${id} returning last_student_no as last
    ), numbered as (
      select u.id, (g.last - u.n + u.place)::text as number from unnumbered u cross join given g
    )
    update student s set student_no = ${classNo} || lpad(number, greatest(${digits}, length(number)), '0') from numbered where numbered.id = s.id`.execute(
    tx,
  );
}
