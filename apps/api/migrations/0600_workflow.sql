-- Processes drawn in BPMN 2.0: models, what was deployed of them, what was started, who has to do what, and everything that was done.
create table flow_definition (
  id bigint generated always as identity primary key,
  deployment_id varchar(64) not null,
  key varchar(60) not null,
  name varchar(100) not null,
  category varchar(20) not null check (category in ('1', '2', '3', '9')),
  definition_version integer not null check (definition_version > 0),
  state varchar(20) not null default 'active' check (state in ('active', 'suspended')),
  deploy_time timestamptz not null,
  xml text not null,
  -- Who may start it, as tasks name candidates; nobody named is everybody.
  starters text[] not null default '{}',
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500)
);
create unique index flow_definition_version on flow_definition (key, definition_version);
create index flow_definition_latest on flow_definition (key, definition_version desc) where is_deleted = 0 and state = 'active';
create index flow_definition_deployment on flow_definition (deployment_id);
create sequence flow_deployment;

create table flow_model (
  id bigint generated always as identity primary key,
  model_key varchar(60) not null,
  name varchar(100) not null,
  category varchar(20) not null check (category in ('1', '2', '3', '9')),
  xml text not null,
  deployment_id varchar(64),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500)
);
create unique index flow_model_key on flow_model (model_key) where is_deleted = 0;

create table flow_instance (
  id bigint generated always as identity primary key,
  process_definition_id bigint not null references flow_definition (id),
  process_definition_key varchar(60) not null,
  process_definition_name varchar(100) not null,
  category varchar(20) not null check (category in ('1', '2', '3', '9')),
  business_type varchar(60),
  business_id varchar(20),
  title varchar(200) not null,
  start_user bigint not null,
  start_time timestamptz not null,
  end_time timestamptz,
  status varchar(20) not null check (status in ('running', 'suspended', 'finished', 'deleted')),
  ending varchar(20) check (ending in ('passed', 'refused', 'failed', 'withdrawn', 'terminated', 'deleted')),
  delete_reason varchar(200),
  -- Rows of a process and of those that it calls are changed under the lock of the first of them.
  root_id bigint references flow_instance (id),
  parent_id bigint references flow_instance (id),
  -- What the interpreter keeps: the error that ended the process, and the number of its next key.
  error varchar(200),
  next_key integer not null default 1,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500)
);
create index flow_instance_title on flow_instance using gin (grams(title)) where is_deleted = 0;
create index flow_instance_started on flow_instance (start_user, start_time desc, id desc) where is_deleted = 0;
create index flow_instance_order on flow_instance (start_time, id) where is_deleted = 0;
create index flow_instance_ended on flow_instance (end_time, id) where is_deleted = 0;
create index flow_instance_created on flow_instance (create_time, id) where is_deleted = 0;
create index flow_instance_open on flow_instance (process_definition_id) where status in ('running', 'suspended');
create index flow_instance_business on flow_instance (business_type, business_id, process_definition_key, id desc);
create index flow_instance_parent on flow_instance (parent_id) where parent_id is not null;

-- What the interpreter reads and answers: one row for each thing of an instance, named by its key.
create table flow_execution (
  instance_id bigint not null references flow_instance (id),
  key varchar(60) not null,
  parent varchar(60),
  element varchar(200) not null,
  kind varchar(10) not null check (kind in ('token', 'scope', 'multi')),
  variables jsonb not null,
  arrived_by varchar(200),
  items jsonb,
  -- The step that sent the process back and wants it again.
  return_to varchar(200),
  primary key (instance_id, key)
);
create table flow_variable (
  instance_id bigint not null references flow_instance (id),
  name varchar(255) not null,
  value jsonb not null,
  primary key (instance_id, name)
);
create table flow_timer (
  instance_id bigint not null references flow_instance (id),
  key varchar(60) not null,
  execution varchar(60) not null,
  element varchar(200) not null,
  due timestamptz not null,
  repeats integer,
  cycle varchar(200),
  primary key (instance_id, key)
);
create index flow_timer_due on flow_timer (due);
-- Definitions that start by themselves, and when they do next.
create table flow_start_timer (
  definition_id bigint not null references flow_definition (id),
  element varchar(200) not null,
  due timestamptz not null,
  repeats integer,
  cycle varchar(200),
  primary key (definition_id, element)
);
create index flow_start_timer_due on flow_start_timer (due);
create table flow_wait (
  instance_id bigint not null references flow_instance (id),
  key varchar(60) not null,
  execution varchar(60) not null,
  element varchar(200) not null,
  kind varchar(10) not null check (kind in ('message', 'signal', 'receive', 'call')),
  name varchar(255) not null,
  -- A signal was thrown for it, which a step of its own will bring.
  arrived boolean not null default false,
  primary key (instance_id, key)
);
create index flow_wait_for on flow_wait (kind, name);
create index flow_wait_arrived on flow_wait (instance_id) where arrived;

