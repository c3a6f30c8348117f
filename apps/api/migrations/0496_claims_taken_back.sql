-- A submission that its institution takes back before anybody has looked counts for no deadline (docs/decisions/0265-claims-taken-back.md).
create or replace function keep_first_commit() returns trigger language plpgsql as $$
begin
  if new.first_commit_time is null
    and exists (select from subsidy_application c where c.id = old.apply_id and c.status = 'unSubmit' and c.commit_time is null)
  then
    return new;
  end if;
  raise exception 'the first commit of a row stays' using errcode = '23514', constraint = 'subsidy_line_first_commit', table = 'subsidy_line';
end
$$;
