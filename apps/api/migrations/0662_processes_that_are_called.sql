-- Those who have a task are looked for in a process and in all that it called.
create index flow_instance_root on flow_instance (root_id) where root_id is not null;
