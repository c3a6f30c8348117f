-- A process about which nobody decided has an ending of its own.
alter table flow_instance drop constraint flow_instance_ending_check;
alter table flow_instance add constraint flow_instance_ending_check
  check (ending in ('passed', 'refused', 'undecided', 'failed', 'withdrawn', 'terminated', 'deleted'));
-- Processes on their way: what was answered last is what was decided.
insert into flow_variable (instance_id, name, value)
  select v.instance_id, 'lastDecision', v.value from flow_variable v join flow_instance i on i.id = v.instance_id
  where v.name = 'pass' and i.status in ('running', 'suspended');
