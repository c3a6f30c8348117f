-- A task that gets signers moves into an execution of its own among theirs, and what the history has of it while it is open moves along: that is
-- where the process stands, and nothing of what happened.
create or replace function refuse_change_but_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.end_time is null and (new.instance_id, new.key, new.element, new.name, new.type, new.task_key, new.start_time)
    is not distinct from (old.instance_id, old.key, old.element, old.name, old.type, old.task_key, old.start_time) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
