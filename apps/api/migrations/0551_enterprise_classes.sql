-- The classes of enterprises under the names that their clients know; they are written through it, too.
create view enterprise_class as
  select id, side, class_no, class_name, org_id as unit_id, trainer_id as org_id, course_id, course_name, occupation_code, occupation_name, level, train_kind,
    class_mode, is_subsidy, charge_standard, plan_count, total_hours, start_date, end_date, train_place, teacher_names, contact, contact_phone,
    contact_phone_hash, teach_plan_att_id, status as confirm_status, run_state, commit_time, commit_user, confirm_user, confirm_time, confirm_opinion, back_reason,
    tenant_id, create_user, create_dept, create_time, update_user, update_time, version, is_deleted, remark
  from training_class where side = '2';
alter view enterprise_class alter column side set default '2';
alter view enterprise_class alter column confirm_status set default 'unSubmit';
-- Staff are trained at the enterprise, for a subsidy, and pay nothing.
alter view enterprise_class alter column class_mode set default '1';
alter view enterprise_class alter column is_subsidy set default '1';
alter view enterprise_class alter column charge_standard set default 0;
