-- Parameters, serial numbers, dictionaries, regions.

create table parameter (
  id bigint generated always as identity primary key,
  param_name varchar(100) not null,
  param_key varchar(100) not null,
  param_value varchar(500) not null,
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
create unique index parameter_key on parameter (param_key) where is_deleted = 0;

create table serial_rule (
  id bigint generated always as identity primary key,
  serial_key varchar(30) not null,
  serial_name varchar(50) not null,
  prefix varchar(10),
  date_pattern varchar(20) not null check (date_pattern in ('none', 'yyyy', 'yyyyMM', 'yyyyMMdd')),
  seq_length integer not null check (seq_length between 2 and 8),
  reset_cycle varchar(20) not null check (reset_cycle in ('none', 'year', 'month', 'day')),
  step integer not null check (step between 1 and 100),
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
create unique index serial_rule_key on serial_rule (serial_key) where is_deleted = 0;

-- Where each sequence stands. A period is never reopened, so a number cannot come back when a rule or the clock changes.
create table serial_counter (
  serial_key varchar(30) not null,
  scope varchar(60) not null,
  period varchar(8) not null,
  value bigint not null,
  primary key (serial_key, scope, period)
);

create table dictionary (
  id bigint generated always as identity primary key,
  code varchar(50) not null,
  dict_key varchar(50) not null,
  dict_value varchar(100) not null,
  dict_value_en varchar(100),
  parent_id bigint references dictionary,
  sort integer not null,
  is_sealed varchar(20) not null default '0' check (is_sealed in ('0', '1')),
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
create unique index dictionary_key on dictionary (code, dict_key) where is_deleted = 0;
create index dictionary_parent on dictionary (parent_id, sort);

create table business_dictionary (
  id bigint generated always as identity primary key,
  code varchar(50) not null,
  dict_key varchar(50) not null,
  dict_value varchar(100) not null,
  dict_value_en varchar(100),
  parent_id bigint references business_dictionary,
  sort integer not null,
  is_sealed varchar(20) not null default '0' check (is_sealed in ('0', '1')),
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
create unique index business_dictionary_key on business_dictionary (tenant_id, code, dict_key) where is_deleted = 0;
create index business_dictionary_parent on business_dictionary (parent_id, sort);

create table region (
  id bigint generated always as identity primary key,
  code varchar(12) not null constraint region_code_digits check (code ~ '^\d{2,12}$'),
  parent_code varchar(12) not null,
  name varchar(50) not null,
  full_name varchar(200),
  region_level varchar(20) not null check (region_level in ('0', '1', '2', '3', '4', '5')),
  sort integer,
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
create unique index region_code on region (code) where is_deleted = 0;
create index region_parent on region (parent_code, code);
