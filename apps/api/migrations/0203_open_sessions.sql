-- Who is signed in is counted at every call: from the indexes alone, since open sessions lie scattered among all that ever were.
drop index login_session_open;
create index login_session_open on login_session (create_time, number) include (user_id, expire_time) where end_time is null;
create index app_user_active on app_user (id) include (tenant_id) where status = '1' and is_deleted = 0;
