-- Reports: what is read of a list of the product, how it is laid out, who may look at it, and when it is sent.
create table report_design (
  id bigint generated always as identity primary key,
  name varchar(100) not null,
  name_en varchar(100),
  kind varchar(20) not null check (kind in ('list', 'pivot', 'form')),
  data_set varchar(28) not null check (data_set in ('TrainingClass', 'Student', 'EnterpriseClass', 'EnterpriseStudent', 'Grade', 'Certificate', 'EnterpriseCertificate', 'SubsidyApplication', 'SubsidyLine', 'EnterpriseSubsidyApplication', 'Organisation', 'EnterpriseTotal', 'InjuryRecord', 'Technician', 'TrainEmployment', 'CompetitionRecord', 'WorkReport', 'TrainingProject', 'TrainingBase', 'SkillTraining', 'StartupTraining', 'SafetyTraining', 'HighSkillTraining', 'PreJobTraining')),
  shared_with text[],
  layout jsonb not null,
  template_name varchar(200),
  version_no integer not null default 1 check (version_no > 0),
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
create unique index report_design_name on report_design (name) where is_deleted = 0;
create index report_design_order on report_design (update_time desc, id) where is_deleted = 0;
create index report_design_create_time on report_design (create_time, id) where is_deleted = 0;
create index report_design_name_order on report_design (name, id) where is_deleted = 0;
create index report_design_part_of_name on report_design using gin (grams(name));

-- What a report was made of, save by save; the workbook of a form stands here and nowhere else.
create table report_version (
  report_id bigint not null references report_design (id),
  version_no integer not null check (version_no > 0),
  kind varchar(20) not null,
  data_set varchar(28) not null,
  layout jsonb not null,
  template bytea,
  template_name varchar(200),
  create_user bigint not null,
  create_time timestamptz not null default now(),
  primary key (report_id, version_no),
  check ((kind = 'form') = (template is not null))
);

create table report_schedule (
  id bigint generated always as identity primary key,
  report_id bigint not null references report_design (id),
  user_id bigint not null,
  rhythm varchar(20) not null check (rhythm in ('daily', 'weekly', 'monthly')),
  day integer check (day between 1 and 31),
  time time not null,
  format varchar(20) not null check (format in ('xlsx', 'pdf')),
  asked jsonb not null,
  next_time timestamptz not null,
  create_time timestamptz not null default now(),
  check ((rhythm = 'daily') = (day is null)),
  check (rhythm <> 'weekly' or day <= 7)
);
create index report_schedule_due on report_schedule (next_time);
create index report_schedule_user on report_schedule (user_id, report_id);

-- What schedules have brought, for the one who asked for it.
create table report_result (
  id bigint generated always as identity primary key,
  report_id bigint not null references report_design (id),
  user_id bigint not null,
  file_name varchar(200) not null,
  content bytea not null,
  create_time timestamptz not null default now()
);
create index report_result_user on report_result (user_id, report_id, create_time desc);
create index report_result_age on report_result (create_time);
