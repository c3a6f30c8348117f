-- Surveys of enterprises about a class, and the bureau's inspections of classes with the people they ask (docs/decisions/0195).
create table investigation (
  id bigint generated always as identity primary key,
  class_id bigint not null references training_class (id),
  class_no varchar(20) not null,
  org_id bigint not null references organisation (id),
  ent_id bigint,
  investigate_kind varchar(20) not null check (investigate_kind in ('1', '2', '3')),
  investigate_date date not null,
  investigator varchar(50),
  need_course_ids bigint[],
  need_count integer,
  satisfaction integer,
  skill_up_rate numeric(5,2),
  keep_rate numeric(5,2),
  visit_time time,
  visit_place varchar(200),
  is_real varchar(20) check (is_real in ('0', '1')),
  check_count integer,
  draw_seed varchar(36),
  content text,
  fill_status varchar(20) not null check (fill_status in ('0', '1', '2')),
  attachment_list bigint[],
  commit_time timestamptz,
  commit_user bigint,
  verify_time timestamptz,
  verify_user bigint,
  back_reason varchar(500),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint investigation_two_persons check (verify_user is null or (verify_user <> create_user and verify_user is distinct from commit_user)),
  constraint investigation_verified check (fill_status <> '2' or (verify_user is not null and verify_time is not null)),
  constraint investigation_filled check (fill_status = '0' or (commit_user is not null and content is not null)),
  constraint investigation_kind check (
    (investigate_kind = '3' and ent_id is null and (fill_status = '0' or (is_real is not null and check_count is not null)))
    or (investigate_kind <> '3' and (ent_id is not null or fill_status = '0') and is_real is null and draw_seed is null)
  )
);
create unique index investigation_once on investigation (class_id, coalesce(ent_id, 0), investigate_kind, investigate_date) where is_deleted = 0;
-- One inspection of a class at a time: nobody opens several, and keeps the one whose sample suits them.
create unique index investigation_open on investigation (class_id) where is_deleted = 0 and investigate_kind = '3' and fill_status <> '2';
create index investigation_order on investigation (investigate_date desc, id desc) where is_deleted = 0;

create table inspected_person (
  id bigint generated always as identity primary key,
  investigation_id bigint not null references investigation (id),
  place integer not null,
  student_id bigint not null references student (id),
  name varchar(50) not null,
  phone text,
  phone_hash varchar(43),
  way varchar(20) check (way in ('1', '2', '3')),
  answer varchar(20) check (answer in ('1', '2', '3')),
  answer_user bigint,
  answer_time timestamptz,
  photo_att_id bigint,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint inspected_person_answer check ((answer is null) = (answer_user is null) and (answer is null) = (way is null))
);
create unique index inspected_person_once on inspected_person (investigation_id, student_id);
create unique index inspected_person_place on inspected_person (investigation_id, place);

-- Where somebody stands in the order that a seed gives. Anybody who has the seed gets the same.
create function draw_key(seed text, student bigint) returns text immutable language sql as $$
  select encode(sha256(convert_to(seed || ':' || student, 'UTF8')), 'hex') collate "C"
$$;

-- What is verified stays as it is, and so does a sample that is drawn. Nobody verifies what they have worked on.
create function hold_investigation() returns trigger language plpgsql as $$
begin
  if old.fill_status = '2' or (old.draw_seed is not null and (new.draw_seed, new.class_id, new.investigate_kind, new.is_deleted)
      is distinct from (old.draw_seed, old.class_id, old.investigate_kind, old.is_deleted)) then
    raise exception 'a verified investigation and a drawn sample stay as they are' using errcode = '23514', constraint = 'investigation_stays', table = 'investigation';
  end if;
  if new.fill_status = '2' and exists (
    select from audit_record where biz_type = 'Investigation' and biz_id = new.id::text and operator_id = new.verify_user::text
      and action in ('save', 'drawSample', 'answer', 'fill')
  ) then
    raise exception 'the person has worked on the investigation' using errcode = '23514', constraint = 'investigation_two_persons', table = 'investigation';
  end if;
  return new;
end
$$;
create trigger investigation_stays before update on investigation for each row execute function hold_investigation();

-- The next of a sample is the one who comes next by the seed, and nobody else; answers change while the inspection is a draft.
create function hold_sample() returns trigger language plpgsql as $$
declare
  inspected investigation;
  next_student bigint;
begin
  if tg_op = 'UPDATE' and only_reencrypts(to_jsonb(old), to_jsonb(new), 'phone') then
    return new;
  end if;
  select * into inspected from investigation where id = coalesce(new.investigation_id, old.investigation_id);
  if tg_op = 'INSERT' then
    select t.id into next_student from trainee t
      where t.class_id = inspected.class_id and t.is_deleted = 0 and t.confirm_status <> 'Invalidate'
        and not exists (select from inspected_person p where p.investigation_id = inspected.id and p.student_id = t.id)
      order by draw_key(inspected.draw_seed, t.id) limit 1;
    if inspected.draw_seed is not null and inspected.fill_status = '0' and next_student = new.student_id then
      return new;
    end if;
  elsif tg_op = 'UPDATE' and inspected.fill_status = '0' and (new.investigation_id, new.student_id, new.place, new.is_deleted)
      is not distinct from (old.investigation_id, old.student_id, old.place, old.is_deleted) then
    return new;
  end if;
  raise exception 'the sample is drawn, not chosen' using errcode = '23514', constraint = 'inspected_person_drawn', table = 'inspected_person';
end
$$;
create trigger inspected_person_drawn before insert or update or delete on inspected_person for each row execute function hold_sample();
