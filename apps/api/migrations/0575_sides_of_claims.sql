-- Claims of enterprises stand beside those of institutions (docs/decisions/0294): side 1 institution, 2 enterprise.

alter table subsidy_application
  add column side varchar(1) not null default '1' check (side in ('1', '2')),
  add constraint subsidy_application_class_side foreign key (class_id, side) references training_class (id, side);
create unique index subsidy_application_id_side on subsidy_application (id, side);
-- A total of all claims of a side is counted in it alone.
create index subsidy_application_side on subsidy_application (side, id) where is_deleted = 0;

alter table subsidy_line
  add column side varchar(1) not null default '1' check (side in ('1', '2')),
  add constraint subsidy_line_side foreign key (apply_id, side) references subsidy_application (id, side);
create index subsidy_line_by_side on subsidy_line (side, id) where is_deleted = 0;

-- Under the names that clients of the enterprise side know.
create view enterprise_subsidy_application as
  select id, side, apply_no, org_id as unit_id, class_id, course_id, course_name, occupation_code, occupation_name, level, subsidy_kind, person_count, apply_amount,
    approved_count, approved_amount, bank_name, bank_account, bank_account_hash, bank_account_name, status, trial_result, trial_time, is_changed, commit_user, commit_time,
    first_commit_time, first_user, first_time, first_amount, first_opinion, re_user, re_time, re_opinion, back_reason, back_node, publicity_start, publicity_end, objection,
    pay_status, pay_batch_no, pay_date, pay_amount, recovered_amount, fail_reason, recovery_list, attachment_list, tenant_id, create_user, create_dept, create_time,
    update_user, update_time, version, is_deleted, remark
  from subsidy_application where side = '2';
alter view enterprise_subsidy_application alter column side set default '2';
create view enterprise_subsidy_line as
  select id, side, apply_id, org_id as unit_id, level, student_id, name, id_number, id_number_hash, person_category, cert_id, cert_no, cert_issue_date, train_hours,
    attendance_rate, theory_score, practice_score, subsidy_id, standard_amount, uplift_rate, payable_amount, formula, apply_amount, approved_amount, detail_status,
    un_approve_reason, trial_result, first_commit_time, tenant_id, create_user, create_dept, create_time, update_user, update_time, version, is_deleted, remark
  from subsidy_line where side = '2';
alter view enterprise_subsidy_line alter column side set default '2';

-- A claim is of a kind that is paid to its side.
create or replace function hold_claim_kind() returns trigger language plpgsql as $$
begin
  if not exists (select from training_class c where c.id = new.class_id and kinds_fit(c.train_kind, new.subsidy_kind, new.side, c.end_date, c.end_date)) then
    raise exception 'the class has no such subsidy' using errcode = '23514', constraint = 'kinds_go_together', table = 'subsidy_application';
  end if;
  return new;
end
$$;

-- Claims of both sides have their numbers from one sequence: what is reserved needs no word about the side.
drop index entitlement_line, entitlement_application;
alter table entitlement drop column side;
create unique index entitlement_line on entitlement (line_id);
create index entitlement_application on entitlement (apply_id);

-- What others may read: the side of a claim; whether a member of staff is still there.
create or replace view claim as
  select id, class_id, org_id, status, apply_amount, approved_amount, approved_count, pay_status, pay_amount, pay_date, commit_time, re_time, recovered_amount, side
  from subsidy_application where is_deleted = 0;
create or replace view trainee as
  select id, class_id, student_no, name, id_type, id_number, id_number_hash, sex, birthday, nation, education, phone, phone_hash, person_category,
    category_att_id, photo_att_id, work_unit_code, work_years, current_level, attendance_rate, confirm_status, cert_id, account_id, is_deleted, entry_date, is_on_job
  from student;
