-- Which kinds of subsidy a kind of training may have, and who is paid (docs/rules.md, kinds that go together).
create table training_subsidy_kind (
  id bigint generated always as identity primary key,
  train_kind varchar(20) not null check (train_kind in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '99')),
  subsidy_kind varchar(20) not null check (subsidy_kind in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10')),
  pay_target varchar(20) not null check (pay_target in ('1', '2', '3')),
  effect_date date not null,
  expire_date date,
  is_valid varchar(20) not null check (is_valid in ('isValid', 'unValid')),
  approved_change_id bigint references policy_change (id),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint training_subsidy_kind_period check (expire_date is null or expire_date >= effect_date),
  constraint training_subsidy_kind_overlap exclude using gist (
    train_kind with =, subsidy_kind with =, pay_target with =, daterange(effect_date, expire_date, '[]') with &&
  ) where (is_deleted = 0 and is_valid = 'isValid'),
  -- One kind pays for the training; assessment (05), living allowance (10) and what is only recorded (09) stand beside it.
  constraint training_subsidy_kind_one exclude using gist (
    train_kind with =, pay_target with =, daterange(effect_date, expire_date, '[]') with &&
  ) where (is_deleted = 0 and is_valid = 'isValid' and subsidy_kind not in ('05', '09', '10'))
);
create index training_subsidy_kind_order on training_subsidy_kind (train_kind, subsidy_kind, effect_date desc, id) where is_deleted = 0;
create trigger training_subsidy_kind_by_two_new before insert on training_subsidy_kind for each row
  when (new.is_valid = 'isValid' and new.create_user <> 0)
  execute function hold_policy('TrainingSubsidyKind', 'train_kind');
create trigger training_subsidy_kind_by_two before update on training_subsidy_kind for each row
  when (old.is_valid = 'isValid' or new.is_valid = 'isValid')
  execute function hold_policy('TrainingSubsidyKind', 'train_kind', 'subsidy_kind', 'pay_target', 'effect_date', 'expire_date', 'is_valid');

insert into training_subsidy_kind (train_kind, subsidy_kind, pay_target, effect_date, is_valid, create_user, update_user)
select train, kind, target, date '2000-01-01', 'isValid', 0, 0 from (values
  -- Paid to the institution.
  ('01', '01', '1'), ('10', '01', '1'), ('02', '01', '1'), ('04', '01', '1'), ('08', '01', '1'),
  ('03', '03', '1'), ('05', '04', '1'), ('06', '06', '1'), ('09', '08', '1'),
  -- Paid to the enterprise that trains its staff.
  ('02', '02', '2'), ('04', '02', '2'), ('08', '02', '2'), ('03', '03', '2'), ('06', '06', '2'), ('07', '07', '2'), ('09', '08', '2')
) as paid (train, kind, target)
union all
-- The assessment beside it.
select train, '05', target, date '2000-01-01', 'isValid', 0, 0
  from unnest(array['01', '02', '03', '04', '05', '06', '08', '09', '10']) as train, unnest(array['1', '2']) as target
union all
select '07', '05', '2', date '2000-01-01', 'isValid', 0, 0
union all
-- The living allowance goes with the kinds 01, 03 and 06.
select train, '10', '1', date '2000-01-01', 'isValid', 0, 0 from unnest(array['01', '10', '02', '04', '08', '03', '06']) as train
union all
-- What another office pays to the person is recorded only.
select train, '09', '3', date '2000-01-01', 'isValid', 0, 0 from unnest(array['01', '02', '03', '04', '06', '07', '08', '10']) as train;

create function kinds_fit(train varchar, kind varchar, target varchar, first_day date, last_day date) returns boolean stable language sql as $$
  select exists (
    select from training_subsidy_kind t
    where t.train_kind = train and t.subsidy_kind = kind and t.pay_target = target and t.is_valid = 'isValid' and t.is_deleted = 0
      and daterange(t.effect_date, t.expire_date, '[]') && daterange(first_day, last_day, '[]')
  )
$$;

create function hold_standard_kind() returns trigger language plpgsql as $$
begin
  if not exists (select from course c where c.id = new.course_id and kinds_fit(c.train_kind, new.subsidy_kind, new.pay_target, new.effect_date, new.expire_date)) then
    raise exception 'the kind of training has no such subsidy' using errcode = '23514', constraint = 'kinds_go_together', table = 'subsidy_standard';
  end if;
  return new;
end
$$;
create trigger subsidy_standard_kind before insert or update of course_id, subsidy_kind, pay_target, effect_date, expire_date, is_valid on subsidy_standard for each row
  when (new.is_valid = 'isValid' and new.is_deleted = 0)
  execute function hold_standard_kind();

-- A claim is of a kind that its class may have on the day it ends: when it is begun, and again when it is submitted.
create function hold_claim_kind() returns trigger language plpgsql as $$
begin
  if not exists (select from training_class c where c.id = new.class_id and kinds_fit(c.train_kind, new.subsidy_kind, '1', c.end_date, c.end_date)) then
    raise exception 'the class has no such subsidy' using errcode = '23514', constraint = 'kinds_go_together', table = 'subsidy_application';
  end if;
  return new;
end
$$;
create trigger subsidy_application_kind_new before insert on subsidy_application for each row execute function hold_claim_kind();
create trigger subsidy_application_kind before update on subsidy_application for each row
  when (new.class_id <> old.class_id or new.subsidy_kind <> old.subsidy_kind or (new.status = 'firstTrial' and old.status in ('unSubmit', 'back')))
  execute function hold_claim_kind();
