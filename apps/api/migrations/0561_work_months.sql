-- A month that is closed stays closed: nothing that ends in it is added or changed, whoever tries it at the same moment. Its row is locked by every change
-- of a record, and closing it waits for these.
create table work_month (
  id bigint generated always as identity primary key,
  work_year integer not null check (work_year between 2000 and 2100),
  work_month varchar(20) not null check (work_month in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12')),
  state varchar(20) not null default 'open' check (state in ('open', 'closed')),
  close_user bigint,
  close_time timestamptz,
  reopen_reason varchar(500),
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
create unique index work_month_once on work_month (work_year, work_month);
create index work_month_closed on work_month (close_time, id) where is_deleted = 0;
create index work_month_create_time on work_month (create_time, id) where is_deleted = 0;

create function hold_closed_month() returns trigger language plpgsql as $$
declare
  period record;
begin
  for period in select * from (values (new.work_year, new.work_period), (old.work_year, old.work_period)) p (year, code) where year is not null loop
    if exists (select from work_month m where m.work_year = period.year and m.state = 'closed'
      and m.work_month = case when period.code = 'Y' then '12' when period.code like 'Q%' then lpad((substr(period.code, 2)::int * 3)::text, 2, '0') else period.code end)
    then
      raise exception 'the month is closed' using errcode = '23514', constraint = 'work_record_closed';
    end if;
  end loop;
  return new;
end $$;
create trigger closed_month before insert or update on training_project for each row execute function hold_closed_month();
create trigger closed_month before insert or update on work_report for each row execute function hold_closed_month();
create trigger closed_month before insert or update on training_base for each row execute function hold_closed_month();
create trigger closed_month before insert or update on skill_training for each row execute function hold_closed_month();
create trigger closed_month before insert or update on startup_training for each row execute function hold_closed_month();
create trigger closed_month before insert or update on safety_training for each row execute function hold_closed_month();
create trigger closed_month before insert or update on high_skill_training for each row execute function hold_closed_month();
create trigger closed_month before insert or update on pre_job_training for each row execute function hold_closed_month();

-- When a unit was reminded last of a kind and period.
create table work_reminder (
  unit_id bigint not null references organisation (id),
  kind varchar(30) not null,
  work_year integer not null,
  work_period varchar(20) not null,
  remind_time timestamptz not null,
  primary key (unit_id, kind, work_year, work_period)
);
