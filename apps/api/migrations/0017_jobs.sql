-- Long work as its owner sees it; the queue itself keeps its tables in a schema of its own.
create table job (
  id bigint generated always as identity primary key,
  kind varchar(60) not null,
  user_id bigint not null,
  -- Who started it, with the rights of that moment: what the work may see and do.
  actor jsonb not null,
  title_zh varchar(200) not null,
  title_en varchar(200) not null,
  input jsonb not null,
  state varchar(20) not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer not null default 0,
  cancel_asked boolean not null default false,
  message_zh varchar(500),
  message_en varchar(500),
  file_name varchar(200),
  file_key varchar(100),
  create_time timestamptz not null default now(),
  end_time timestamptz
);
create index job_owner on job (user_id, id desc);
create index job_end on job (end_time) where file_key is not null;
