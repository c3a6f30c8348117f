-- Where a class stands is worked out from its grades and certificates; these hold just what that asks.
create index grade_passed on grade (class_id, student_id) where is_deleted = 0 and grade_status = '2' and result = '1';
create index grade_unpublished on grade (test_apply_id) where is_deleted = 0 and grade_status is distinct from '2';
create index certificate_member on certificate (class_id, student_id) where is_deleted = 0;

-- What the bureau sorts whole lists by; one index serves both directions. Left out: attendance rates and times of change, which every lesson
-- and every save moves. Institutions sort their own rows, which are few.
create index student_by_number on student (student_no, id) where is_deleted = 0;
create index student_by_name on student (name, id) where is_deleted = 0;
create index student_by_state on student (confirm_status, id) where is_deleted = 0;
create index student_by_time on student (create_time, id) where is_deleted = 0;
create index training_class_by_name on training_class (class_name, id) where is_deleted = 0;
create index training_class_by_start on training_class (start_date, id) where is_deleted = 0;
create index training_class_by_end on training_class (end_date, id) where is_deleted = 0;
create index training_class_by_size on training_class (plan_count, id) where is_deleted = 0;
create index training_class_by_status on training_class (status, id) where is_deleted = 0;
create index training_class_by_commit on training_class (commit_time, id) where is_deleted = 0;
create index training_class_by_course on training_class (course_name, id) where is_deleted = 0;
create index training_class_by_level on training_class (level, id) where is_deleted = 0;
create index training_class_by_time on training_class (create_time, id) where is_deleted = 0;
create index sign_up_by_commit on sign_up (commit_time, id) where is_deleted = 0;
create index student_fee_by_day on student_fee (pay_date, id) where is_deleted = 0;
create index grade_by_publish on grade (publish_time, id) where is_deleted = 0;
create index certificate_by_number on certificate (cert_no, id) where is_deleted = 0;
