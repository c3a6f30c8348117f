-- Who delegated a task takes it back while it is not answered (docs/decisions/0311-what-people-do-with-tasks.md).
alter table flow_opinion drop constraint flow_opinion_action_check, add constraint flow_opinion_action_check check (action in ('start', 'claim', 'unclaim', 'pass', 'refuse', 'resubmit', 'answer', 'return', 'transfer', 'delegate', 'recall', 'addSigner', 'removeSigner', 'copy', 'urge', 'withdraw', 'terminate', 'delete', 'suspend', 'activate', 'migrate', 'deliver'));
-- They find what they delegated among ten million tasks.
create index flow_task_delegated on flow_task (owner) where is_deleted = 0 and status = '1' and owner is not null;
