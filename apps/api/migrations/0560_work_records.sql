-- What units report of their training work, period by period: eight kinds that share period, unit, counts, review and files. The shared part is stated
-- once, and taken over by each table with its checks and indexes.
create table work_record (
  id bigint generated always as identity primary key,
  work_year integer not null check (work_year between 2000 and 2100),
  work_period varchar(20) not null check (work_period in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', 'Q1', 'Q2', 'Q3', 'Q4', 'Y')),
  unit_id bigint,
  unit_name varchar(100) not null default '',
  planned_count integer check (planned_count >= 0),
  finished_count integer not null check (finished_count >= 0),
  pass_count integer not null check (pass_count >= 0),
  cert_count integer not null check (cert_count >= 0),
  subsidy_amount numeric(14,2) check (subsidy_amount >= 0),
  content text,
  differ_reason varchar(500),
  status varchar(20) not null default 'unSubmit' check (status in ('unSubmit', 'back', 'firstTrial', 'reTrial', 'compile')),
  commit_user bigint,
  commit_time timestamptz,
  first_user bigint,
  first_time timestamptz,
  re_user bigint,
  re_time timestamptz,
  back_reason varchar(500),
  attachment_list bigint[],
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint work_record_counts check (status in ('unSubmit', 'back')
    or (cert_count <= pass_count and pass_count <= finished_count and (planned_count is null or finished_count <= planned_count * 1.5))),
  constraint work_record_reviewers check (first_user <> re_user)
);
create index on work_record (work_year desc, work_period desc, id desc) where is_deleted = 0;
create index on work_record (unit_id, work_year) where is_deleted = 0;
create index on work_record (unit_name, id) where is_deleted = 0;
create index on work_record (finished_count, id) where is_deleted = 0;
create index on work_record (commit_time, id) where is_deleted = 0;
create index on work_record (create_time, id) where is_deleted = 0;

create table training_project (like work_record including all,
  project_no varchar(20),
  project_name varchar(100) not null,
  project_kind varchar(20) not null check (project_kind in ('1', '2', '3')),
  budget_amount numeric(14,2) not null check (budget_amount >= 0),
  unit_price numeric(10,2) check (unit_price >= 0),
  undertake_org bigint references organisation (id),
  train_target varchar(200) not null,
  class_ids bigint[],
  foreign key (unit_id) references organisation (id));
create unique index training_project_no on training_project (project_no) where is_deleted = 0;
create unique index training_project_once on training_project (work_year, project_name) where is_deleted = 0;
create index training_project_undertaken on training_project (undertake_org) where is_deleted = 0;

create table work_report (like work_record including all,
  work_kind varchar(20) not null check (work_kind in ('1', '2', '3', '4')),
  trained_count integer not null check (trained_count >= 0),
  high_skilled_count integer check (high_skilled_count >= 0),
  next_plan text,
  foreign key (unit_id) references organisation (id));
create unique index work_report_once on work_report (coalesce(unit_id, 0), work_year, work_period, work_kind) where is_deleted = 0;

create table training_base (like work_record including all,
  base_no varchar(20),
  base_name varchar(100) not null,
  base_kind varchar(20) not null check (base_kind in ('1', '2', '3', '4')),
  base_level varchar(20) not null check (base_level in ('1', '2', '3', '4')),
  approve_date date not null,
  address varchar(200) not null,
  area numeric(10,2) check (area >= 0),
  station_count integer check (station_count >= 0),
  occupation_names varchar(500) not null,
  fund_amount numeric(14,2) check (fund_amount >= 0),
  foreign key (unit_id) references organisation (id));
create unique index training_base_no on training_base (base_no) where is_deleted = 0;
create unique index training_base_once on training_base (base_name) where is_deleted = 0;
create index training_base_level on training_base (base_level, approve_date desc, id) where is_deleted = 0;

create table skill_training (like work_record including all,
  occupation_name varchar(100) not null,
  level varchar(20) not null check (level in ('0', '1', '2', '3', '4', '5')),
  class_count integer not null check (class_count >= 0),
  key_group_count integer check (key_group_count between 0 and finished_count),
  foreign key (unit_id) references organisation (id));
create unique index skill_training_once on skill_training (coalesce(unit_id, 0), work_year, work_period, occupation_name, level) where is_deleted = 0;

create table startup_training (like work_record including all,
  entrepreneurial_type_id bigint not null references startup_type (id),
  class_count integer not null check (class_count >= 0),
  startup_count integer check (startup_count >= 0),
  drive_job_count integer check (drive_job_count >= 0),
  foreign key (unit_id) references organisation (id));
create unique index startup_training_once on startup_training (coalesce(unit_id, 0), work_year, work_period, entrepreneurial_type_id) where is_deleted = 0;

create table safety_training (like work_record including all,
  safe_kind varchar(20) not null check (safe_kind in ('1', '2', '3', '4', '5')),
  is_high_risk varchar(20) not null check (is_high_risk in ('0', '1')),
  train_hours numeric(6,1) not null check (train_hours >= 0),
  foreign key (unit_id) references organisation (id));
create unique index safety_training_once on safety_training (coalesce(unit_id, 0), work_year, work_period, safe_kind) where is_deleted = 0;

create table high_skill_training (like work_record including all,
  occupation_name varchar(100) not null,
  level varchar(20) not null check (level in ('1', '2', '3')),
  is_shortage varchar(20) not null check (is_shortage in ('0', '1')),
  apprentice_count integer check (apprentice_count >= 0),
  foreign key (unit_id) references organisation (id));
create unique index high_skill_training_once on high_skill_training (coalesce(unit_id, 0), work_year, work_period, occupation_name, level) where is_deleted = 0;

create table pre_job_training (like work_record including all,
  gq_kind varchar(20) not null check (gq_kind in ('1', '2')),
  new_hire_count integer not null check (new_hire_count >= 0),
  contract_count integer not null check (contract_count between 0 and new_hire_count),
  foreign key (unit_id) references organisation (id));
create unique index pre_job_training_once on pre_job_training (coalesce(unit_id, 0), work_year, work_period, gq_kind) where is_deleted = 0;

drop table work_record;
