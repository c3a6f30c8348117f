-- A search by title among one's own tasks and processes reads one index over both: without it all rows of a frequent name are read, whosever they are.
drop index flow_task_todo_title;
create index flow_task_todo_title on flow_task using gin ((array[assignee]), grams(title)) where is_deleted = 0 and status = '1';
drop index flow_task_done_title;
create index flow_task_done_title on flow_task using gin ((array[done_by]), grams(title)) where is_deleted = 0 and status = '2';
drop index flow_instance_title;
create index flow_instance_title on flow_instance using gin ((array[start_user]), grams(title)) where is_deleted = 0;
