-- Users of a state or a kind of sign-in, in the order of their list; without these a filter that few users pass reads all of them.
create index app_user_by_status on app_user (status, dept_id, account) include (tenant_id) where is_deleted = 0;
create index app_user_by_login_type on app_user (login_type, dept_id, account) include (tenant_id) where is_deleted = 0;
