-- Every command of a payment, in the order it was given (docs/decisions/0192). The state of the claim follows from them.
alter table subsidy_application add column recovered_amount numeric(12,2) not null default 0;

create table payment_entry (
  id bigint generated always as identity primary key,
  apply_id bigint not null references subsidy_application (id),
  org_id bigint not null references organisation (id),
  command varchar(20) not null check (command in ('send', 'confirm', 'fail', 'recover')),
  payment_key varchar(64) not null,
  pay_batch_no varchar(30),
  amount numeric(12,2) not null,
  pay_date date not null,
  bank_name varchar(100),
  bank_account text,
  bank_account_hash varchar(43),
  bank_account_name varchar(100),
  reason varchar(500),
  for_falseness varchar(20) check (for_falseness in ('0', '1')),
  document_list bigint[],
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0 check (is_deleted = 0),
  remark varchar(500),
  constraint payment_entry_positive check (amount > 0 or (amount = 0 and command <> 'recover')),
  constraint payment_entry_reason check (command in ('send', 'confirm') or coalesce(reason, '') <> ''),
  constraint payment_entry_decision check ((command = 'recover') = (coalesce(cardinality(document_list), 0) > 0) and (command = 'recover') = (for_falseness is not null))
);
-- A key stands for one command, for ever.
create unique index payment_entry_key on payment_entry (payment_key, apply_id);
create index payment_entry_apply_id on payment_entry (apply_id, id);

-- Payments of before the ledger, as far as their claims still tell.
insert into payment_entry (apply_id, org_id, command, payment_key, pay_batch_no, amount, pay_date, bank_name, bank_account, bank_account_hash, bank_account_name, reason, for_falseness, document_list, create_user, update_user, remark)
  select a.id, a.org_id, c.command, 'before-' || c.command, a.pay_batch_no, coalesce(a.pay_amount, a.approved_amount, 0), coalesce(a.pay_date, current_date),
    a.bank_name, a.bank_account, a.bank_account_hash, a.bank_account_name,
    case c.command when 'fail' then coalesce(nullif(a.fail_reason, ''), '—') when 'recover' then '—' end,
    case c.command when 'recover' then '0' end,
    case c.command when 'recover' then coalesce(nullif(a.recovery_list, '{}'), '{0}') end, a.update_user, a.update_user, 'before the ledger'
  from subsidy_application a
    join (values (1, 'send', array['2', '3', '4', '5']), (2, 'fail', array['4']), (3, 'confirm', array['3', '5']), (4, 'recover', array['5'])) as c (place, command, states)
      on a.pay_status = any(c.states)
  where c.command <> 'recover' or coalesce(a.pay_amount, 0) > 0
  order by a.id, c.place;
update subsidy_application set recovered_amount = coalesce(pay_amount, 0) where pay_status = '5';

-- Whether an update encrypts values anew under another key (0261) and changes nothing else.
create function only_reencrypts(before jsonb, after jsonb, variadic encrypted text[]) returns boolean stable language sql as $$
  select coalesce(current_setting('jipei.reencrypting', true), '') = 'on' and before - encrypted = after - encrypted
$$;

create function hold_payment_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_reencrypts(to_jsonb(old), to_jsonb(new), 'bank_account') then
    return new;
  end if;
  raise exception 'the ledger of payments is never changed' using errcode = '23514', constraint = 'payment_entry_stays', table = 'payment_entry';
end
$$;
create trigger payment_entry_stays before update or delete on payment_entry for each row execute function hold_payment_entry();

-- A command follows from the one before it: sent once until it failed, confirmed or failed once sent, recovered up to what was paid.
create function follow_payment_entry() returns trigger language plpgsql as $$
declare
  approved numeric;
  latest text;
  rest numeric;
begin
  -- Two commands of one claim wait for each other.
  select approved_amount into approved from subsidy_application where id = new.apply_id for update;
  select command into latest from payment_entry where apply_id = new.apply_id order by id desc limit 1;
  select coalesce(sum(case command when 'confirm' then amount when 'recover' then -amount end), 0) into rest from payment_entry where apply_id = new.apply_id;
  if not (case new.command
    when 'send' then latest is null or latest = 'fail'
    when 'recover' then latest in ('confirm', 'recover')
    else latest is not distinct from 'send' end)
  then
    raise exception 'the command does not follow % in the ledger', coalesce(latest, 'nothing') using errcode = '23514', constraint = 'payment_entry_follows', table = 'payment_entry';
  end if;
  if (new.command in ('send', 'confirm') and new.amount > approved) or (new.command = 'recover' and new.amount > rest) then
    raise exception 'more than is approved, or more recovered than was paid' using errcode = '23514', constraint = 'payment_entry_amount', table = 'payment_entry';
  end if;
  return new;
end
$$;
create trigger payment_entry_follows before insert on payment_entry for each row execute function follow_payment_entry();

-- What a claim says of its payment is what its ledger says, when the transaction ends.
create function assert_payment_agrees() returns trigger language plpgsql as $$
declare
  claim subsidy_application;
  latest text;
  confirmed numeric;
  recovered numeric;
begin
  if tg_table_name = 'payment_entry' then
    select * into claim from subsidy_application where id = new.apply_id;
  else
    select * into claim from subsidy_application where id = new.id;
  end if;
  select command into latest from payment_entry where apply_id = claim.id order by id desc limit 1;
  select coalesce(sum(amount) filter (where command = 'confirm'), 0), coalesce(sum(amount) filter (where command = 'recover'), 0)
    into confirmed, recovered from payment_entry where apply_id = claim.id;
  if coalesce(claim.pay_amount, 0) <> confirmed or claim.recovered_amount <> recovered
    or (case latest
      when 'send' then claim.pay_status is distinct from '2'
      when 'fail' then claim.pay_status is distinct from '4'
      when 'confirm' then claim.pay_status is distinct from '3'
      when 'recover' then claim.pay_status is distinct from case when recovered = confirmed then '5' else '3' end
      else claim.pay_status in ('2', '3', '4', '5') end)
  then
    raise exception 'the claim does not say what its ledger says' using errcode = '23514', constraint = 'payment_agrees', table = 'subsidy_application';
  end if;
  return null;
end
$$;
create constraint trigger subsidy_application_payment_new after insert on subsidy_application deferrable initially deferred for each row
  when (new.pay_status in ('2', '3', '4', '5') or new.pay_amount is not null) execute function assert_payment_agrees();
create constraint trigger subsidy_application_payment after update on subsidy_application deferrable initially deferred for each row
  when ((old.pay_status, old.pay_amount, old.recovered_amount) is distinct from (new.pay_status, new.pay_amount, new.recovered_amount)) execute function assert_payment_agrees();
create constraint trigger payment_entry_agrees after insert on payment_entry deferrable initially deferred for each row execute function assert_payment_agrees();

-- What others read of claims, now with what was recovered.
create or replace view claim as
  select id, class_id, org_id, status, apply_amount, approved_amount, approved_count, pay_status, pay_amount, pay_date, commit_time, re_time, recovered_amount
  from subsidy_application where is_deleted = 0;
