-- Most enabled users of this schema; no row: as many as one likes. Written by the installation when it changes the setting of the tenant.
create table user_limit (
  only_one boolean primary key default true check (only_one),
  most integer not null check (most > 0)
);

-- Asked when a user becomes enabled, never for those who are. The row is locked, so that two at once cannot both be the last.
create function keep_user_limit() returns trigger language plpgsql as $$
declare
  allowed integer;
begin
  select most into allowed from user_limit for update;
  if found and (select count(*) from app_user where status = '1' and is_deleted = 0) > allowed then
    raise exception 'more users than the tenant may have' using errcode = '23514', constraint = 'user_limit', table = 'app_user';
  end if;
  return null;
end $$;
create trigger app_user_limit_new after insert on app_user for each row when (new.status = '1' and new.is_deleted = 0) execute function keep_user_limit();
create trigger app_user_limit_again after update of status, is_deleted on app_user for each row
  when (new.status = '1' and new.is_deleted = 0 and (old.status <> '1' or old.is_deleted <> 0)) execute function keep_user_limit();
