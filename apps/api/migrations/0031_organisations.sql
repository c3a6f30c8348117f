create table organisation (
  id bigint generated always as identity primary key,
  org_no varchar(5),
  org_name varchar(100) not null,
  org_short_name varchar(30),
  credit_code varchar(18) not null,
  org_type varchar(20) not null check (org_type in ('1', '2', '3', '4', '5', '6', '7', '8')),
  license_no varchar(40),
  license_start_date date,
  license_expire_date date,
  eval_org_code varchar(13),
  region_code varchar(12) not null,
  address varchar(200) not null,
  legal_person varchar(50) not null,
  legal_id_number text,
  legal_id_number_hash varchar(43),
  legal_phone text,
  legal_phone_hash varchar(43),
  contact varchar(50) not null,
  contact_phone text not null,
  contact_phone_hash varchar(43) not null,
  email varchar(100),
  establish_date date,
  registered_capital numeric(12,2),
  site_area numeric(10,2),
  train_scope text not null,
  credit_grade varchar(20) check (credit_grade in ('A', 'B', 'C', 'D')),
  bank_name varchar(100),
  bank_account text,
  bank_account_hash varchar(43),
  bank_account_name varchar(100),
  account varchar(30) not null,
  state varchar(20) not null check (state in ('unConfirm', 'isUser', 'back', 'unUser', 'Invalidate')),
  state_reason varchar(500),
  intro text,
  logo_att_id bigint,
  commit_time timestamptz,
  confirm_user bigint,
  confirm_time timestamptz,
  confirm_opinion varchar(500),
  back_reason varchar(500),
  change_pending varchar(20) default '0' not null check (change_pending in ('0', '1')),
  pending_change jsonb,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint organisation_license_period check (license_expire_date > license_start_date),
  constraint organisation_site_area check (site_area >= 0),
  constraint organisation_active_has_no check (state <> 'isUser' or org_no is not null),
  constraint organisation_pending check ((change_pending = '1') = (pending_change is not null))
);

create unique index organisation_credit_code on organisation (credit_code) where is_deleted = 0;
create unique index organisation_name on organisation (tenant_id, org_name) where is_deleted = 0;
create unique index organisation_no on organisation (org_no) where org_no is not null;
create unique index organisation_account on organisation (lower(account)) where is_deleted = 0;
create unique index organisation_license on organisation (license_no) where is_deleted = 0 and license_no is not null;
create index organisation_order on organisation ((state = 'unConfirm' or change_pending = '1') desc, create_time desc, id desc);
create index organisation_license_expire on organisation (license_expire_date);
create index organisation_name_grams on organisation using gin (grams(org_name));

create table organisation_document (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation (id),
  attach_type varchar(20) not null check (attach_type in ('10', '99', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  att_id bigint not null,
  file_name varchar(200) not null,
  file_type varchar(12) not null,
  file_size integer not null,
  att_link varchar(500) not null,
  prj_id varchar(20),
  flow_node varchar(30),
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
  remark varchar(500)
);

create unique index organisation_document_key on organisation_document (org_id, attach_type, att_id) where is_deleted = 0;
create index organisation_document_org on organisation_document (org_id, attach_type, create_time desc);
create index organisation_document_order on organisation_document (attach_type, create_time desc, id desc);
create index organisation_document_expire on organisation_document (expire_date) where is_deleted = 0 and is_valid = 'isValid';
create index organisation_document_file on organisation_document (att_id);

create table classroom (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation (id),
  classroom_no varchar(20) not null,
  classroom_name varchar(100) not null,
  classroom_type varchar(20) not null check (classroom_type in ('1', '2', '3', '9')),
  address varchar(200) not null,
  area numeric(8,2) not null,
  capacity integer not null,
  workstation_count integer,
  equipment text,
  ownership varchar(20) not null check (ownership in ('1', '2')),
  lease_expire_date date,
  fire_safe varchar(20) not null check (fire_safe in ('isValid', 'unValid')),
  is_valid varchar(20) not null check (is_valid in ('isValid', 'unValid')),
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
  constraint classroom_capacity check (capacity between 1 and 500),
  constraint classroom_workstations check (classroom_type <> '2' or workstation_count > 0),
  constraint classroom_lease check (ownership <> '2' or lease_expire_date is not null)
);

create unique index classroom_no on classroom (org_id, classroom_no) where is_deleted = 0;
create index classroom_name_grams on classroom using gin (grams(classroom_name));

create table organisation_course (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation (id),
  course_id bigint not null,
  course_name varchar(100) not null,
  occupation_code varchar(14) not null,
  occupation_name varchar(100) not null,
  level varchar(20) not null check (level in ('0', '1', '2', '3', '4', '5')),
  course_hours numeric(6,1) not null,
  theory_hours numeric(6,1) not null,
  practice_hours numeric(6,1) not null,
  textbook varchar(200),
  charge_standard numeric(10,2) not null,
  is_valid varchar(20) not null check (is_valid in ('isValid', 'unValid')),
  commit_time timestamptz,
  confirm_user bigint,
  confirm_time timestamptz,
  confirm_opinion varchar(500),
  back_reason varchar(500),
  confirm_status varchar(20) not null check (confirm_status in ('unConfirm', 'Confirm', 'back')),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint organisation_course_hours check (theory_hours + practice_hours = course_hours),
  constraint organisation_course_charge check (charge_standard >= 0)
);

create unique index organisation_course_key on organisation_course (org_id, course_id) where is_deleted = 0;
create index organisation_course_order on organisation_course (org_id, occupation_code, level desc, id);
create index organisation_course_course on organisation_course (course_id);
create index organisation_course_pending on organisation_course (commit_time) where is_deleted = 0 and confirm_status = 'unConfirm';

create table organisation_teacher (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation (id),
  teacher_id bigint not null,
  teacher_name varchar(50) not null,
  teacher_kind varchar(20) not null check (teacher_kind in ('1', '2')),
  hire_id bigint not null,
  course_ids bigint[] not null,
  is_valid varchar(20) not null check (is_valid in ('isValid', 'unValid')),
  commit_time timestamptz,
  confirm_user bigint,
  confirm_time timestamptz,
  confirm_opinion varchar(500),
  back_reason varchar(500),
  confirm_status varchar(20) not null check (confirm_status in ('unConfirm', 'Confirm', 'back')),
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

create unique index organisation_teacher_key on organisation_teacher (org_id, teacher_id) where is_deleted = 0;
-- A person may be full-time at one institution only.
create unique index organisation_teacher_full_time on organisation_teacher (teacher_id) where is_deleted = 0 and teacher_kind = '1' and is_valid = 'isValid' and confirm_status <> 'back';
create index organisation_teacher_order on organisation_teacher (org_id, teacher_kind, teacher_name, id);
create index organisation_teacher_teacher on organisation_teacher (teacher_id);
create index organisation_teacher_courses on organisation_teacher using gin (course_ids);
create index organisation_teacher_hire on organisation_teacher (hire_id);
create index organisation_teacher_pending on organisation_teacher (commit_time) where is_deleted = 0 and confirm_status = 'unConfirm';
