-- An installation that has two administrators already never invites a second one again: whoever disabled the other would make one alone.
update setup_state set second_admin_time = now()
  where second_admin_time is null
    and (select count(*) from user_role h join role r on r.id = h.role_id and r.role_alias = 'sysAdmin' and r.is_deleted = 0 join app_user u on u.id = h.user_id and u.is_deleted = 0 where h.end_date is null) > 1;
