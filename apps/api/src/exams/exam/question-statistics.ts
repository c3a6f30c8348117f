import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";

/**
 * States anew, over all exams, how the questions of one exam fare (rules.md §3.4): how often they were used, how many of their answers in papers
 * that were handed in were right, and how well they discriminate, as the analysis of an exam has it; papers of different exams rank by their share
 * of the total. Papers that are void, or that nobody has started, do not count.
 */
export async function restateQuestions(tx: Tx, examId: string): Promise<void> {
  await sql`
    with answers as (
      select a.question_id, (a.is_right = '1')::integer as is_right, p.id as paper_id, case when p.status in ('2', '3') then p.score / e.total_score end as share
      from student_question a join exam_paper p on p.id = a.paper_id and p.status not in ('0', '9') join exam e on e.id = p.exam_id
      where a.question_id in (select distinct o.question_id from student_question o join exam_paper u on u.id = o.paper_id where u.exam_id = ${examId})),
    ranked as (
      select question_id, is_right, count(share) over of_question as papers, greatest(1, round(count(share) over of_question * 0.27)) as size,
        row_number() over (partition by question_id order by share desc nulls last, paper_id) as place
      from answers window of_question as (partition by question_id)),
    figures as (
      select question_id, count(*)::integer as used, round(avg(is_right) * 100, 2) as right_rate,
        case when max(papers) >= 10 then round(avg(is_right) filter (where place <= size)
          - avg(is_right) filter (where place > papers - size and place <= papers), 2) end as discrimination
      from ranked group by question_id)
    update question q set use_count = f.used, right_rate = f.right_rate, discrimination = f.discrimination
    from figures f where q.id = f.question_id`.execute(tx);
}
