-- A special-operation permit that is renewed closes the one before (docs/decisions/0186). The old one was earned all the same: what was claimed for it
-- stands, so others are told which are closed for that reason alone.
alter table certificate add column replaced_by bigint references certificate (id);
create index certificate_replaced_by on certificate (replaced_by) where replaced_by is not null;
update certificate old
set is_valid = 'unValid', invalid_reason = '换发新证', replaced_by = n.newest
from (
  select id, first_value(id) over (partition by id_number_hash, occupation_code, level, case when occupation_code = '0-00-00-00' then course_name else '' end
    order by issue_date desc, id desc) as newest
  from certificate where cert_kind = '6' and is_valid = 'isValid' and is_deleted = 0
) n
where n.id = old.id and n.newest <> old.id;
drop index certificate_person;
create unique index certificate_person on certificate (id_number_hash, occupation_code, level, cert_kind, (case when occupation_code = '0-00-00-00' then course_name else '' end))
  where is_valid = 'isValid' and is_deleted = 0;
create view renewed_permit as select id, replaced_by from certificate where replaced_by is not null and is_deleted = 0;

-- A class stays certified when a permit of it is renewed.
create or replace function derived_run_state(class bigint) returns varchar language sql stable as $$
  select case
    -- Ended after its confirmation.
    when class_is_void(t.status) and t.confirm_time is not null then 'terminated'
    when t.status <> 'Confirm' then 'draft'
    -- Every published pass has its certificate; a revoked one was issued all the same, a renewed one stands for its class, and who holds the same one from elsewhere gets none.
    when exists (select from diploma c where c.class_id = t.id and (c.is_valid = 'isValid' or exists (select from renewed_permit p where p.id = c.id))) and not exists (
        select from mark g where g.class_id = t.id and g.grade_status = '2' and g.result = '1' and g.held_cert_id is null
          and not exists (select from diploma o where o.class_id = t.id and o.student_id = g.student_id))
      -- Nothing can be claimed any more, or everything claimed is paid. A recovered payment was paid before.
      then case when t.is_subsidy = '0'
          or not exists (select from diploma c where c.class_id = t.id and (c.is_valid = 'isValid' or exists (select from renewed_permit p where p.id = c.id)) and c.issue_date + claim_period() >= current_date)
          or (exists (select from claim s where s.class_id = t.id and s.is_advance = '0')
            and not exists (select from claim s where s.class_id = t.id and s.is_advance = '0' and coalesce(s.pay_status, '0') not in ('3', '5'))
            and not exists (select from diploma c where c.class_id = t.id and (c.is_valid = 'isValid' or exists (select from renewed_permit p where p.id = c.id)) and c.issue_date + claim_period() >= current_date
              and not exists (select from claim s join claim_line l on l.apply_id = s.id where s.class_id = t.id and s.is_advance = '0' and l.student_id = c.student_id)))
        then 'closed' else 'certified' end
    -- All grades of the first confirmed assessment are published.
    when exists (select from examination a where a.class_id = t.id and a.confirm_type = 'Confirm'
        and not exists (select from examination b where b.class_id = t.id and b.confirm_type = 'Confirm' and b.id < a.id)
        and exists (select from mark g where g.test_apply_id = a.id)
        and not exists (select from mark g where g.test_apply_id = a.id and g.grade_status is distinct from '2'))
      then 'graded'
    when exists (select from examination a where a.class_id = t.id and a.confirm_type in ('unConfirm', 'Confirm')) then 'testing'
    when t.end_date < current_date or all_lessons_held(t.id) then 'ended'
    when t.start_date <= current_date then 'running'
    else 'notStarted'
  end from training_class t where t.id = class
$$;

drop trigger certificate_restates on certificate;
create trigger certificate_restates after update on certificate referencing old table as old_rows new table as new_rows
  for each statement execute function restate_changed('r.class_id', 'is_valid issue_date is_deleted replaced_by');
