-- Sessions and what guards the way in. All of it in the database, so that any number of nodes behave as one.

create table client (
  id bigint generated always as identity primary key,
  client_id varchar(48) not null,
  -- SHA-256 of the secret. The secret of a browser's client is public; that of a server's is long and random, so a slow hash adds nothing.
  client_secret_hash varchar(64) not null,
  scope varchar(100) not null,
  authorized_grant_types varchar(200) not null,
  access_token_validity integer not null check (access_token_validity between 60 and 86400),
  refresh_token_validity integer not null check (refresh_token_validity between 300 and 2592000),
  web_server_redirect_uri varchar(300),
  additional_information jsonb,
  autoapprove varchar(20) check (autoapprove in ('true', 'false')),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500)
);
create unique index client_client_id on client (client_id) where is_deleted = 0;

create table login_session (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references app_user,
  client_id varchar(48) not null,
  -- Of the refresh token that counts; the one before it still works for a minute, an older one is a stolen copy.
  generation integer not null default 1,
  rotate_time timestamptz not null default now(),
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  end_time timestamptz,
  end_reason varchar(20) check (end_reason in ('logout', 'reuse', 'account', 'rights', 'password', 'ended')),
  ip varchar(50) not null,
  constraint login_session_end check ((end_time is null) = (end_reason is null))
);
create index login_session_user on login_session (user_id, ip);
create index login_session_expire on login_session (expire_time);

-- A change of what a user may do, or whether he may come in at all, ends his sessions in the same transaction, whoever makes it.
create function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  update login_session set end_time = now(), end_reason = case
      when new.password_hash is distinct from old.password_hash then 'password' else 'account' end
    where user_id = new.id and end_time is null;
  return null;
end $$;
create trigger app_user_sessions after update on app_user for each row
  when (old.status = '1' and new.status <> '1'
    or new.is_deleted <> old.is_deleted
    or new.password_hash is distinct from old.password_hash
    or new.org_id is distinct from old.org_id
    or new.ent_id is distinct from old.ent_id
    or new.account_id is distinct from old.account_id
    or new.assessor_id is distinct from old.assessor_id
    or new.audience <> old.audience)
  execute function end_sessions_of_user();

create function end_sessions_of_role() returns trigger language plpgsql as $$
begin
  update login_session set end_time = now(), end_reason = 'rights'
    where user_id = coalesce(new.user_id, old.user_id) and end_time is null;
  return null;
end $$;
create trigger user_role_sessions after insert or update or delete on user_role for each row execute function end_sessions_of_role();

-- Failed sign-ins, counted by account and address, by account and by address; the key is a keyed hash, since a name typed may be an ID number.
create table login_failure (
  key varchar(43) primary key,
  failures integer not null,
  first_time timestamptz not null default now(),
  last_time timestamptz not null default now(),
  locked_until timestamptz
);
create index login_failure_time on login_failure (last_time);

create table captcha (
  key uuid primary key default gen_random_uuid(),
  text_hash varchar(43) not null,
  create_time timestamptz not null default now()
);
create index captcha_time on captcha (create_time);
