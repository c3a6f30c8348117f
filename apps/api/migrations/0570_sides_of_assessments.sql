-- Assessments and certificates of the staff of enterprises stand beside those of institutions (docs/decisions/0292): side 1 institution, 2 enterprise.

alter table test_application
  add column side varchar(1) not null default '1' check (side in ('1', '2')),
  -- Of the enterprise that evaluates its staff itself (mode 6).
  add column eval_org_code varchar(13),
  drop constraint test_application_test_mode_check,
  add constraint test_application_mode check (test_mode in ('1', '2', '3', '4', '5') or test_mode = '6' and side = '2'),
  add constraint test_application_class_side foreign key (class_id, side) references training_class (id, side);
create unique index test_application_id_side on test_application (id, side);
-- A total of all applications of a side is counted in it alone.
create index test_application_side on test_application (side, id) where is_deleted = 0;

alter table test_candidate
  add column side varchar(1) not null default '1' check (side in ('1', '2')),
  add constraint test_candidate_side foreign key (test_apply_id, side) references test_application (id, side);
create index test_candidate_by_side on test_candidate (side, id) where is_deleted = 0;
create index test_candidate_name on test_candidate (name, id) where is_deleted = 0;

alter table certificate
  add column side varchar(1) not null default '1' check (side in ('1', '2')),
  add constraint certificate_class_side foreign key (class_id, side) references training_class (id, side);
create index certificate_side on certificate (side, id) where is_deleted = 0;
create index certificate_staff on certificate (issue_date desc, cert_no, id) where is_deleted = 0 and side = '2';

-- Under the names that clients of the enterprise side know; applications and candidates are written through their views, too.
create view enterprise_test_application as
  select id, side, test_apply_no, class_id, org_id as unit_id, course_id, course_name, occupation_code, occupation_name, level, test_kind, test_mode, eval_org_code,
    eval_org_name, wish_test_date, test_date, test_place, subjects, student_count, print, confirm_type, reason, grade_status, commit_time, confirm_user, confirm_time,
    confirm_opinion, back_reason, commit_user, attachment_list, tenant_id, create_user, create_dept, create_time, update_user, update_time, version, is_deleted, remark
  from test_application where side = '2';
alter view enterprise_test_application alter column side set default '2';
create view enterprise_test as
  select id, side, test_apply_id, student_id, name, id_type, id_number, id_number_hash, sex, birthday, nation, education, phone, phone_hash, candidates_source_id,
    condition_id, attendance_rate, is_eligible, un_eligible_reason, tenant_id, create_user, create_dept, create_time, update_user, update_time, version, is_deleted, remark
  from test_candidate where side = '2';
alter view enterprise_test alter column side set default '2';
create view enterprise_certificate as
  select id, side, cert_no, cert_kind, student_id, class_id, test_apply_id, org_id as unit_id, name, id_number, id_number_hash, course_id, course_name, occupation_code,
    occupation_name, level, train_hours, train_start_date, train_end_date, theory_score, practice_score, total_score, org_name as ent_name, issue_org, issue_date,
    expire_date, verify_code, print, is_valid, invalid_reason, tenant_id, create_user, create_dept, create_time, update_user, update_time, version, is_deleted, remark
  from certificate where side = '2';
alter view enterprise_certificate alter column side set default '2';

-- What others may read: the side of an assessment and of a certificate; whose staff somebody is and since when.
create or replace view examination as select id, class_id, confirm_type, test_date, wish_test_date, side from test_application where is_deleted = 0;
create or replace view diploma as
  select id, class_id, student_id, org_id, id_number_hash, cert_no, cert_kind, name, occupation_name, level, train_hours, issue_date, is_valid, side
  from certificate where is_deleted = 0;
create or replace view trainee as
  select id, class_id, student_no, name, id_type, id_number, id_number_hash, sex, birthday, nation, education, phone, phone_hash, person_category,
    category_att_id, photo_att_id, work_unit_code, work_years, current_level, attendance_rate, confirm_status, cert_id, account_id, is_deleted, entry_date
  from student;
