-- What decides about money (standards, the kinds that go together, parameters of formulas) is changed by two people (docs/decisions/0193).
create table policy_change (
  id bigint generated always as identity primary key,
  subject varchar(20) not null check (subject in ('SubsidyStandard', 'TrainingSubsidyKind', 'Parameter')),
  subject_id varchar(20) not null,
  title varchar(200) not null,
  change_kind varchar(20) not null check (change_kind in ('add', 'edit')),
  state_before jsonb not null,
  state_after jsonb not null,
  effect_date date not null,
  reason varchar(500),
  state varchar(20) not null check (state in ('waiting', 'scheduled', 'inForce', 'refused', 'withdrawn')),
  confirm_user bigint,
  confirm_time timestamptz,
  opinion varchar(500),
  applied_time timestamptz,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint policy_change_two_persons check (state not in ('scheduled', 'inForce', 'refused') or (confirm_user is not null and confirm_time is not null and confirm_user <> create_user)),
  constraint policy_change_applied check ((state = 'inForce') = (applied_time is not null))
);
-- One change of a subject at a time, so that each is judged against what is in force.
create unique index policy_change_open on policy_change (subject, subject_id) where is_deleted = 0 and state in ('waiting', 'scheduled');
create index policy_change_order on policy_change (create_time desc, id desc) where is_deleted = 0;
create index policy_change_due on policy_change (effect_date) where state = 'scheduled' and is_deleted = 0;
create index policy_change_subject on policy_change (subject, subject_id, id desc);

-- What was proposed stays as it was proposed, and what was decided stays decided.
create function hold_policy_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state in ('inForce', 'refused', 'withdrawn')
    or (new.subject, new.subject_id, new.title, new.change_kind, new.state_before, new.state_after, new.effect_date, new.create_user, new.is_deleted)
      is distinct from (old.subject, old.subject_id, old.title, old.change_kind, old.state_before, old.state_after, old.effect_date, old.create_user, old.is_deleted)
    or (old.state = 'scheduled' and (new.confirm_user, new.confirm_time) is distinct from (old.confirm_user, old.confirm_time))
  then
    raise exception 'a policy change stays as it was proposed and decided' using errcode = '23514', constraint = 'policy_change_stays', table = 'policy_change';
  end if;
  return new;
end
$$;
create trigger policy_change_stays before update or delete on policy_change for each row execute function hold_policy_change();

create view policy_decision as
  select id, subject, subject_id, state, create_user, confirm_user, applied_time, is_deleted from policy_change;

alter table subsidy_standard add column approved_change_id bigint references policy_change (id);
alter table parameter add column approved_change_id bigint references policy_change (id);

-- A row of policy takes values that two people agreed on, and no others. Arguments: the subject, then the columns that decide about money. The change
-- that a row names must be in force, be about this row, be used once, and hold exactly the values that are written.
create function hold_policy() returns trigger language plpgsql as $$
declare
  change policy_change;
  approved jsonb;
  present jsonb := to_jsonb(new);
  stored jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  -- What was out of force is new with all its columns.
  previous jsonb := case when stored ->> 'is_valid' = 'unValid' then '{}' else stored end;
  changed text;
begin
  if new.is_deleted = 1 and tg_op = 'UPDATE' and old.is_deleted = 0 and (stored ->> 'is_valid') is distinct from 'unValid' then
    raise exception 'a % in force is not removed', tg_argv[0] using errcode = '23514', constraint = 'policy_by_two', table = tg_table_name;
  end if;
  select string_agg(name, ',') into changed from unnest(tg_argv[1:]) as name where present -> name is distinct from previous -> name;
  if changed is null then
    return new;
  end if;
  select * into change from policy_change
    where id = new.approved_change_id and subject = tg_argv[0] and subject_id = new.id::text and state = 'inForce' and is_deleted = 0;
  if found and (present -> 'approved_change_id' is distinct from stored -> 'approved_change_id') then
    select jsonb_object_agg(lower(regexp_replace(key, '([A-Z])', '_\1', 'g')), value) into approved from jsonb_each(change.state_after);
    if to_jsonb(jsonb_populate_record(new, approved)) = present and (select bool_and(approved ? name) from unnest(string_to_array(changed, ',')) as name) then
      return new;
    end if;
  end if;
  raise exception '% of % % needs a change that two people agreed on', changed, tg_argv[0], new.id
    using errcode = '23514', constraint = 'policy_by_two', table = tg_table_name;
end
$$;

-- What the server itself files when it is installed (user 0) is its own.
create trigger subsidy_standard_by_two_new before insert on subsidy_standard for each row
  when (new.is_valid = 'isValid' and new.create_user <> 0)
  execute function hold_policy('SubsidyStandard', 'standard_amount');
create trigger subsidy_standard_by_two before update on subsidy_standard for each row
  when (old.is_valid = 'isValid' or new.is_valid = 'isValid')
  execute function hold_policy('SubsidyStandard', 'course_id', 'subsidy_file_id', 'subsidy_kind', 'standard_amount', 'shortage_rate', 'pay_target', 'effect_date', 'expire_date', 'is_valid');
create trigger parameter_by_two before update on parameter for each row
  when (old.param_key ~ '^((subsidy|trial|standard|hour)\.|attendance\.(min|lateFullMinutes)$)')
  execute function hold_policy('Parameter', 'param_key', 'param_value');


-- Who set a standard within the last year: proposed or approved a change of it, or entered it before there were changes.
create function has_set_standard(standard bigint, person bigint) returns boolean stable language sql as $$
  select exists (
    select from policy_change p where p.subject = 'SubsidyStandard' and p.subject_id = standard::text and p.state = 'inForce'
      and person in (p.create_user, p.confirm_user) and p.confirm_time >= now() - interval '1 year'
  ) or exists (
    select from subsidy_standard s where s.id = standard and s.create_user = person and s.approved_change_id is null and s.update_time >= now() - interval '1 year'
  )
$$;

-- They neither review last nor pay what is computed with it.
create function refuse_own_standard() returns trigger language plpgsql as $$
begin
  if exists (
    select from subsidy_line l where l.apply_id = new.biz_id::bigint and l.is_deleted = 0 and l.subsidy_id is not null
      and has_set_standard(l.subsidy_id, new.operator_id::bigint)
  ) then
    raise exception 'the person has set the standard of the claim' using errcode = '23514', constraint = 'claim_duties_separate', table = 'audit_record';
  end if;
  return new;
end
$$;
create trigger audit_record_own_standard before insert on audit_record for each row
  when (new.biz_type = 'SubsidyApplication' and new.operator_id <> '0' and claim_duty(new.action, new.from_status) in ('secondReviewer', 'payer'))
  execute function refuse_own_standard();
