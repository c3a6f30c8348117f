-- What the home pages count, a year or a queue at a time.
create index training_class_ended on training_class (end_date) where is_deleted = 0 and status = 'Confirm';
create index training_class_committed on training_class (commit_time) where is_deleted = 0 and status = 'unConfirm';
create index organisation_plan_committed on organisation_plan (commit_time) where is_deleted = 0 and confirm_status = 'unConfirm';
create index organisation_waiting on organisation (commit_time) where is_deleted = 0 and (state = 'unConfirm' or change_pending = '1');
create index lesson_not_held on lesson (lesson_date, class_id) where is_deleted = 0 and is_held = '0';
create index grade_checked on grade (test_apply_id) where is_deleted = 0 and grade_status = '1';
create index grade_published on grade (publish_time) where is_deleted = 0 and grade_status = '2';
create index certificate_issued on certificate (issue_date) where is_deleted = 0 and is_valid = 'isValid';
create index subsidy_application_paid on subsidy_application (pay_date) where is_deleted = 0 and pay_status = '3';
