-- Messages of the shell's notice popover, text messages, verification codes.

-- One row a receiver: a user, a unit, a role, an audience. A new holder of a role sees what waits for the role.
create table message (
  id bigint generated always as identity primary key,
  kind varchar(10) not null check (kind in ('mail', 'message')),
  target_kind varchar(10) not null check (target_kind in ('user', 'org', 'ent', 'account', 'assessor', 'role', 'audience')),
  target varchar(40) not null,
  title_zh varchar(200) not null,
  title_en varchar(200) not null,
  text_zh varchar(1000) not null,
  text_en varchar(1000) not null,
  link varchar(500) constraint message_link_inside check (link like '/%' and link not like '//%'),
  create_time timestamptz not null default now()
);
create index message_target on message (target_kind, target, kind, id desc);

create table message_read (
  message_id bigint not null references message on delete cascade,
  user_id bigint not null,
  read_time timestamptz not null default now(),
  primary key (message_id, user_id)
);

-- Outbox of text messages: written with their cause, sent by a job afterwards. The text may hold a code, so it is encrypted and
-- a code's text goes once it is sent.
create table sms_message (
  id bigint generated always as identity primary key,
  template varchar(30) not null,
  phone text not null,
  phone_hash varchar(43) not null,
  message text,
  biz_type varchar(60),
  biz_id varchar(20),
  send_status varchar(1) not null default '0' check (send_status in ('0', '1', '2')),
  attempts integer not null default 0,
  fail_reason varchar(200),
  create_time timestamptz not null default now(),
  send_time timestamptz
);
create index sms_message_waiting on sms_message (create_time) where send_status = '0';
create index sms_message_phone on sms_message (phone_hash, create_time);

-- A code is stored as a keyed hash; five wrong tries end it.
create table verification_code (
  id bigint generated always as identity primary key,
  purpose varchar(30) not null,
  phone_hash varchar(43) not null,
  code_hash varchar(43) not null,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  tries integer not null default 0,
  used_time timestamptz
);
create index verification_code_phone on verification_code (phone_hash, create_time desc);
