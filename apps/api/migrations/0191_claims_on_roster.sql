-- The roster shows the state of a claim for as long as a row of it names the person: also that of a draft, and no longer that of a row taken
-- out. Rows taken out are looked for by their claim.
create index subsidy_line_application on subsidy_line (apply_id);

with shown as (
  select distinct on (named.student_id) named.student_id, coalesce(c.status, 'none') as status
  from subsidy_line named
    left join subsidy_line l on l.student_id = named.student_id and l.is_deleted = 0 and l.detail_status is distinct from '2'
    left join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0
  order by named.student_id, c.subsidy_kind nulls last, c.id desc nulls last)
update student s set subsidy_status = shown.status from shown where s.id = shown.student_id and s.subsidy_status is distinct from shown.status;
