-- More published views (docs/decisions/0133-published-views.md): accounts, roles, sessions, settings and jobs.

-- core
create view background_job as select id, kind, state, input, file_key, end_time from job;

-- settings
create view setting as select param_key, param_value from parameter where is_deleted = 0;

-- auth
create view login as
  select number, id, user_id, client_id, agent, ip, create_time, rotate_time, end_time, expire_time from login_session;
create view factor as select user_id from second_factor where secret is not null;

-- access
create view authority as
  select id, role_no, role_name, role_name_en, role_alias, sort, tenant_id, is_deleted from role;
create view granted_permission as select role_id, permission from role_permission;
create view access_mark as select version from access_version;

-- users
create view account as
  select id, account, name, real_name, avatar, phone, phone_proven, email, birthday, sex, dept_id, post_id, code, login_type, status, last_login_time, audience,
    org_id, ent_id, account_id, assessor_id, id_number_hash, must_change, tenant_id, create_user, create_dept, create_time, update_user, update_time, version,
    is_deleted, remark
  from app_user;
create view credential as
  select id, account, login_type, status, account_id, id_number_hash, phone_hash, phone_proven, password_hash, is_deleted from app_user;
create view unit as select id, parent_id, org_name, region_code, is_deleted from department;
create view office as select id, post_code, post_name, is_deleted from post;
create view granted_role as select user_id, role_id, end_date from user_role;

-- training
create view filed_plan as select id, org_id, course_id, confirm_status from organisation_plan where is_deleted = 0;
