-- How the first administrators come in, and how far the set-up has got.

-- One row: what was said and done since the installation.
create table setup_state (
  one boolean primary key default true check (one),
  -- When a second administrator came in by an invitation of the set-up: from then on administrators are made by two of them.
  second_admin_time timestamptz,
  bureau_time timestamptz,
  -- Where backups go and how often they are made, as the office has arranged it.
  backup_place varchar(200),
  backup_hours integer check (backup_hours between 1 and 744),
  finish_time timestamptz
);
insert into setup_state default values;

-- One-time addresses behind which somebody becomes an administrator, or one who lost his way in gets it back. The token is 256 random bits, of which
-- only a keyed hash is kept. `pending` is what was typed in the first step, encrypted; the password in it is hashed already.
create table setup_link (
  token_hash varchar(43) primary key,
  purpose varchar(10) not null check (purpose in ('install', 'second', 'recover')),
  user_id bigint references app_user,
  pending text,
  pending_time timestamptz,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  constraint setup_link_user check ((purpose = 'recover') = (user_id is not null)),
  constraint setup_link_pending check ((pending is null) = (pending_time is null))
);
create index setup_link_purpose on setup_link (purpose, create_time);
create index setup_link_user on setup_link (user_id);
