-- What was paid and would not be paid today, as a daily watch finds it in our own records (docs/decisions/0198-watch-after-payment.md).
create table recovery_item (
  id bigint generated always as identity primary key,
  line_id bigint not null references subsidy_line (id),
  name varchar(50) not null,
  apply_id bigint not null references subsidy_application (id),
  class_id bigint not null,
  org_id bigint not null references organisation (id),
  reason varchar(20) not null check (reason in ('certificate', 'attendance', 'death', 'falseness', 'inspection', 'duplicate')),
  fact varchar(200) not null,
  evidence jsonb,
  amount numeric(10,2) not null,
  since date not null,
  state varchar(20) not null check (state in ('open', 'proposed', 'dismissed', 'settled')),
  propose_user bigint,
  propose_reason varchar(500),
  decide_user bigint,
  decide_time timestamptz,
  entry_id bigint references payment_entry (id),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint recovery_item_proposed check (state not in ('proposed', 'dismissed') or (propose_user is not null and coalesce(propose_reason, '') <> '')),
  constraint recovery_item_decided check ((state in ('dismissed', 'settled')) = (decide_user is not null and decide_time is not null)),
  constraint recovery_item_two_persons check (state <> 'dismissed' or decide_user <> propose_user),
  constraint recovery_item_recovered check ((state = 'settled') = (entry_id is not null))
);
-- One entry for a fact, whatever became of it: what was dismissed does not come back unless something else is found.
create unique index recovery_item_once on recovery_item (line_id, reason, fact) where is_deleted = 0;
create index recovery_item_order on recovery_item (since desc, id desc) where is_deleted = 0;
create index recovery_item_state on recovery_item (state, update_time) where is_deleted = 0;
create index recovery_item_org on recovery_item (org_id, since desc, id desc) where is_deleted = 0;
create index recovery_item_apply_id on recovery_item (apply_id);

-- What was decided stays; what is found stays what was found.
create function hold_recovery_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state in ('dismissed', 'settled') or old.is_deleted <> 0
      or (new.line_id, new.apply_id, new.reason, new.fact, new.amount, new.since) is distinct from (old.line_id, old.apply_id, old.reason, old.fact, old.amount, old.since) then
    raise exception 'what was found and decided stays' using errcode = '23514', constraint = 'recovery_item_stays', table = 'recovery_item';
  end if;
  return new;
end
$$;
create trigger recovery_item_stays before update or delete on recovery_item for each row execute function hold_recovery_item();

-- Who is registered as deceased, as the registers said when they were last asked, by the keyed hash of the ID number.
create table known_death (
  id_number_hash varchar(43) primary key,
  seen_time timestamptz not null default now(),
  -- Where the register names it.
  death_date date
);
