-- What stands after a claim was recovered for falseness (docs/decisions/0195).
create table subsidy_bar (
  id bigint generated always as identity primary key,
  subject_kind varchar(20) not null check (subject_kind in ('class', 'course', 'institution', 'person')),
  subject varchar(100) not null,
  id_number text,
  id_number_hash varchar(43),
  apply_id bigint not null references subsidy_application (id),
  class_id bigint not null,
  course_id bigint not null,
  org_id bigint not null,
  since date not null,
  reason varchar(500) not null,
  state varchar(20) not null check (state in ('standing', 'cleared')),
  clear_reason varchar(500),
  clear_time timestamptz,
  clear_user bigint,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0 check (is_deleted = 0),
  remark varchar(500),
  constraint subsidy_bar_person check ((subject_kind = 'person') = (id_number_hash is not null)),
  constraint subsidy_bar_class check (subject_kind <> 'class' or state = 'standing'),
  constraint subsidy_bar_two_persons check (clear_user is null or clear_user <> create_user),
  constraint subsidy_bar_cleared check ((state = 'cleared') = (clear_user is not null and clear_time is not null and coalesce(clear_reason, '') <> ''))
);
create unique index subsidy_bar_once on subsidy_bar (apply_id, subject_kind, coalesce(id_number_hash, ''));
create index subsidy_bar_class_id on subsidy_bar (class_id) where state = 'standing';
create index subsidy_bar_org_id on subsidy_bar (org_id) where state = 'standing';
create index subsidy_bar_id_number_hash on subsidy_bar (id_number_hash) where state = 'standing';
create index subsidy_bar_order on subsidy_bar (since desc, id desc);

-- A bar changes once, by being cleared, and not by somebody who filed the claim or recovered its money.
create function hold_subsidy_bar() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_reencrypts(to_jsonb(old), to_jsonb(new), 'id_number') then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state <> 'standing' or new.state <> 'cleared'
      or (new.subject_kind, new.id_number_hash, new.apply_id, new.class_id, new.course_id, new.org_id, new.create_user)
        is distinct from (old.subject_kind, old.id_number_hash, old.apply_id, old.class_id, old.course_id, old.org_id, old.create_user) then
    raise exception 'a bar stands until it is cleared' using errcode = '23514', constraint = 'subsidy_bar_stays', table = 'subsidy_bar';
  end if;
  if exists (
    select from audit_record where biz_type = 'SubsidyApplication' and biz_id = new.apply_id::text and operator_id = new.clear_user::text
      and action in ('save', 'commit', 'recover')
  ) then
    raise exception 'who filed or recovered the claim does not clear its bars' using errcode = '23514', constraint = 'subsidy_bar_two_persons', table = 'subsidy_bar';
  end if;
  return new;
end
$$;
create trigger subsidy_bar_stays before update or delete on subsidy_bar for each row execute function hold_subsidy_bar();

-- No claim of what is barred is made, goes on, or is sent to be paid; it may still go back.
create function refuse_barred_claim() returns trigger language plpgsql as $$
begin
  if exists (
    select from subsidy_bar b where b.state = 'standing' and (
      (b.subject_kind = 'class' and b.class_id = new.class_id)
      or (b.subject_kind = 'course' and b.course_id = new.course_id and b.org_id = new.org_id)
      or (b.subject_kind = 'institution' and b.org_id = new.org_id)
      or (b.subject_kind = 'person' and b.id_number_hash in (
        select l.id_number_hash from subsidy_line l where l.apply_id = new.id and l.is_deleted = 0 and l.detail_status is distinct from '2')))
  ) then
    raise exception 'the claim is about what is barred' using errcode = '23514', constraint = 'subsidy_barred', table = 'subsidy_application';
  end if;
  return new;
end
$$;
create trigger subsidy_application_barred_new before insert on subsidy_application for each row execute function refuse_barred_claim();
create trigger subsidy_application_barred before update on subsidy_application for each row
  when ((old.status in ('unSubmit', 'back') and new.status = 'firstTrial') or (old.status = 'firstTrial' and new.status = 'reTrial')
    or (old.status = 'reTrial' and new.status = 'compile') or (new.pay_status = '2' and old.pay_status is distinct from '2'))
  execute function refuse_barred_claim();
