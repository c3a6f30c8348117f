-- Histories show who was trained, also where they left. Whoever was on the list of a class that was discarded before its approval, or was struck off when it was
-- approved, left nothing; their rows had got a day all the same.
update student s set quit_date = null from training_class c
where c.id = s.class_id and s.confirm_status = 'Invalidate' and s.quit_date is not null and (c.confirm_time is null
  or exists (select from audit_record a where a.biz_type = 'Student' and a.biz_id = s.id::text and a.action = 'drop'));
