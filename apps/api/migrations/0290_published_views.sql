-- Views that domains publish: what others may read of their tables in SQL (docs/decisions/0133-published-views.md). Columns are named as in the
-- tables. A view holds live rows where that is all its readers want; where history still shows what was removed, it holds all rows.

-- files
create view document as
  select id, file_name, file_type, file_size, att_link, storage_key, download_count, create_time, is_deleted from attachment;

-- catalogue
create view programme as
  select id, course_name, occupation_code, level, train_kind, cert_kind, min_hours, practice_ratio, valid_year, invalid_since, is_shortage, is_valid,
    entrepreneurial_type_id, is_deleted
  from course;
create view startup_kind as select id, type_no, rank from startup_type;
create view subsidy_rate as
  select id, course_id, subsidy_kind, standard_amount, shortage_rate, pay_target, is_valid, effect_date, expire_date, create_user, update_user, update_time,
    is_deleted
  from subsidy_standard;

-- providers
create view institution as
  select id, org_name, org_no, credit_code, region_code, state, credit_grade, account, eval_org_code, is_deleted from organisation;
create view instructor as select id, name, id_number_hash, is_deleted from teacher;
create view course_offer as select id, org_id, course_id, charge_standard, confirm_status, is_deleted from organisation_course;
create view room as select id, classroom_name from classroom;

-- training
create view training as
  select id, org_id, org_course_id, course_id, course_name, occupation_code, occupation_name, level, class_no, class_name, train_kind, class_mode,
    is_subsidy, status, commit_time, confirm_time, start_date, end_date, charge_standard, inspect_result, is_rectified, train_place, is_deleted
  from training_class;
create view trainee as
  select id, class_id, student_no, name, id_type, id_number, id_number_hash, sex, birthday, nation, education, phone, phone_hash, person_category,
    category_att_id, photo_att_id, work_unit_code, work_years, current_level, attendance_rate, confirm_status, cert_id, account_id, is_deleted
  from student;
create view lecture as
  select id, class_id, teacher_id, assist_teacher_id, lesson_date, start_time, end_time, hours, lesson_type, is_held from lesson where is_deleted = 0;
create view presence as select id, schedule_id, student_id, attend_status, counted_hours from attendance where is_deleted = 0;

-- assessment
create view examination as select id, class_id, confirm_type, test_date, wish_test_date from test_application where is_deleted = 0;
create view candidate as select id, test_apply_id, student_id from test_candidate where is_deleted = 0;
create view assignment as select id, test_apply_id, assessor_id from assessor_assignment where is_deleted = 0;
create view mark as
  select id, test_apply_id, class_id, student_id, org_id, grade_status, result, theory_score, practice_score, review_score, test_times, is_cheat, is_absent,
    publish_time, held_cert_id
  from grade where is_deleted = 0;
create view diploma as
  select id, class_id, student_id, org_id, id_number_hash, cert_no, cert_kind, name, occupation_name, level, train_hours, issue_date, is_valid
  from certificate where is_deleted = 0;

-- subsidies
create view claim as
  select id, class_id, org_id, status, apply_amount, approved_amount, approved_count, pay_status, pay_amount, pay_date, commit_time, re_time
  from subsidy_application where is_deleted = 0;
create view claim_line as select id, apply_id, student_id, detail_status from subsidy_line where is_deleted = 0;
