-- When registers were last asked about a follow-up; those that are only reported are asked about again, the longest ago first.
alter table train_employment add column verify_time timestamptz;
create index train_employment_reported on train_employment (verify_time nulls first, id)
  where verify_source = '3' and employment_kind <> '5' and is_deleted = 0;
-- Statistics count who has a licence of their own.
create or replace view follow_up as select id, student_id, class_id, org_id, employment_kind, verify_source, follow_date, business_license_no
  from train_employment where is_deleted = 0;
