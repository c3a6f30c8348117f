-- The claims of a year for the home pages: those submitted in it, and those decided in it.
create index subsidy_application_committed on subsidy_application (commit_time) where is_deleted = 0;
create index subsidy_application_decided on subsidy_application (re_time) where is_deleted = 0 and status = 'compile';
