-- An apprenticeship is claimed for twice: an advance while it runs, the rest with the certificates (docs/decisions/0293-advances-of-apprenticeships.md).

alter table subsidy_application
  add column is_advance varchar(20) not null default '0' check (is_advance in ('0', '1')),
  add column advance_amount numeric(12,2) not null default 0 check (advance_amount >= 0),
  add constraint subsidy_application_advance check (is_advance = '0' or (side = '2' and subsidy_kind = '07' and advance_amount = 0));
alter table subsidy_line add column train_months integer check (train_months between 0 and 36);

-- Advance and rest of a class stand beside each other.
drop index subsidy_application_live;
create unique index subsidy_application_live on subsidy_application (class_id, subsidy_kind, is_advance)
  where is_deleted = 0 and status <> 'compile' and objection is null;

-- What was advanced is set off when the rest is paid.
alter table subsidy_application
  drop constraint subsidy_application_paid,
  add constraint subsidy_application_paid check (pay_status is distinct from '3'
    or (pay_amount is not null and pay_amount = greatest(approved_amount - advance_amount, 0) and pay_date is not null));
create or replace function follow_payment_entry() returns trigger language plpgsql as $$
declare
  due numeric;
  latest text;
  rest numeric;
begin
  -- Two commands of one claim wait for each other.
  select greatest(approved_amount - advance_amount, 0) into due from subsidy_application where id = new.apply_id for update;
  select command into latest from payment_entry where apply_id = new.apply_id order by id desc limit 1;
  select coalesce(sum(case command when 'confirm' then amount when 'recover' then -amount end), 0) into rest from payment_entry where apply_id = new.apply_id;
  if not (case new.command
    when 'send' then latest is null or latest = 'fail'
    when 'recover' then latest in ('confirm', 'recover')
    else latest is not distinct from 'send' end)
  then
    raise exception 'the command does not follow % in the ledger', coalesce(latest, 'nothing') using errcode = '23514', constraint = 'payment_entry_follows', table = 'payment_entry';
  end if;
  if (new.command in ('send', 'confirm') and new.amount > due) or (new.command = 'recover' and new.amount > rest) then
    raise exception 'more than is due, or more recovered than was paid' using errcode = '23514', constraint = 'payment_entry_amount', table = 'payment_entry';
  end if;
  return new;
end
$$;

create or replace view enterprise_subsidy_application as
  select id, side, apply_no, org_id as unit_id, class_id, course_id, course_name, occupation_code, occupation_name, level, subsidy_kind, person_count, apply_amount,
    approved_count, approved_amount, bank_name, bank_account, bank_account_hash, bank_account_name, status, trial_result, trial_time, is_changed, commit_user, commit_time,
    first_commit_time, first_user, first_time, first_amount, first_opinion, re_user, re_time, re_opinion, back_reason, back_node, publicity_start, publicity_end, objection,
    pay_status, pay_batch_no, pay_date, pay_amount, recovered_amount, fail_reason, recovery_list, attachment_list, tenant_id, create_user, create_dept, create_time,
    update_user, update_time, version, is_deleted, remark, is_advance, advance_amount
  from subsidy_application where side = '2';
create or replace view enterprise_subsidy_line as
  select id, side, apply_id, org_id as unit_id, level, student_id, name, id_number, id_number_hash, person_category, cert_id, cert_no, cert_issue_date, train_hours,
    attendance_rate, theory_score, practice_score, subsidy_id, standard_amount, uplift_rate, payable_amount, formula, apply_amount, approved_amount, detail_status,
    un_approve_reason, trial_result, first_commit_time, tenant_id, create_user, create_dept, create_time, update_user, update_time, version, is_deleted, remark, train_months
  from subsidy_line where side = '2';

create or replace view claim as
  select id, class_id, org_id, status, apply_amount, approved_amount, approved_count, pay_status, pay_amount, pay_date, commit_time, re_time, recovered_amount, side,
    is_advance, advance_amount
  from subsidy_application where is_deleted = 0;

-- A class is not closed by its advance.
create or replace function derived_run_state(class bigint) returns varchar language sql stable as $$
  select case
    -- Ended after its confirmation.
    when class_is_void(t.status) and t.confirm_time is not null then 'terminated'
    when t.status <> 'Confirm' then 'draft'
    -- Every published pass has its certificate; a revoked one was issued all the same, and who holds the same one from elsewhere gets none.
    when exists (select from diploma c where c.class_id = t.id and c.is_valid = 'isValid') and not exists (
        select from mark g where g.class_id = t.id and g.grade_status = '2' and g.result = '1' and g.held_cert_id is null
          and not exists (select from diploma o where o.class_id = t.id and o.student_id = g.student_id))
      -- Nothing can be claimed any more, or everything claimed is paid. A recovered payment was paid before.
      then case when t.is_subsidy = '0'
          or not exists (select from diploma c where c.class_id = t.id and c.is_valid = 'isValid' and c.issue_date + claim_period() >= current_date)
          or (exists (select from claim s where s.class_id = t.id and s.is_advance = '0')
            and not exists (select from claim s where s.class_id = t.id and s.is_advance = '0' and coalesce(s.pay_status, '0') not in ('3', '5'))
            and not exists (select from diploma c where c.class_id = t.id and c.is_valid = 'isValid' and c.issue_date + claim_period() >= current_date
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

alter table recovery_item drop constraint recovery_item_reason_check,
  add constraint recovery_item_reason_check check (reason in ('certificate', 'attendance', 'death', 'falseness', 'inspection', 'duplicate', 'advance'));
