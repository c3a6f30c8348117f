-- Whether a task came to somebody who was added to its step: a process that is returned to the step does not go to them.
alter table flow_task add column is_added boolean not null default false;
-- Of those that are there, the opinions name who was added.
update flow_task f set is_added = true
  from flow_opinion o join flow_task t on t.id = o.task_id, app_user a
  where o.action = 'addSigner' and f.process_instance_id = o.process_instance_id and f.task_definition_key = t.task_definition_key
    and a.id = f.assignee and a.real_name = any(string_to_array(o.target_users, '、'))
    and f.process_instance_id in (select id from flow_instance where status in ('running', 'suspended'));
