-- Where a class stands is worked out from its grades and certificates; these hold just what that asks.
create index grade_passed on grade (class_id, student_id) where is_deleted = 0 and grade_status = '2' and result = '1';
create index grade_unpublished on grade (test_apply_id) where is_deleted = 0 and grade_status is distinct from '2';
create index certificate_member on certificate (class_id, student_id) where is_deleted = 0;
