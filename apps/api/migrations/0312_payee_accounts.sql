-- Nobody alone decides where money goes (docs/decisions/0194). Every account of a unit that was approved stands here, with who filed any of it and
-- who approved it; the unit's own columns hold the last one.
create table payee_account (
  id bigint generated always as identity primary key,
  -- Entity and row of the unit that is paid.
  unit_kind varchar(40) not null,
  unit_id bigint not null,
  bank_name varchar(100) not null,
  bank_account text not null,
  bank_account_hash varchar(43) not null,
  bank_account_name varchar(100) not null,
  filers bigint[] not null,
  file_time timestamptz,
  -- 0 for the accounts of before this table.
  approve_user bigint not null,
  approve_time timestamptz not null,
  constraint payee_account_two_persons check (approve_user = 0 or (cardinality(filers) > 0 and approve_user <> all (filers)))
);
create index payee_account_unit on payee_account (unit_kind, unit_id, id);

-- Accounts of before: those that claims were submitted with, then those that are filed now.
insert into payee_account (unit_kind, unit_id, bank_name, bank_account, bank_account_hash, bank_account_name, filers, approve_user, approve_time)
  select distinct on (a.org_id, a.bank_account_hash, a.bank_name, a.bank_account_name) 'Organisation', a.org_id, a.bank_name, a.bank_account, a.bank_account_hash, a.bank_account_name,
    '{}'::bigint[], 0, a.create_time
  from subsidy_application a
  where a.is_deleted = 0 and a.bank_name is not null and a.bank_account is not null and a.bank_account_hash is not null and a.bank_account_name is not null
  order by a.org_id, a.bank_account_hash, a.bank_name, a.bank_account_name, a.create_time;
insert into payee_account (unit_kind, unit_id, bank_name, bank_account, bank_account_hash, bank_account_name, filers, approve_user, approve_time)
  select 'Organisation', o.id, o.bank_name, o.bank_account, o.bank_account_hash, o.bank_account_name, '{}', 0, coalesce(o.confirm_time, o.create_time)
  from organisation o
  where o.org_no is not null and o.bank_name is not null and o.bank_account is not null and o.bank_account_hash is not null and o.bank_account_name is not null
  order by o.id;

create function hold_approved_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_reencrypts(to_jsonb(old), to_jsonb(new), 'bank_account') then
    return new;
  end if;
  raise exception 'an approved account stays in the record' using errcode = '23514', constraint = 'payee_account_stays', table = 'payee_account';
end
$$;
create trigger payee_account_stays before update or delete on payee_account for each row execute function hold_approved_account();

-- Who filed any of what waits: a filing that is not approved yet, or a change.
alter table organisation add column pending_filers bigint[];
update organisation o set pending_filers = (
    select array_agg(distinct a.operator_id::bigint) from audit_record a
    where a.biz_type = 'Organisation' and a.biz_id = o.id::text and a.action in ('save', 'resubmit', 'requestChange') and a.operator_id <> '0')
  where o.state in ('unConfirm', 'back') or o.change_pending = '1';

-- The account of an approved unit is the last one approved for it. Arguments: entity, column of the unit's name, column that is filled once it is approved.
create function hold_payee_account() returns trigger language plpgsql as $$
declare
  name_column text := tg_argv[1];
  approved_column text := tg_argv[2];
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  after jsonb := to_jsonb(new);
  was_approved boolean := coalesce(before ->> approved_column is not null, false);
  approved payee_account;
begin
  if after ->> approved_column is null or after ->> 'bank_name' is null or after ->> 'bank_account' is null or after ->> 'bank_account_name' is null
    or (was_approved and only_reencrypts(before, after, 'bank_account'))
    or (was_approved and (before ->> name_column, before ->> 'bank_name', before ->> 'bank_account', before ->> 'bank_account_hash', before ->> 'bank_account_name')
      is not distinct from (after ->> name_column, after ->> 'bank_name', after ->> 'bank_account', after ->> 'bank_account_hash', after ->> 'bank_account_name'))
  then
    return new;
  end if;
  select * into approved from payee_account where unit_kind = tg_argv[0] and unit_id = new.id order by id desc limit 1;
  if (approved.bank_name, approved.bank_account_hash, approved.bank_account_name)
      is distinct from (after ->> 'bank_name', after ->> 'bank_account_hash', after ->> 'bank_account_name')
    or (was_approved and before ->> name_column <> after ->> name_column and approved.bank_account_name <> after ->> name_column)
    -- Another number under the hash of the one that was approved.
    or (was_approved and before ->> 'bank_account' <> after ->> 'bank_account' and before ->> 'bank_account_hash' = after ->> 'bank_account_hash')
  then
    raise exception 'nobody changes the account of a payee alone' using errcode = '23514', constraint = 'payee_account_approved', table = tg_table_name;
  end if;
  return new;
end
$$;
create trigger organisation_payee_account before insert or update on organisation for each row execute function hold_payee_account('Organisation', 'org_name', 'org_no');

-- Money goes to approved accounts alone.
create function assert_paid_to_approved() returns trigger language plpgsql as $$
begin
  perform from payee_account p where p.unit_kind = 'Organisation' and p.unit_id = new.org_id
    and (p.bank_name, p.bank_account_hash, p.bank_account_name) = (new.bank_name, new.bank_account_hash, new.bank_account_name);
  if not found then
    raise exception 'the account was not approved' using errcode = '23514', constraint = 'payment_entry_payee', table = 'payment_entry';
  end if;
  return new;
end
$$;
create trigger payment_entry_payee before insert on payment_entry for each row when (new.command = 'send') execute function assert_paid_to_approved();

-- Who filed or approved an account of a unit within the last year.
create function has_set_account(kind text, unit bigint, person bigint) returns boolean stable language sql as $$
  select exists (
    select from payee_account p where p.unit_kind = kind and p.unit_id = unit and p.approve_time >= now() - interval '1 year'
      and (p.approve_user = person or person = any (p.filers))
  )
$$;

-- They pay no claim of that unit.
create function refuse_own_account() returns trigger language plpgsql as $$
begin
  if exists (select from subsidy_application c where c.id = new.biz_id::bigint and has_set_account('Organisation', c.org_id, new.operator_id::bigint)) then
    raise exception 'the person has set the account of the payee' using errcode = '23514', constraint = 'claim_duties_separate', table = 'audit_record';
  end if;
  return new;
end
$$;
create trigger audit_record_own_account before insert on audit_record for each row
  when (new.biz_type = 'SubsidyApplication' and new.operator_id <> '0' and claim_duty(new.action, new.from_status) = 'payer')
  execute function refuse_own_account();
