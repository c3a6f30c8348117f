-- The last number given to a student of a class stays with it, since whoever changes the class takes another number along.
alter table training_class add column last_student_no integer not null default 0;
update training_class c set last_student_no = g.last
from (select left(student_no, -3) as class_no, max(right(student_no, 3)::integer) as last from student where student_no ~ '[0-9]{3}$' group by 1) g
where g.class_no = c.class_no;

-- A sign-up stands in the class that its student is in.
update sign_up u set class_id = s.class_id, version = u.version + 1
from student s
where s.sign_id = u.id and s.class_id <> u.class_id and s.is_deleted = 0 and s.confirm_status <> 'Invalidate' and u.is_deleted = 0
  and not exists (select from sign_up o where o.class_id = s.class_id and o.id_number_hash = u.id_number_hash and o.id <> u.id and o.is_deleted = 0);
