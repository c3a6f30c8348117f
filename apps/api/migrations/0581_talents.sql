-- Skilled workers of the county, and the studies that they are sent to.
create table technician (
  id bigint generated always as identity primary key,
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
  ent_id bigint,
  work_unit varchar(100) not null,
  occupation_name varchar(100) not null,
  level varchar(20) not null check (level in ('1', '2', '3')),
  cert_no varchar(22) not null,
  issue_date date not null,
  cert_id bigint references certificate (id),
  honor varchar(200),
  studio_name varchar(100),
  talent_level varchar(20) check (talent_level in ('1', '2', '3', '4')),
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
  remark varchar(500)
);
create unique index technician_once on technician (id_number_hash, occupation_name, level) where is_deleted = 0;
create index technician_order on technician (level, issue_date desc, id) where is_deleted = 0;
create index technician_enterprise on technician (ent_id, level, issue_date desc, id) where is_deleted = 0;
create index technician_date on technician (issue_date, id) where is_deleted = 0;
create index technician_unit_name on technician (work_unit, id) where is_deleted = 0;
create index technician_person_name on technician (name, id) where is_deleted = 0;
create index technician_certificate on technician (cert_id) where cert_id is not null;
create index technician_name on technician using gin (grams(name));
create index technician_work_unit on technician using gin (grams(work_unit));
create index technician_create_time on technician (create_time, id) where is_deleted = 0;
-- The certificates that skilled workers are found by.
create index certificate_high_skilled on certificate (id_number_hash, occupation_name, level, issue_date desc, id desc)
  where is_deleted = 0 and is_valid = 'isValid' and level in ('1', '2', '3') and cert_kind in ('1', '2');

create table jsyx_record (
  id bigint generated always as identity primary key,
  technician_id bigint not null references technician (id),
  year integer not null check (year between 2000 and 2100),
  project_name varchar(100) not null,
  hold_org varchar(100) not null,
  start_date date not null,
  end_date date not null,
  study_hours numeric(6,1) not null check (study_hours > 0),
  result varchar(20) not null check (result in ('1', '2')),
  achievement text,
  subsidy_amount numeric(10,2) check (subsidy_amount >= 0),
  unit_id bigint references organisation (id),
  unit_name varchar(100) not null default '',
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
  constraint jsyx_record_days check (start_date <= end_date),
  constraint jsyx_record_reviewers check (first_user <> re_user)
);
create unique index jsyx_record_once on jsyx_record (technician_id, year, project_name) where is_deleted = 0;
create index jsyx_record_order on jsyx_record (year desc, start_date desc, id) where is_deleted = 0;
create index jsyx_record_unit on jsyx_record (unit_id, year desc, start_date desc, id) where is_deleted = 0;
create index jsyx_record_start on jsyx_record (start_date, id) where is_deleted = 0;
create index jsyx_record_hours on jsyx_record (study_hours, id) where is_deleted = 0;
create index jsyx_record_commit on jsyx_record (commit_time, id) where is_deleted = 0;
create index jsyx_record_project on jsyx_record using gin (grams(project_name));
create index jsyx_record_create_time on jsyx_record (create_time, id) where is_deleted = 0;
