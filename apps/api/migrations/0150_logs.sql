-- Logs: many rows, read by time, thrown away by the month. Each table is cut into months of China time; `keep_log_partitions` makes those
-- to come and drops those that are old enough. There is no default partition: a row of a month without partition would stay there forever,
-- and lists could no longer read the partitions one after the other in order of time.

create sequence usual_log_id as bigint;
create table usual_log (
  id bigint not null default nextval('usual_log_id'),
  create_by varchar(50),
  log_level varchar(20) check (log_level in ('debug', 'info', 'warn', 'error')),
  log_id varchar(100),
  service_id varchar(32),
  method varchar(10),
  request_uri varchar(255),
  remote_ip varchar(50),
  user_agent varchar(500),
  server_host varchar(255),
  server_ip varchar(255),
  env varchar(30),
  log_data text,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  primary key (id, create_time)
) partition by range (create_time);
create index usual_log_by_time on usual_log (create_time, id);
create index usual_log_by_account on usual_log (create_by, create_time, id);
create index usual_log_by_row on usual_log (log_id, create_time, id);
create index usual_log_by_service on usual_log (service_id, create_time, id);

create sequence api_log_id as bigint;
create table api_log (
  id bigint not null default nextval('api_log_id'),
  title varchar(255),
  title_en varchar(255),
  type varchar(20) check (type in ('1', '2', '3')),
  time integer,
  create_by varchar(50),
  service_id varchar(32),
  method varchar(10),
  request_uri varchar(255),
  method_class varchar(255),
  method_name varchar(255),
  remote_ip varchar(50),
  params text,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  primary key (id, create_time)
) partition by range (create_time);
create index api_log_by_time on api_log (create_time, id);
create index api_log_by_account on api_log (create_by, create_time, id);
-- Title, address and service of a row follow from its call: filters by them ask for the calls they mean (logs/api-log.routes.ts).
create index api_log_by_call on api_log (method_name, create_time, id);

create sequence error_log_id as bigint;
create table error_log (
  id bigint not null default nextval('error_log_id'),
  exception_name varchar(255),
  service_id varchar(32),
  request_uri varchar(255),
  method_class varchar(255),
  method_name varchar(255),
  file_name varchar(255),
  line_number integer,
  create_by varchar(50),
  remote_ip varchar(50),
  message text,
  stack_trace text,
  params text,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null default 0,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  primary key (id, create_time)
) partition by range (create_time);
create index error_log_by_time on error_log (create_time, id);
create index error_log_by_service on error_log (service_id, create_time, id);
create index error_log_by_exception on error_log using gin (grams(exception_name));

-- Makes the partitions of this month and of `ahead` more, and drops those whose last row is older than `keep` months. A partition is
-- attached, not created in place: that lets the table be read and written meanwhile. Returns how many were dropped.
create function keep_log_partitions(ahead integer, keep integer) returns integer language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'Asia/Shanghai');
  log text;
  month timestamp;
  part text;
  dropped integer := 0;
begin
  -- Of two nodes one waits, and then finds everything done.
  perform pg_advisory_xact_lock(hashtext('keep_log_partitions'));
  foreach log in array array['usual_log', 'api_log', 'error_log'] loop
    for step in 0..ahead loop
      month := this_month + make_interval(months => step);
      part := log || to_char(month, '_YYYYMM');
      if to_regclass(part) is null then
        execute format('create table %I (like %I including all)', part, log);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', log, part,
          month at time zone 'Asia/Shanghai', (month + interval '1 month') at time zone 'Asia/Shanghai');
      end if;
    end loop;
    for part in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = log::regclass and to_date(right(c.relname, 6), 'YYYYMM') < this_month - make_interval(months => keep)
    loop
      execute format('drop table %I', part);
      dropped := dropped + 1;
    end loop;
  end loop;
  return dropped;
end $$;
select keep_log_partitions(2, 240);
