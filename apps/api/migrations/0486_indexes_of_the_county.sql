-- Persons whom the office enters into the register stand among all students of all rosters.
create index student_register on student (class_id desc, student_no, id desc) where is_deleted = 0 and roster_source = '4';
-- Files of an enterprise, newest first, as those of an institution.
create index attachment_ent on attachment (ent_id, create_time desc, id desc) where is_deleted = 0 and ent_id is not null;