-- A million tasks are open and ten million done: each list has an index of its own rows alone.
create table flow_task (
  id bigint generated always as identity primary key,
  task_name varchar(100) not null,
  task_definition_key varchar(200) not null,
  process_instance_id bigint not null references flow_instance (id),
  process_definition_id bigint not null,
  process_definition_key varchar(60) not null,
  process_definition_name varchar(100) not null,
  category varchar(20) not null check (category in ('1', '2', '3', '9')),
  business_id varchar(20),
  title varchar(200) not null,
  start_user bigint not null,
  assignee bigint,
  owner bigint,
  done_by bigint,
  candidate_roles text[],
  due_time timestamptz,
  priority integer not null,
  claim_time timestamptz,
  end_time timestamptz,
  passed varchar(20) check (passed in ('0', '1')),
  comment varchar(500),
  status varchar(20) not null default '0' check (status in ('0', '1', '2')),
  task_key varchar(60) not null,
  execution varchar(60) not null,
  form_key varchar(200),
  -- The starter's own step, which is no approval.
  is_starters boolean not null,
  candidate_users text[] not null,
  candidate_groups text[] not null,
  -- Both together: `user:12`, `dept:3`, and aliases of roles.
  candidates text[] not null,
  reminded_time timestamptz,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500)
);
create unique index flow_task_key on flow_task (process_instance_id, task_key);
create index flow_task_todo on flow_task (assignee, create_time desc, id desc) where is_deleted = 0 and status = '1';
create index flow_task_claimable on flow_task using gin (candidates, grams(title)) where is_deleted = 0 and status = '0';
create index flow_task_todo_title on flow_task using gin (grams(title)) where is_deleted = 0 and status = '1';
create index flow_task_done_title on flow_task using gin (grams(title)) where is_deleted = 0 and status = '2';
create index flow_task_unclaimed on flow_task (create_time desc, id desc) where is_deleted = 0 and status = '0';
create index flow_task_done on flow_task (done_by, end_time desc, id desc) where is_deleted = 0 and status = '2';
create index flow_task_due on flow_task (due_time) where is_deleted = 0 and status <> '2' and due_time is not null;
create index flow_task_due_order on flow_task (due_time, id) where is_deleted = 0;
create index flow_task_created on flow_task (create_time, id) where is_deleted = 0;

-- The history is only ever added to. Of an element that is open still, its end is written once.
create table flow_activity (
  instance_id bigint not null references flow_instance (id),
  key varchar(60) not null,
  execution varchar(60) not null,
  element varchar(200) not null,
  name varchar(200) not null,
  type varchar(60) not null,
  task_key varchar(60),
  start_time timestamptz not null,
  end_time timestamptz,
  outcome varchar(10) check (outcome in ('completed', 'cancelled', 'returned', 'error')),
  primary key (instance_id, key)
);
create function refuse_change_but_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.end_time is null and (new.instance_id, new.key, new.execution, new.element, new.name, new.type, new.task_key, new.start_time)
    is not distinct from (old.instance_id, old.key, old.execution, old.element, old.name, old.type, old.task_key, old.start_time) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger flow_activity_append_only before update or delete on flow_activity for each row execute function refuse_change_but_end();

create table flow_opinion (
  id bigint generated always as identity primary key,
  process_instance_id bigint not null references flow_instance (id),
  task_id bigint references flow_task (id),
  action varchar(20) not null check (action in ('start', 'claim', 'unclaim', 'pass', 'refuse', 'resubmit', 'answer', 'return', 'transfer', 'delegate', 'addSigner', 'removeSigner', 'copy', 'urge', 'withdraw', 'terminate', 'delete', 'suspend', 'activate', 'migrate', 'deliver')),
  opinion varchar(500),
  for_user bigint,
  target_users varchar(500),
  target_step varchar(200),
  attachment_list bigint[],
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500)
);
create index flow_opinion_instance on flow_opinion (process_instance_id, id);
create index flow_opinion_user on flow_opinion (create_user, process_instance_id);
create trigger flow_opinion_append_only before update or delete on flow_opinion for each row execute function refuse_change();

create table flow_copy (
  id bigint generated always as identity primary key,
  process_instance_id bigint not null references flow_instance (id),
  user_id bigint not null,
  opinion varchar(500),
  read_time timestamptz,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500)
);
create unique index flow_copy_once on flow_copy (process_instance_id, user_id) where is_deleted = 0;
create index flow_copy_created on flow_copy (create_time, id) where is_deleted = 0;
create index flow_copy_reader on flow_copy (user_id, create_time desc, id desc) where is_deleted = 0;

create table flow_stand_in (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  stand_in_id bigint not null,
  start_date date not null,
  end_date date not null,
  reason varchar(200),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint flow_stand_in_two check (user_id <> stand_in_id),
  constraint flow_stand_in_days check (start_date <= end_date)
);
create index flow_stand_in_for on flow_stand_in (stand_in_id, start_date, end_date) where is_deleted = 0;
create index flow_stand_in_of on flow_stand_in (user_id, start_date, end_date) where is_deleted = 0;
create index flow_stand_in_order on flow_stand_in (start_date, id) where is_deleted = 0;

-- The sample business: a leave that somebody asks for.
create table leave (
  id bigint generated always as identity primary key,
  process_definition_id bigint not null references flow_definition (id),
  process_instance_id bigint references flow_instance (id),
  start_time timestamptz not null,
  end_time timestamptz not null,
  reason varchar(500) not null,
  task_user bigint not null,
  apply_time timestamptz,
  status varchar(20) not null default 'unSubmit' check (status in ('unSubmit', 'running', 'finished')),
  passed varchar(20) check (passed in ('0', '1')),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint leave_times check (start_time < end_time),
  constraint leave_two_persons check (task_user <> create_user)
);
create index leave_applicant on leave (create_user, apply_time desc, id desc) where is_deleted = 0;
