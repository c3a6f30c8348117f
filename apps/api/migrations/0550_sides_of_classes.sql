-- Classes of enterprises stand beside those of institutions, as their units do (docs/decisions/0272): side 1 institution, 2 enterprise. `org_id` is the unit of
-- either side; the filing state has the codes of its side.

create function class_is_draft(status varchar) returns boolean language sql immutable parallel safe as $$ select status in ('unCommit', 'unSubmit', 'back') $$;
create function class_is_void(status varchar) returns boolean language sql immutable parallel safe as $$ select status in ('deleted', 'Invalidate') $$;

alter table training_class
  add column side varchar(1) not null default '1' check (side in ('1', '2')),
  -- The institution that trains the staff of an enterprise; none where it trains them itself.
  add column trainer_id bigint references organisation (id),
  add column teacher_names varchar(200),
  alter column org_plan_id drop not null,
  alter column org_course_id drop not null,
  alter column head_teacher_id drop not null,
  alter column head_teacher_phone drop not null,
  alter column head_teacher_phone_hash drop not null,
  drop constraint training_class_status_check,
  add constraint training_class_status check (case side when '1' then status in ('deleted', 'unConfirm', 'Confirm', 'unCommit') else status in ('Invalidate', 'unSubmit', 'back', 'unConfirm', 'Confirm') end),
  add constraint training_class_of_side check (case side
    when '1' then org_plan_id is not null and org_course_id is not null and head_teacher_id is not null and head_teacher_phone is not null and head_teacher_phone_hash is not null
    else teacher_names is not null end);
create index training_class_trainer on training_class (trainer_id) where trainer_id is not null;
-- A total of all classes of a side is counted in it alone.
create index training_class_side on training_class (side, id) where is_deleted = 0;
drop index training_class_name;
create unique index training_class_name on training_class (org_id, class_name) where is_deleted = 0 and not class_is_void(status);

alter table student
  add column side varchar(1) not null default '1' check (side in ('1', '2')),
  add column post_name varchar(50),
  add column entry_date date,
  add column contract_start date,
  add column contract_end date,
  add column is_transfer varchar(20) check (is_transfer in ('0', '1')),
  add column master_name varchar(50),
  add column is_on_job varchar(20) check (is_on_job in ('0', '1')),
  alter column region_code drop not null,
  alter column hukou_type drop not null,
  alter column person_category drop not null,
  add constraint student_contract check (contract_start <= contract_end),
  add constraint student_of_side check (case side
    when '1' then region_code is not null and hukou_type is not null and person_category is not null
    else post_name is not null and entry_date is not null and contract_start is not null and is_on_job is not null end);
create index student_side on student (side, id) where is_deleted = 0;

alter table lesson
  add column side varchar(1) not null default '1' check (side in ('1', '2')),
  -- Enterprises have teachers who are in no register.
  add column trainer_name varchar(50),
  alter column teacher_id drop not null,
  add constraint lesson_of_side check (case side when '1' then (teacher_id is not null) else teacher_id is not null or trainer_name is not null end);

-- What hangs on a class is of its side.
create unique index training_class_id_side on training_class (id, side);
alter table student add constraint student_class_side foreign key (class_id, side) references training_class (id, side);
alter table lesson add constraint lesson_class_side foreign key (class_id, side) references training_class (id, side);

