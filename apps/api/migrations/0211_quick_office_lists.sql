-- Parts of accounts are looked for among the first users of the list, without their rows.
drop index app_user_dept;
create index app_user_dept on app_user (dept_id, account, id) include (tenant_id, is_deleted);

-- Who was seen last stands first, without sorting all who are signed in.
create index login_session_seen on login_session (rotate_time, number) include (user_id, expire_time) where end_time is null;
