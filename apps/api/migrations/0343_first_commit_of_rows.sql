-- Each row of a claim has the day of its own first commit: a person added after a return is not claimed in time by the others (rules.md, deadlines).
alter table subsidy_line add column first_commit_time timestamptz;
update subsidy_line l set first_commit_time = a.first_commit_time from subsidy_application a where a.id = l.apply_id and a.first_commit_time is not null;

create function keep_first_commit() returns trigger language plpgsql as $$
begin
  raise exception 'the first commit of a row stays' using errcode = '23514', constraint = 'subsidy_line_first_commit', table = 'subsidy_line';
end
$$;
create trigger subsidy_line_first_commit before update on subsidy_line for each row
  when (old.first_commit_time is not null and new.first_commit_time is distinct from old.first_commit_time) execute function keep_first_commit();
