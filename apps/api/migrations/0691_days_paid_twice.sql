-- The watch also finds days of a living allowance that another row has (docs/decisions/0323-days-of-the-living-allowance.md).
alter table recovery_item drop constraint recovery_item_reason_check,
  add constraint recovery_item_reason_check check (reason in ('certificate', 'attendance', 'death', 'falseness', 'inspection', 'duplicate', 'advance', 'days'));
