-- Users whose student account or assessor was removed go with it, as they do from now on. Their sessions end by the trigger of app_user.
with gone as (
  update app_user u set is_deleted = 1, update_time = now(), version = version + 1
  where u.is_deleted = 0
    and (exists (select from student_account a where a.id = u.account_id and a.is_deleted = 1)
      or exists (select from assessor e where e.id = u.assessor_id and e.is_deleted = 1))
  returning u.id
)
delete from user_role r using gone where r.user_id = gone.id;
