import { type RawBuilder, sql } from "kysely";

/** The last published grade of a roster row, for a lateral join. @param studentId SQL of its id @param where further conditions (alias `g`) */
export const lastGrade = (
  studentId: RawBuilder<unknown>,
  where: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  (select g.* from grade g where g.student_id = ${studentId} and g.is_deleted = 0 and g.grade_status = '2' and ${where} order by g.test_times desc nulls last, g.id desc limit 1)`;
