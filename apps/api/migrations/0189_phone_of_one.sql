-- A phone belongs to one enabled account among those of bureau, institutions and enterprises; until now this held for the bureau alone. Accounts that
-- share one already are let be, all but the oldest of each number standing outside of the index: whose number it is, people have to say, and until then
-- it signs in to none of them.
do $$
declare
  twins bigint[];
begin
  select coalesce(array_agg(id), '{}') into twins
    from (select id, row_number() over (partition by phone_hash order by id) as place from app_user
      where is_deleted = 0 and status = '1' and login_type in ('0', '1', '3') and phone_hash is not null) one
    where place > 1;
  drop index app_user_phone;
  execute 'create unique index app_user_phone on app_user (phone_hash) where is_deleted = 0 and status = ''1'' and login_type in (''0'', ''1'', ''3'')'
    || case when twins = '{}' then '' else format(' and id <> all (%L::bigint[])', twins) end;
end
$$;
