-- Lessons of one class never overlap, whoever teaches them and wherever: the class books its hours as teachers and rooms do.
alter table lesson_booking
  drop constraint lesson_booking_kind,
  add constraint lesson_booking_kind check (kind in ('teacher', 'trainer', 'classroom', 'class')),
  add constraint class_taken exclude using gist (resource_id with =, slot with &&) where (kind = 'class');

-- Lessons that overlap already keep their hours without a booking, until somebody changes them.
insert into lesson_booking (lesson_id, class_id, org_id, kind, resource_id, slot, binding)
select l.id, c.id, c.org_id, 'class', c.id, tsrange(l.lesson_date + l.start_time, l.lesson_date + l.end_time), not class_is_draft(c.status)
from lesson l join training_class c on c.id = l.class_id
where l.is_deleted = 0 and c.is_deleted = 0 and not class_is_void(c.status)
  and not exists (select from lesson o where o.class_id = l.class_id and o.id <> l.id and o.is_deleted = 0
    and o.lesson_date = l.lesson_date and o.start_time < l.end_time and l.start_time < o.end_time);

create or replace function book_lesson() returns trigger language plpgsql as $$
begin
  delete from lesson_booking where lesson_id = new.id;
  if new.is_deleted = 0 then
    insert into lesson_booking (lesson_id, class_id, org_id, kind, resource_id, slot, binding)
    select new.id, c.id, c.org_id, r.kind, r.resource_id, tsrange(new.lesson_date + new.start_time, new.lesson_date + new.end_time), not class_is_draft(c.status)
    from training_class c,
      lateral (values ('class', c.id), ('teacher', new.teacher_id), ('teacher', new.assist_teacher_id), ('classroom', new.classroom_id),
        ('trainer', case when new.teacher_id is null then trainer_key(new.trainer_name, c.org_id) end)) as r (kind, resource_id)
    where c.id = new.class_id and c.is_deleted = 0 and not class_is_void(c.status) and r.resource_id is not null;
  end if;
  return null;
end $$;
