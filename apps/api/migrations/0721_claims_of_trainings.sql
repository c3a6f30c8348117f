-- Claims that pay for a training itself: neither an advance on it, nor the assessment (05) or the living allowance (10), which are paid beside it.
create view training_claim as
  select id, class_id, status from subsidy_application where is_deleted = 0 and is_advance = '0' and subsidy_kind not in ('05', '10');

-- A class is not closed by what is paid beside its training alone.
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
          or (exists (select from training_claim s where s.class_id = t.id)
            and not exists (select from claim s where s.class_id = t.id and s.is_advance = '0' and coalesce(s.pay_status, '0') not in ('3', '5'))
            and not exists (select from diploma c where c.class_id = t.id and (c.is_valid = 'isValid' or exists (select from renewed_permit p where p.id = c.id)) and c.issue_date + claim_period() >= current_date
              and not exists (select from training_claim s join claim_line l on l.apply_id = s.id where s.class_id = t.id and l.student_id = c.student_id)))
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
select restate_classes(array(select id from training_class where run_state = 'closed'));
