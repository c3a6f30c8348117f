-- Dropping an old month of a log waits for everybody who reads the log, such as a dump, so it is no part of a start: what makes partitions and
-- what drops them are two functions.
drop function keep_log_partitions(integer, integer);

-- Makes the partitions of this month and of so many next ones.
create function make_log_partitions(ahead integer) returns void language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'Asia/Shanghai');
  log text;
  month timestamp;
  part text;
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
  end loop;
end $$;

-- Drops the partitions of more than so many months ago, and answers how many.
create function drop_log_partitions(keep integer) returns integer language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'Asia/Shanghai');
  log text;
  part text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('keep_log_partitions'));
  foreach log in array array['usual_log', 'api_log', 'error_log'] loop
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
