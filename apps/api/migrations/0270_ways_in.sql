-- A phone lets somebody in by a code, and receives passwords that were reset. The one an account begins with is its own; another one opens nothing
-- until it is proven. Whatever writes a number unproves it here, so that no call can forget to: whoever knows better says so afterwards.
alter table app_user add phone_proven varchar(20) not null default '1' check (phone_proven in ('0', '1'));

create function unprove_phone() returns trigger language plpgsql as $$
begin
  new.phone_proven := '0';
  return new;
end $$;
create trigger app_user_phone_unproven before update on app_user for each row
  when (new.phone_hash is distinct from old.phone_hash)
  execute function unprove_phone();
