create table candidate_source (
  id bigint generated always as identity primary key,
  source_no varchar(10) not null,
  source_name varchar(50) not null,
  sort integer not null,
  is_valid varchar(20) not null check (is_valid in ('isValid', 'unValid')),
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

create unique index candidate_source_no on candidate_source (source_no) where is_deleted = 0;
create unique index candidate_source_name on candidate_source (source_name) where is_deleted = 0;

create table declare_condition (
  id bigint generated always as identity primary key,
  occupation_code varchar(14) not null,
  occupation_name varchar(100) not null,
  level varchar(20) not null check (level in ('0', '1', '2', '3', '4', '5')),
  condition_no integer not null,
  condition_text text not null,
  min_work_years integer,
  prev_level varchar(20) check (prev_level in ('0', '1', '2', '3', '4', '5')),
  prev_years integer,
  min_education varchar(20) check (min_education in ('10', '20', '30', '40', '60', '70', '80', '90')),
  min_age integer not null,
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

create unique index declare_condition_no on declare_condition (occupation_code, level, condition_no) where is_deleted = 0;

create table startup_type (
  id bigint generated always as identity primary key,
  type_no varchar(10) not null,
  type_name varchar(50) not null,
  min_hours numeric(6,1) not null,
  max_class_size integer not null,
  rank integer not null,
  is_valid varchar(20) not null check (is_valid in ('isValid', 'unValid')),
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

create unique index startup_type_no on startup_type (type_no) where is_deleted = 0;

create table course (
  id bigint generated always as identity primary key,
  course_no varchar(20) not null,
  course_name varchar(100) not null,
  occupation_code varchar(14) not null,
  occupation_name varchar(100) not null,
  level varchar(20) not null check (level in ('0', '1', '2', '3', '4', '5')),
  occup_class varchar(20) not null check (occup_class in ('A', 'B', 'C')),
  train_kind varchar(20) not null check (train_kind in ('10', '99', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  cert_kind varchar(20) not null check (cert_kind in ('1', '2', '3', '4', '5', '6')),
  min_hours numeric(6,1) not null,
  practice_ratio numeric(4,2) not null,
  is_shortage varchar(20) not null check (is_shortage in ('0', '1')),
  declare_condition_id bigint references declare_condition (id),
  entrepreneurial_type_id bigint references startup_type (id),
  valid_year integer not null,
  is_valid varchar(20) not null check (is_valid in ('isValid', 'unValid')),
  outline text,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint course_startup_type check (train_kind <> '05' or entrepreneurial_type_id is not null),
  constraint course_practice_ratio check (practice_ratio between 0 and 1),
  constraint course_min_hours check (min_hours > 0)
);

create unique index course_no on course (course_no) where is_deleted = 0;
create unique index course_key on course (occupation_code, occupation_name, level, train_kind, valid_year) where is_deleted = 0;
create index course_order on course (valid_year desc, occupation_code, level desc, id);
create index course_condition on course (declare_condition_id);
create index course_startup on course (entrepreneurial_type_id);
create index course_name_grams on course using gin (grams(course_name));
create index course_occupation_grams on course using gin (grams(occupation_name));

create table course_subsidy_file (
  id bigint generated always as identity primary key,
  course_id bigint not null references course (id),
  file_no varchar(60) not null,
  file_title varchar(200) not null,
  issue_org varchar(100) not null,
  issue_date date not null,
  effect_date date not null,
  expire_date date,
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
  constraint course_subsidy_file_period check (expire_date > effect_date)
);

create unique index course_subsidy_file_no on course_subsidy_file (course_id, file_no) where is_deleted = 0;
create index course_subsidy_file_order on course_subsidy_file (effect_date desc, id desc);

-- The last day of a standard is included, hence '[]'.
create table subsidy_standard (
  id bigint generated always as identity primary key,
  course_id bigint not null references course (id),
  subsidy_file_id bigint not null references course_subsidy_file (id),
  subsidy_kind varchar(20) not null check (subsidy_kind in ('10', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  occup_class varchar(20) not null check (occup_class in ('A', 'B', 'C')),
  level varchar(20) not null check (level in ('0', '1', '2', '3', '4', '5')),
  standard_amount numeric(10,2) not null,
  shortage_rate numeric(5,4),
  pay_target varchar(20) not null check (pay_target in ('1', '2', '3')),
  effect_date date not null,
  expire_date date,
  is_valid varchar(20) not null check (is_valid in ('isValid', 'unValid')),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint subsidy_standard_amount check (standard_amount > 0),
  constraint subsidy_standard_rate check (shortage_rate between 0 and 0.3),
  constraint subsidy_standard_period check (expire_date >= effect_date),
  constraint subsidy_standard_overlap
    exclude using gist (course_id with =, subsidy_kind with =, pay_target with =, daterange(effect_date, expire_date, '[]') with &&)
    where (is_deleted = 0 and is_valid = 'isValid')
);

create index subsidy_standard_order on subsidy_standard (course_id, effect_date desc, id desc);
create index subsidy_standard_file on subsidy_standard (subsidy_file_id);

create table teacher (
  id bigint generated always as identity primary key,
  teacher_no varchar(12) not null,
  name varchar(50) not null,
  id_type varchar(20) not null check (id_type in ('1', '2', '3', '4', '9')),
  id_number text not null,
  id_number_hash varchar(43) not null,
  sex varchar(20) check (sex in ('0', '1', '2', '9')),
  birthday date,
  nation varchar(20) check (nation in ('10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '30', '31', '32', '33', '34', '35', '36', '37', '38', '39', '40', '41', '42', '43', '44', '45', '46', '47', '48', '49', '50', '51', '52', '53', '54', '55', '56', '97', '98', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  education varchar(20) not null check (education in ('10', '20', '30', '40', '60', '70', '80', '90')),
  phone text not null,
  phone_hash varchar(43) not null,
  title varchar(50),
  title_level varchar(20) check (title_level in ('1', '2', '3', '4')),
  skill_level varchar(20) check (skill_level in ('0', '1', '2', '3', '4', '5')),
  occupation_code varchar(14),
  cert_no varchar(40),
  trainer_cert_no varchar(40),
  teach_subject varchar(200) not null,
  work_unit varchar(100),
  email varchar(100),
  photo_att_id bigint,
  data_source varchar(20) not null check (data_source in ('1', '2')),
  sync_time timestamptz,
  is_valid varchar(20) not null check (is_valid in ('isValid', 'unValid')),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint teacher_qualified check (title is not null or skill_level is not null)
);

create unique index teacher_id_number on teacher (id_number_hash) where is_deleted = 0;
create unique index teacher_no on teacher (teacher_no) where is_deleted = 0;
create index teacher_order on teacher (name, id);
create index teacher_name_grams on teacher using gin (grams(name));

-- One contract of a pair at a time, and full-time at one institution only.
create table teacher_hire (
  id bigint generated always as identity primary key,
  teacher_id bigint not null references teacher (id),
  org_id bigint not null,
  teacher_kind varchar(20) not null check (teacher_kind in ('1', '2')),
  start_date date not null,
  end_date date not null,
  contract_att_id bigint,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint teacher_hire_period check (end_date > start_date),
  constraint teacher_hire_overlap
    exclude using gist (teacher_id with =, org_id with =, daterange(start_date, end_date, '[]') with &&) where (is_deleted = 0),
  constraint teacher_hire_full_time
    exclude using gist (teacher_id with =, org_id with <>, daterange(start_date, end_date, '[]') with &&)
    where (is_deleted = 0 and teacher_kind = '1')
);

create index teacher_hire_org on teacher_hire (org_id, end_date desc, id desc);
create index teacher_hire_teacher on teacher_hire (teacher_id, end_date desc);
create index teacher_hire_end on teacher_hire (end_date desc, id desc);

create table teacher_engagement (
  id bigint generated always as identity primary key,
  teacher_id bigint not null references teacher (id),
  org_name varchar(100) not null,
  course_name varchar(100) not null,
  level varchar(20) check (level in ('0', '1', '2', '3', '4', '5')),
  class_id bigint,
  teach_hours numeric(6,1),
  start_date date not null,
  end_date date,
  source_kind varchar(20) not null check (source_kind in ('1', '2')),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint teacher_engagement_period check (end_date >= start_date)
);

create unique index teacher_engagement_key on teacher_engagement (teacher_id, org_name, course_name, start_date) where is_deleted = 0;
create index teacher_engagement_order on teacher_engagement (start_date desc, id desc);
