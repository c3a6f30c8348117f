-- Sign-in by a third party: OpenID providers, who is known to them, and sign-ins on their way.

create table identity_provider (
  id bigint generated always as identity primary key,
  source varchar(30) not null,
  name varchar(50) not null,
  name_en varchar(50) not null,
  issuer varchar(300) not null,
  client_id varchar(200) not null,
  client_secret text,
  client_secret_hash varchar(43),
  scopes varchar(200) not null,
  sort integer not null,
  status varchar(20) not null check (status in ('0', '1')),
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
create unique index identity_provider_source on identity_provider (source) where is_deleted = 0;

-- A person as a provider knows him, and whose account that is here. The issuer stands beside the provider, so that another address
-- typed into its settings never makes somebody else of the same subject.
create table user_identity (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  provider_id bigint not null references identity_provider,
  issuer varchar(300) not null,
  subject varchar(255) not null,
  name varchar(100),
  link_time timestamptz not null default now(),
  last_time timestamptz,
  constraint user_identity_subject unique (provider_id, issuer, subject),
  constraint user_identity_user unique (user_id, provider_id)
);

-- A sign-in on its way, one row a step: asked of the provider, proven by it, or waiting for a registration. The secret that leads to the row is
-- kept as a hash and used once; what belongs to the step is encrypted.
create table third_party_step (
  secret_hash varchar(43) primary key,
  stage varchar(10) not null check (stage in ('asked', 'proven', 'guest')),
  browser_hash varchar(43),
  provider_id bigint not null references identity_provider,
  data text not null,
  expire_time timestamptz not null
);
create index third_party_step_expire on third_party_step (expire_time);
create index third_party_step_provider on third_party_step (provider_id);

-- A session, and a sign-in that waits for its second factor, know the link they began with, and end with it.
alter table login_session add identity_id bigint references user_identity on delete set null;
alter table factor_challenge add identity_id bigint references user_identity on delete cascade;
create index login_session_identity on login_session (identity_id) where identity_id is not null;
create index factor_challenge_identity on factor_challenge (identity_id) where identity_id is not null;

create function end_sessions_of_identity() returns trigger language plpgsql as $$
begin
  update login_session set end_time = now(), end_reason = 'account' where identity_id = old.id and end_time is null;
  return old;
end $$;
create trigger user_identity_sessions before delete on user_identity for each row execute function end_sessions_of_identity();

-- A provider that is switched off, removed or becomes another one: what began with it ends, and what belongs to a removed one goes.
create function end_provider() returns trigger language plpgsql as $$
begin
  delete from third_party_step where provider_id = new.id;
  if new.is_deleted <> 0 then
    delete from user_identity where provider_id = new.id;
  else
    delete from factor_challenge c using user_identity i where c.identity_id = i.id and i.provider_id = new.id;
    update login_session s set end_time = now(), end_reason = 'account' from user_identity i
      where s.identity_id = i.id and i.provider_id = new.id and s.end_time is null;
  end if;
  return null;
end $$;
create trigger identity_provider_end after update on identity_provider for each row
  when (new.is_deleted <> old.is_deleted or (old.status = '1' and new.status <> '1') or new.issuer <> old.issuer or new.client_id <> old.client_id)
  execute function end_provider();

-- Whom an account no longer is, or never became, may link himself to another.
create function forget_identities() returns trigger language plpgsql as $$
begin
  delete from user_identity where user_id = new.id;
  return null;
end $$;
create trigger app_user_identities after update on app_user for each row
  when (new.is_deleted <> 0 and old.is_deleted = 0 or new.status = '4' and old.status <> '4')
  execute function forget_identities();

-- What anybody could write into a registration; the link stands in its place.
alter table app_user drop column oauth_id;
