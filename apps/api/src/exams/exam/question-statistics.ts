import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";

/**
 * States anew how often the questions of an exam were used, and how many of their answers in papers that were handed in were right
 * (rules.md §3.4). Papers that are void, or that nobody has started, do not count.
 */
export async function restateQuestions(tx: Tx, examId: string): Promise<void> {
  await sql`
    update question q set use_count = f.used, right_rate = f.right_rate
    from (select a.question_id, count(*)::integer as used, round(count(*) filter (where a.is_right = '1') * 100.0 / nullif(count(a.is_right), 0), 2) as right_rate
      from student_question a join exam_paper p on p.id = a.paper_id and p.status not in ('0', '9')
      where a.question_id in (select distinct o.question_id from student_question o join exam_paper e on e.id = o.paper_id where e.exam_id = ${examId})
      group by a.question_id) f
    where q.id = f.question_id`.execute(tx);
}
