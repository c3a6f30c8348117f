-- Why the bank returned a payment, and the decision a recovery rests on. Claims recovered before had no place for one, hence not valid for them.
alter table subsidy_application
  add column fail_reason varchar(200),
  add column recovery_list bigint[],
  add constraint subsidy_application_recovery check (pay_status is distinct from '5' or coalesce(cardinality(recovery_list), 0) > 0) not valid;
