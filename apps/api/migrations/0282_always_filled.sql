-- What the server fills in every row from the first save on is never empty.
alter table subsidy_application
  alter column org_id set not null,
  alter column status set not null;
alter table subsidy_line alter column apply_id set not null;
alter table training_class
  alter column course_id set not null,
  alter column train_kind set not null;
