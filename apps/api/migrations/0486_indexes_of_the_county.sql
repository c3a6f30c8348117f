-- Lists over a million students, by values that few or none of them have: without these PostgreSQL looks through all of them.
create index student_by_category on student (person_category, class_id desc, student_no, id desc) where is_deleted = 0;
create index student_by_source on student (roster_source, class_id desc, student_no, id desc) where is_deleted = 0;
create index student_by_result on student (grade_result, class_id desc, student_no, id desc) where is_deleted = 0;
create index student_by_subsidy on student (subsidy_status, class_id desc, student_no, id desc) where is_deleted = 0;
-- Nearly everybody was there.
create index attendance_unusual on attendance (attend_status, schedule_id, student_id, id) where is_deleted = 0 and attend_status <> '1';
create index lesson_to_come on lesson (lesson_date, start_time, id) where is_deleted = 0 and is_held = '0';
-- Files of an enterprise, newest first, as those of an institution; few have a project or a step.
create index attachment_ent on attachment (ent_id, create_time desc, id desc) where is_deleted = 0 and ent_id is not null;
create index attachment_project on attachment (prj_id) where is_deleted = 0 and prj_id is not null;
create index attachment_step on attachment (flow_node) where is_deleted = 0 and flow_node is not null;
