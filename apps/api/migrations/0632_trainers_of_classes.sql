-- Others may read which institution trains the staff of an enterprise: its teachers are taken there.
create or replace view training as
  select id, org_id, org_course_id, course_id, course_name, occupation_code, occupation_name, level, class_no, class_name, train_kind, class_mode,
    is_subsidy, status, commit_time, confirm_time, start_date, end_date, charge_standard, inspect_result, is_rectified, train_place, is_deleted, side, trainer_id
  from training_class;
