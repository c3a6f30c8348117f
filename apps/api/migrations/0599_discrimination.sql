-- How well a question tells good candidates from weak ones, over all papers that were handed in. Those there are state it anew.
alter table question add column discrimination numeric(4,2) check (discrimination between -1 and 1);
create index question_discrimination on question (discrimination, id) where is_deleted = 0;

update question q set discrimination = f.discrimination
from (select question_id,
    case when max(papers) >= 10 then round(avg(is_right) filter (where place <= size) - avg(is_right) filter (where place > papers - size), 2) end as discrimination
  from (select a.question_id, (a.is_right = '1')::integer as is_right, row_number() over best as place, count(*) over all_of as papers,
      greatest(1, round(count(*) over all_of * 0.27)) as size
    from student_question a join exam_paper p on p.id = a.paper_id and p.status in ('2', '3') join exam e on e.id = p.exam_id
    window all_of as (partition by a.question_id), best as (partition by a.question_id order by p.score / e.total_score desc, p.id)) ranked
  group by question_id) f
where q.id = f.question_id;
