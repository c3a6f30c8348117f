-- Roles that users hold today: for good, or lent until a day that has not passed. Whoever asks what somebody may do asks here.
create view held_role as
  select user_id, role_id, end_date from user_role where end_date is null or end_date >= current_date;
