-- Backups that were completed (npm run backup): when the last one was is what the alert on old backups asks.
create table backup_run (
  id bigint generated always as identity primary key,
  name varchar(60) not null,
  begin_time timestamptz not null,
  end_time timestamptz not null default now(),
  bytes bigint not null,
  files integer not null
);
create index backup_run_end on backup_run (end_time);
