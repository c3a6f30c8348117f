-- However a second administrator comes to be, from then on none is invited: whoever disabled or demoted the other would make one alone.
create function note_second_administrator() returns trigger language plpgsql as $$
begin
  update setup_state set second_admin_time = now()
    where second_admin_time is null
      and (select count(*) from user_role h join role r on r.id = h.role_id and r.role_alias = 'sysAdmin' join app_user u on u.id = h.user_id and u.status = '1' and u.is_deleted = 0 where h.end_date is null) > 1;
  return null;
end $$;
create trigger user_role_second_administrator after insert or update on user_role for each statement execute function note_second_administrator();
