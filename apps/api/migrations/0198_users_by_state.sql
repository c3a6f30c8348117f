-- The state of a user is told apart from a lock that stands on the account now (by id): with the id the index still counts by itself.
drop index app_user_by_status;
create index app_user_by_status on app_user (status, dept_id, account, id) include (tenant_id) where is_deleted = 0;
