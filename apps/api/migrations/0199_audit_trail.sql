-- The history of all rows as one list: by time, by kind of row, by deed; by person it has an index already.
create view audit_trail as
  select id, biz_type, biz_id, action, from_status, to_status, opinion, operator_id, operator_name, operator_role, operate_time, client_ip,
    house() as tenant_id, case when operator_id ~ '^\d{1,18}$' then operator_id::bigint else 0 end as create_user, null::bigint as create_dept, operate_time as create_time,
    case when operator_id ~ '^\d{1,18}$' then operator_id::bigint else 0 end as update_user, operate_time as update_time, 0 as version, 0::smallint as is_deleted, null::varchar(500) as remark
  from audit_record;
create index audit_record_time on audit_record (operate_time, id);
create index audit_record_kind on audit_record (biz_type, operate_time, id);
create index audit_record_action on audit_record (action, operate_time, id);
