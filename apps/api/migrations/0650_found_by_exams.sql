-- What an exam found of a candidate stays beside their scores: nobody else takes its violation back, and its score returns when another violation is
-- lifted (docs/decisions/0341).
alter table grade
  add column exam_score numeric(5,2),
  add column exam_cheat boolean not null default false;
update grade g
set exam_cheat = f.is_cheat = '1',
  exam_score = case when f.is_cheat = '0' then round(coalesce(f.score, 0) * 100 / f.total_score, 2) end
from (
  select distinct on (p.exam_id, p.student_id) p.exam_id, p.student_id, p.is_cheat, p.score, e.total_score
  from exam_paper p join exam e on e.id = p.exam_id
  where p.is_deleted = 0 and (p.status = '3' or p.is_cheat = '1')
  order by p.exam_id, p.student_id, p.times_no desc
) f
where f.exam_id = g.exam_id and f.student_id = g.student_id;
