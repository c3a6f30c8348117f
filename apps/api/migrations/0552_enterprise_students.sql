-- The people on the rosters of enterprises under the names that their clients know; they are written through it, too.
alter table student
  add column insured_since date,
  add column register_time timestamptz,
  add column insured_evidence_id bigint references ext_query (id),
  add column contract_evidence_id bigint references ext_query (id);
create view enterprise_student as
  select id, side, class_id, org_id as unit_id, roster_source, name, id_type, id_number, id_number_hash, sex, birthday, nation, education, phone, phone_hash, post_name,
    entry_date, contract_start, contract_end, is_transfer, master_name, is_insured, insured_since, is_contract, register_time, insured_evidence_id,
    contract_evidence_id, attend_hours, attendance_rate, grade_result, cert_id, subsidy_status, is_on_job, confirm_status, quit_date, tenant_id, create_user,
    create_dept, create_time, update_user, update_time, version, is_deleted, remark
  from student where side = '2';
alter view enterprise_student alter column side set default '2';
alter view enterprise_student alter column roster_source set default '1';
alter view enterprise_student alter column confirm_status set default 'unSubmit';
alter view enterprise_student alter column is_on_job set default '1';
create index student_staff on student (class_id desc, name, id) where is_deleted = 0 and side = '2';

-- What somebody trained in an enterprise counts for it, whoever taught: staff whom it signed up at institutions, and those in its own classes.
create or replace view staff_training as
  select u.ent_id, s.id as student_id, s.id_number_hash, s.attendance_rate, s.cert_id, c.end_date, extract(year from c.end_date)::int as year
  from sign_up u join student s on s.sign_id = u.id and s.is_deleted = 0 and s.confirm_status = 'Confirm'
    join training_class c on c.id = s.class_id and c.is_deleted = 0 and c.status = 'Confirm'
  where u.ent_id is not null and u.is_deleted = 0
  union all
  select i.dept_id, s.id, s.id_number_hash, s.attendance_rate, s.cert_id, c.end_date, extract(year from c.end_date)::int
  from student s join training_class c on c.id = s.class_id and c.is_deleted = 0 and c.status = 'Confirm' join organisation i on i.id = s.org_id
  where s.side = '2' and s.is_deleted = 0 and s.confirm_status = 'Confirm';
