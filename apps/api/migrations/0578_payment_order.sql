-- The payment list begins with what is still to be paid, the oldest on top; then what was paid last.
create index subsidy_application_to_pay on subsidy_application
  ((pay_status in ('1', '2', '4')) desc, (case when pay_status in ('1', '2', '4') then commit_time end), pay_date desc, id desc) where is_deleted = 0 and status = 'compile';
