-- Posts, registrations by guests, sign-in history, and what a list of users stands on.

create table post (
  id bigint generated always as identity primary key,
  post_code varchar(20) not null,
  post_name varchar(50) not null,
  category varchar(20) not null check (category in ('1', '2', '3', '4')),
  sort integer not null,
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
create unique index post_code on post (tenant_id, post_code) where is_deleted = 0;

alter table app_user
  add constraint app_user_post foreign key (post_id) references post,
  -- Of somebody who registered himself: what he asked to be, and why he was refused.
  add apply_kind varchar(20) check (apply_kind in ('1', '2', '3')),
  add credit_code varchar(18),
  add oauth_id varchar(64),
  add state_reason varchar(500);
create index app_user_post on app_user (post_id) where post_id is not null;
create index app_user_applied on app_user (create_time, id) where apply_kind is not null;
create index app_user_account_grams on app_user using gin (grams(account));
create index app_user_real_name_grams on app_user using gin (grams(real_name));
create index app_user_phone_hash on app_user (phone_hash) where phone_hash is not null;
create index app_user_last_login on app_user (last_login_time, id);
create index department_name_grams on department using gin (grams(org_name));

create table user_platform (
  user_id bigint not null references app_user,
  user_type varchar(20) not null check (user_type in ('1', '2', '3')),
  user_ext jsonb not null,
  update_time timestamptz not null default now(),
  primary key (user_id, user_type)
);

-- Every attempt to sign in to an account. Append-only; swept when it is old.
create table sign_in (
  id bigint generated always as identity primary key,
  user_id bigint references app_user,
  account varchar(30),
  real_name varchar(50),
  result varchar(20) not null check (result in ('success', 'wrong', 'captcha', 'locked', 'pending', 'disabled', 'noRole')),
  ip varchar(50) not null,
  client_id varchar(48) not null,
  agent varchar(300),
  -- Counters of login_failure that the attempt counted in: what unlocking the account takes back.
  counters text[],
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null default 0,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500)
);
create index sign_in_time on sign_in (create_time, id);
create index sign_in_user on sign_in (user_id, create_time);
create index sign_in_account_grams on sign_in using gin (grams(account));
create index sign_in_real_name_grams on sign_in using gin (grams(real_name));

alter table login_session add number bigint generated always as identity;
create unique index login_session_number on login_session (number);
create index login_session_open on login_session (create_time, number) where end_time is null;
alter table login_session drop constraint login_session_end_reason_check;
alter table login_session add constraint login_session_end_reason_check check (end_reason in ('logout', 'reuse', 'account', 'rights', 'password', 'ended', 'forced'));

-- Sessions that last, as rows of an entity.
create view open_session as
  select s.number as id, s.user_id, u.account, u.real_name, u.login_type, s.ip, s.client_id, s.rotate_time as seen_time, s.expire_time,
    u.tenant_id, s.user_id as create_user, u.dept_id as create_dept, s.create_time, s.user_id as update_user, s.rotate_time as update_time,
    0 as version, 0::smallint as is_deleted, null::varchar(500) as remark
  from login_session s join app_user u on u.id = s.user_id
  where s.end_time is null and s.expire_time > now() and u.status = '1' and u.is_deleted = 0;

-- Roles are read afresh at every call, so that a grant acts at the next one without a new sign-in.
drop trigger user_role_sessions on user_role;
drop function end_sessions_of_role();
