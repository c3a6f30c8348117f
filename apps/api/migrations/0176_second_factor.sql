-- The second factor of an account (RFC 6238), its recovery codes, and sign-ins that wait for it.

create table second_factor (
  user_id bigint primary key references app_user,
  -- Base32, encrypted. `pending` is one that was shown and not yet confirmed by a code.
  secret text,
  pending_secret text,
  pending_time timestamptz,
  set_up_time timestamptz,
  -- Of the last code that was taken, in steps of 30 seconds since 1970: neither it nor an older one is taken again.
  last_step bigint not null default 0,
  constraint second_factor_set_up check ((secret is null) = (set_up_time is null)),
  constraint second_factor_pending check ((pending_secret is null) = (pending_time is null)),
  constraint second_factor_either check (secret is not null or pending_secret is not null)
);

-- Keyed hashes; a code that was used is gone.
create table recovery_code (
  user_id bigint not null references second_factor on delete cascade,
  code_hash varchar(43) not null,
  primary key (user_id, code_hash)
);

-- A proven first factor that waits for the second: bound to account and client, for some minutes, for one use.
create table factor_challenge (
  token_hash varchar(43) primary key,
  user_id bigint not null references app_user,
  client_id varchar(48) not null,
  grant_type varchar(20) not null check (grant_type in ('password', 'sms_code', 'social')),
  failures integer not null default 0,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null
);
create index factor_challenge_user on factor_challenge (user_id);
create index factor_challenge_expire on factor_challenge (expire_time);

-- What ends an account's sessions ends what is on its way to one.
create function forget_challenges_of_user() returns trigger language plpgsql as $$
begin
  delete from factor_challenge where user_id = new.id;
  return null;
end $$;
create trigger app_user_challenges after update on app_user for each row
  when (new.status <> old.status or new.is_deleted <> old.is_deleted or new.password_hash is distinct from old.password_hash)
  execute function forget_challenges_of_user();

alter table sign_in drop constraint sign_in_result_check;
alter table sign_in add constraint sign_in_result_check
  check (result in ('success', 'wrong', 'captcha', 'locked', 'pending', 'disabled', 'noRole', 'factor', 'tenant'));
