-- Plans, what institutions undertake under them, classes, lessons and attendance.

create table plan (
  id bigint generated always as identity primary key,
  plan_no varchar(20) not null,
  plan_name varchar(100) not null,
  plan_year integer not null,
  train_kind varchar(20) not null check (train_kind in ('10', '99', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  start_date date not null,
  end_date date not null,
  total_headcount integer not null,
  allocated_headcount integer not null default 0,
  budget_amount numeric(14,2),
  is_release varchar(20) not null default '0' check (is_release in ('0', '1')),
  release_time timestamptz,
  content text,
  attachment_list bigint[],
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint plan_window check (start_date <= end_date),
  constraint plan_headcount check (total_headcount > 0),
  -- Allocation can never pass the total, whoever approves at the same moment.
  constraint plan_quota check (allocated_headcount between 0 and total_headcount)
);

create unique index plan_no on plan (plan_no);
create unique index plan_name on plan (plan_year, train_kind, plan_name) where is_deleted = 0;
create index plan_order on plan (plan_year desc, plan_no desc, id desc) where is_deleted = 0;
create index plan_name_grams on plan using gin (grams(plan_name));

create table organisation_plan (
  id bigint generated always as identity primary key,
  org_plan_no varchar(20),
  plan_id bigint not null,
  org_id bigint not null,
  course_id bigint not null,
  course_name varchar(100),
  occupation_code varchar(14),
  occupation_name varchar(100),
  level varchar(20) check (level in ('0', '1', '2', '3', '4', '5')),
  train_kind varchar(20) check (train_kind in ('10', '99', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  headcount integer not null,
  class_count integer not null,
  used_headcount integer not null default 0,
  start_date date not null,
  end_date date not null,
  train_place varchar(200) not null,
  fee_standard numeric(10,2),
  confirm_status varchar(20) not null default 'unSubmit' check (confirm_status in ('Invalidate', 'unSubmit', 'back', 'unConfirm', 'Confirm')),
  commit_time timestamptz,
  confirm_user bigint,
  confirm_time timestamptz,
  confirm_opinion varchar(500),
  back_reason varchar(500),
  commit_user bigint,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint organisation_plan_period check (start_date <= end_date),
  constraint organisation_plan_counts check (headcount > 0 and class_count > 0),
  constraint organisation_plan_quota check (used_headcount between 0 and headcount)
);

create unique index organisation_plan_no on organisation_plan (org_plan_no);
create unique index organisation_plan_twin on organisation_plan (plan_id, org_id, course_id, level) where is_deleted = 0 and confirm_status <> 'Invalidate';
create index organisation_plan_order on organisation_plan ((confirm_status = 'unConfirm') desc, create_time desc, id desc) where is_deleted = 0;
create index organisation_plan_org on organisation_plan (org_id, (confirm_status = 'unConfirm') desc, create_time desc, id desc) where is_deleted = 0;
create index organisation_plan_status on organisation_plan (confirm_status, create_time desc) where is_deleted = 0;
create index organisation_plan_course_grams on organisation_plan using gin (grams(course_name));

create table training_class (
  id bigint generated always as identity primary key,
  class_no varchar(20),
  class_name varchar(100) not null,
  org_id bigint not null,
  org_plan_id bigint not null,
  org_course_id bigint not null,
  course_id bigint,
  course_name varchar(100),
  occupation_code varchar(14),
  occupation_name varchar(100),
  level varchar(20) check (level in ('0', '1', '2', '3', '4', '5')),
  train_kind varchar(20) check (train_kind in ('10', '99', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  class_mode varchar(20) not null check (class_mode in ('1', '2', '3')),
  is_subsidy varchar(20) not null check (is_subsidy in ('0', '1')),
  plan_count integer not null,
  total_hours numeric(6,1) not null,
  start_date date not null,
  end_date date not null,
  sign_start_date date,
  sign_end_date date,
  train_place varchar(200) not null,
  classroom_id bigint,
  head_teacher_id bigint not null,
  head_teacher_phone text not null,
  head_teacher_phone_hash varchar(43) not null,
  contact varchar(50) not null,
  contact_phone text not null,
  contact_phone_hash varchar(43) not null,
  textbook varchar(200),
  charge_standard numeric(10,2) not null,
  teach_plan_att_id bigint,
  partner_ent_id bigint,
  status varchar(20) not null default 'unCommit' check (status in ('deleted', 'unConfirm', 'Confirm', 'unCommit')),
  inspect_count integer not null default 0,
  inspect_result varchar(20) check (inspect_result in ('0', '1', '2')),
  is_rectified varchar(20) check (is_rectified in ('0', '1')),
  commit_time timestamptz,
  confirm_user bigint,
  confirm_time timestamptz,
  confirm_opinion varchar(500),
  back_reason varchar(500),
  commit_user bigint,
  correct_reason varchar(500),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint training_class_period check (start_date <= end_date),
  constraint training_class_sign_window check (sign_start_date <= sign_end_date and sign_end_date <= start_date),
  constraint training_class_size check (plan_count > 0 and total_hours > 0)
);

-- Numbers are never used again, not even those of removed classes.
create unique index training_class_no on training_class (class_no);
create unique index training_class_name on training_class (org_id, class_name) where is_deleted = 0 and status <> 'deleted';
create index training_class_order on training_class ((status = 'unConfirm') desc, start_date desc, id desc) where is_deleted = 0;
create index training_class_org on training_class (org_id, (status = 'unConfirm') desc, start_date desc, id desc) where is_deleted = 0;
create index training_class_status on training_class (status, start_date desc) where is_deleted = 0;
create index training_class_plan on training_class (org_plan_id) where is_deleted = 0;
create index training_class_course on training_class (course_id, start_date) where is_deleted = 0;
create index training_class_sign_up on training_class (sign_end_date) where is_deleted = 0 and status = 'unCommit' and sign_end_date is not null;
create index training_class_head_teacher on training_class (head_teacher_id) where is_deleted = 0;
create index training_class_name_grams on training_class using gin (grams(class_name));
create index training_class_course_grams on training_class using gin (grams(course_name));

create table lesson (
  id bigint generated always as identity primary key,
  class_id bigint not null,
  lesson_date date not null,
  start_time time not null,
  end_time time not null,
  hours numeric(4,1) not null,
  lesson_type varchar(20) not null check (lesson_type in ('1', '2', '3')),
  content varchar(200) not null,
  teacher_id bigint not null,
  assist_teacher_id bigint,
  classroom_id bigint,
  online_url varchar(300),
  is_held varchar(20) not null default '0' check (is_held in ('0', '1')),
  change_reason varchar(200),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint lesson_times check (start_time < end_time and start_time >= '06:00' and end_time <= '22:00'),
  constraint lesson_hours check (hours >= 0.5),
  constraint lesson_two_teachers check (assist_teacher_id <> teacher_id)
);

create unique index lesson_start on lesson (class_id, lesson_date, start_time) where is_deleted = 0;
create index lesson_date on lesson (lesson_date, start_time, id) where is_deleted = 0;
create index lesson_teacher on lesson (teacher_id, lesson_date) where is_deleted = 0;
create index lesson_assistant on lesson (assist_teacher_id, lesson_date) where is_deleted = 0 and assist_teacher_id is not null;
create index lesson_classroom on lesson (classroom_id, lesson_date) where is_deleted = 0;

create table attendance (
  id bigint generated always as identity primary key,
  schedule_id bigint not null,
  student_id bigint not null,
  attend_status varchar(20) not null check (attend_status in ('1', '2', '3', '4', '5', '6')),
  sign_in_time timestamptz,
  sign_out_time timestamptz,
  counted_hours numeric(5,2) not null default 0,
  attend_method varchar(20) not null check (attend_method in ('1', '2', '3', '4')),
  makeup_reason varchar(200),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint attendance_hours check (counted_hours >= 0)
);

create unique index attendance_once on attendance (schedule_id, student_id) where is_deleted = 0;
create index attendance_student on attendance (student_id) where is_deleted = 0;

-- Who and which room is taken when: one row for each teacher, assistant and room of a lesson, kept by triggers, so that no way of writing a
-- lesson gets past it. A draft binds its own institution only; from its submission a class binds everybody.
create table lesson_booking (
  lesson_id bigint not null references lesson (id) on delete cascade,
  class_id bigint not null,
  org_id bigint not null,
  kind varchar(10) not null check (kind in ('teacher', 'classroom')),
  resource_id bigint not null,
  slot tsrange not null,
  binding boolean not null,
  primary key (lesson_id, kind, resource_id),
  constraint teacher_taken exclude using gist (resource_id with =, slot with &&) where (kind = 'teacher' and binding),
  constraint teacher_taken_here exclude using gist (org_id with =, resource_id with =, slot with &&) where (kind = 'teacher'),
  constraint classroom_taken exclude using gist (resource_id with =, slot with &&) where (kind = 'classroom')
);
create index lesson_booking_class on lesson_booking (class_id);

create function book_lesson() returns trigger language plpgsql as $$
begin
  delete from lesson_booking where lesson_id = new.id;
  if new.is_deleted = 0 then
    insert into lesson_booking (lesson_id, class_id, org_id, kind, resource_id, slot, binding)
    select new.id, c.id, c.org_id, r.kind, r.resource_id, tsrange(new.lesson_date + new.start_time, new.lesson_date + new.end_time), c.status <> 'unCommit'
    from training_class c,
      (values ('teacher', new.teacher_id), ('teacher', new.assist_teacher_id), ('classroom', new.classroom_id)) as r (kind, resource_id)
    where c.id = new.class_id and c.is_deleted = 0 and c.status <> 'deleted' and r.resource_id is not null;
  end if;
  return null;
end $$;
create trigger lesson_books after insert or update of class_id, lesson_date, start_time, end_time, teacher_id, assist_teacher_id, classroom_id, is_deleted
  on lesson for each row execute function book_lesson();

create function bind_class_bookings() returns trigger language plpgsql as $$
begin
  if new.is_deleted = 1 or new.status = 'deleted' then
    delete from lesson_booking where class_id = new.id;
  else
    update lesson_booking set binding = new.status <> 'unCommit' where class_id = new.id and binding <> (new.status <> 'unCommit');
  end if;
  return null;
end $$;
create trigger training_class_binds after update of status, is_deleted on training_class
  for each row when (new.status is distinct from old.status or new.is_deleted is distinct from old.is_deleted) execute function bind_class_bookings();