create or replace function derived_run_state(class bigint) returns varchar language sql stable as $$
  select case
    -- Ended after its confirmation.
    when class_is_void(t.status) and t.confirm_time is not null then 'terminated'
    when t.status <> 'Confirm' then 'draft'
    -- Every published pass has its certificate; a revoked one was issued all the same, and who holds the same one from elsewhere gets none.
    when exists (select from diploma c where c.class_id = t.id and c.is_valid = 'isValid') and not exists (
        select from mark g where g.class_id = t.id and g.grade_status = '2' and g.result = '1' and g.held_cert_id is null
          and not exists (select from diploma o where o.class_id = t.id and o.student_id = g.student_id))
      -- Nothing can be claimed any more, or everything claimed is paid. A recovered payment was paid before.
      then case when t.is_subsidy = '0'
          or not exists (select from diploma c where c.class_id = t.id and c.is_valid = 'isValid' and c.issue_date + claim_period() >= current_date)
          or (exists (select from claim s where s.class_id = t.id)
            and not exists (select from claim s where s.class_id = t.id and coalesce(s.pay_status, '0') not in ('3', '5'))
            and not exists (select from diploma c where c.class_id = t.id and c.is_valid = 'isValid' and c.issue_date + claim_period() >= current_date
              and not exists (select from claim s join claim_line l on l.apply_id = s.id where s.class_id = t.id and l.student_id = c.student_id)))
        then 'closed' else 'certified' end
    -- All grades of the first confirmed assessment are published.
    when exists (select from examination a where a.class_id = t.id and a.confirm_type = 'Confirm'
        and not exists (select from examination b where b.class_id = t.id and b.confirm_type = 'Confirm' and b.id < a.id)
        and exists (select from mark g where g.test_apply_id = a.id)
        and not exists (select from mark g where g.test_apply_id = a.id and g.grade_status is distinct from '2'))
      then 'graded'
    when exists (select from examination a where a.class_id = t.id and a.confirm_type in ('unConfirm', 'Confirm')) then 'testing'
    when t.end_date < current_date or all_lessons_held(t.id) then 'ended'
    when t.start_date <= current_date then 'running'
    else 'notStarted'
  end from training_class t where t.id = class
$$;

-- A teacher without a record is told from others of the enterprise by name.
create function trainer_key(name text, unit bigint) returns bigint language sql immutable parallel safe as $$ select hashtextextended(lower(trim(name)), unit) $$;
alter table lesson_booking
  drop constraint lesson_booking_kind_check,
  add constraint lesson_booking_kind check (kind in ('teacher', 'trainer', 'classroom')),
  add constraint trainer_taken exclude using gist (resource_id with =, slot with &&) where (kind = 'trainer');

create or replace function book_lesson() returns trigger language plpgsql as $$
begin
  delete from lesson_booking where lesson_id = new.id;
  if new.is_deleted = 0 then
    insert into lesson_booking (lesson_id, class_id, org_id, kind, resource_id, slot, binding)
    select new.id, c.id, c.org_id, r.kind, r.resource_id, tsrange(new.lesson_date + new.start_time, new.lesson_date + new.end_time), not class_is_draft(c.status)
    from training_class c,
      lateral (values ('teacher', new.teacher_id), ('teacher', new.assist_teacher_id), ('classroom', new.classroom_id),
        ('trainer', case when new.teacher_id is null then trainer_key(new.trainer_name, c.org_id) end)) as r (kind, resource_id)
    where c.id = new.class_id and c.is_deleted = 0 and not class_is_void(c.status) and r.resource_id is not null;
  end if;
  return null;
end $$;
drop trigger lesson_books on lesson;
create trigger lesson_books after insert or update of class_id, lesson_date, start_time, end_time, teacher_id, trainer_name, assist_teacher_id, classroom_id, is_deleted
  on lesson for each row execute function book_lesson();

create or replace function bind_class_bookings() returns trigger language plpgsql as $$
begin
  if new.is_deleted = 1 or class_is_void(new.status) then
    delete from lesson_booking where class_id = new.id;
  else
    update lesson_booking set binding = not class_is_draft(new.status) where class_id = new.id and binding = class_is_draft(new.status);
  end if;
  return null;
end $$;

-- What others may read: the side of a class and of a person on its roster, and the department as which an enterprise signs in.
create or replace view training as
  select id, org_id, org_course_id, course_id, course_name, occupation_code, occupation_name, level, class_no, class_name, train_kind, class_mode,
    is_subsidy, status, commit_time, confirm_time, start_date, end_date, charge_standard, inspect_result, is_rectified, train_place, is_deleted, side
  from training_class;
create or replace view institution as
  select id, side, org_name, org_no, credit_code, region_code, state, credit_grade, account, eval_org_code, is_deleted, dept_id from organisation;
