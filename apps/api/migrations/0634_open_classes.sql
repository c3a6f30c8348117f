-- Classes that take sign-ups, those that close soonest first; one of the two days may be open.
drop index training_class_sign_up;
create index training_class_open on training_class (sign_end_date, id)
  where is_deleted = 0 and status = 'unCommit' and coalesce(sign_start_date, sign_end_date) is not null;
