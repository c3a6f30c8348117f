-- Assessments: applications, candidates, assessors, grades, certificates.
create table assessor (
  id bigint generated always as identity primary key,
  assessor_no varchar(12),
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
  assessor_type_id bigint not null,
  assessor_level varchar(20) not null check (assessor_level in ('1', '2')),
  card_no varchar(30) not null,
  card_start_date date not null,
  card_expire_date date not null,
  occupation_codes text[] not null,
  work_unit varchar(100) not null,
  bank_name varchar(100),
  bank_account text,
  bank_account_hash varchar(43),
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

create table assessor_assignment (
  id bigint generated always as identity primary key,
  test_apply_id bigint not null,
  apply_side varchar(20) not null check (apply_side in ('1', '2')),
  assessor_id bigint not null,
  assessor_name varchar(50),
  duty varchar(20) not null check (duty in ('1', '2', '3')),
  subject varchar(20) not null check (subject in ('1', '2', '3')),
  is_drawn varchar(20) check (is_drawn in ('0', '1')),
  fee numeric(8,2),
  sign_time timestamptz,
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

create table assessor_type (
  id bigint generated always as identity primary key,
  type_no varchar(10) not null,
  type_name varchar(50) not null,
  allow_levels text[] not null,
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

create table certificate (
  id bigint generated always as identity primary key,
  cert_no varchar(22),
  cert_kind varchar(20) check (cert_kind in ('1', '2', '3', '4', '5', '6')),
  student_id bigint,
  class_id bigint,
  test_apply_id bigint,
  org_id bigint,
  name varchar(50),
  id_number text,
  id_number_hash varchar(43),
  course_id bigint,
  course_name varchar(100),
  occupation_code varchar(14),
  occupation_name varchar(100),
  level varchar(20) check (level in ('0', '1', '2', '3', '4', '5')),
  train_hours numeric(6,1),
  train_start_date date,
  train_end_date date,
  theory_score numeric(5,2),
  practice_score numeric(5,2),
  total_score numeric(5,2),
  org_name varchar(100),
  issue_org varchar(100),
  issue_date date,
  expire_date date,
  photo_att_id bigint,
  verify_code varchar(8),
  print varchar(20) check (print in ('0', '1')),
  is_valid varchar(20) check (is_valid in ('isValid', 'unValid')),
  invalid_reason varchar(200),
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

create table grade (
  id bigint generated always as identity primary key,
  student_id bigint not null,
  name varchar(50),
  id_number text,
  id_number_hash varchar(43),
  class_id bigint,
  org_id bigint,
  test_apply_id bigint not null,
  course_id bigint,
  course_name varchar(100),
  occupation_code varchar(14),
  occupation_name varchar(100),
  level varchar(20) check (level in ('0', '1', '2', '3', '4', '5')),
  theory_score numeric(5,2),
  practice_score numeric(5,2),
  review_score numeric(5,2),
  total_score numeric(5,2),
  grade_band varchar(20) check (grade_band in ('excellent', 'good', 'pass', 'fail')),
  result varchar(20) check (result in ('0', '1', '2', '3')),
  is_absent varchar(20) not null check (is_absent in ('0', '1')),
  is_cheat varchar(20) not null check (is_cheat in ('0', '1')),
  test_times integer,
  keep_theory date,
  keep_practice date,
  examinee_no varchar(20),
  scorer_id bigint,
  checker_id bigint,
  grade_status varchar(20) check (grade_status in ('0', '1', '2')),
  publish_time timestamptz,
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

create table test_application (
  id bigint generated always as identity primary key,
  test_apply_no varchar(20),
  class_id bigint not null,
  org_id bigint,
  course_id bigint,
  course_name varchar(100),
  occupation_code varchar(14),
  occupation_name varchar(100),
  level varchar(20) check (level in ('0', '1', '2', '3', '4', '5')),
  test_kind varchar(20) not null check (test_kind in ('1', '2')),
  test_mode varchar(20) not null check (test_mode in ('1', '2', '3', '4', '5')),
  eval_org_name varchar(100),
  wish_test_date date not null,
  test_date date,
  test_place varchar(200) not null,
  subjects text[] not null,
  student_count integer,
  print varchar(20) check (print in ('0', '1')),
  confirm_type varchar(20) check (confirm_type in ('Invalidate', 'unSubmit', 'back', 'unConfirm', 'Confirm')),
  reason varchar(500),
  grade_status varchar(20) check (grade_status in ('0', '1', '2')),
  commit_time timestamptz,
  confirm_user bigint,
  confirm_time timestamptz,
  confirm_opinion varchar(500),
  back_reason varchar(500),
  commit_user bigint,
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

create table test_candidate (
  id bigint generated always as identity primary key,
  test_apply_id bigint not null,
  student_id bigint not null,
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
  candidates_source_id bigint not null,
  condition_id bigint,
  attendance_rate numeric(5,2),
  photo_att_id bigint,
  is_eligible varchar(20) check (is_eligible in ('0', '1')),
  un_eligible_reason varchar(200),
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

create unique index assessor_type_no on assessor_type (type_no) where is_deleted = 0;
alter table assessor add constraint assessor_type_fk foreign key (assessor_type_id) references assessor_type (id);
create unique index assessor_id_number on assessor (id_number_hash) where is_deleted = 0;
create unique index assessor_no on assessor (assessor_no) where is_deleted = 0;
create unique index assessor_card_no on assessor (card_no) where is_deleted = 0;
create index assessor_name on assessor using gin (grams(name));

create unique index test_application_no on test_application (test_apply_no);
-- One live first assessment a class.
create unique index test_application_first on test_application (class_id) where is_deleted = 0 and test_kind = '1' and confirm_type <> 'Invalidate';
create index test_application_org on test_application (org_id, wish_test_date, id) where is_deleted = 0;
create index test_application_queue on test_application (confirm_type, wish_test_date, id) where is_deleted = 0;
create index test_application_class on test_application (class_id) where is_deleted = 0;
alter table test_application add constraint test_application_return_reason check (confirm_type <> 'back' or back_reason is not null);

alter table test_candidate add constraint test_candidate_application_fk foreign key (test_apply_id) references test_application (id);
create unique index test_candidate_student on test_candidate (test_apply_id, student_id) where is_deleted = 0;
create index test_candidate_by_student on test_candidate (student_id) where is_deleted = 0;

alter table assessor_assignment add constraint assessor_assignment_application_fk foreign key (test_apply_id) references test_application (id);
alter table assessor_assignment add constraint assessor_assignment_assessor_fk foreign key (assessor_id) references assessor (id);
create unique index assessor_assignment_once on assessor_assignment (test_apply_id, assessor_id, subject) where is_deleted = 0;
create index assessor_assignment_assessor on assessor_assignment (assessor_id) where is_deleted = 0;

alter table grade add constraint grade_application_fk foreign key (test_apply_id) references test_application (id);
create unique index grade_student on grade (student_id, test_apply_id) where is_deleted = 0;
create unique index grade_examinee_no on grade (examinee_no) where is_deleted = 0;
create index grade_application on grade (test_apply_id, examinee_no) where is_deleted = 0;
create index grade_org on grade (org_id, test_apply_id desc, examinee_no) where is_deleted = 0;
create index grade_class on grade (class_id) where is_deleted = 0;
create index grade_id_number on grade (id_number_hash) where is_deleted = 0;
create index grade_name on grade using gin (grams(name));
-- Score entry and score check by two persons.
alter table grade add constraint grade_two_persons check (checker_id is null or scorer_id is null or checker_id <> scorer_id);

create unique index certificate_no on certificate (cert_kind, cert_no);
create unique index certificate_student on certificate (student_id, test_apply_id) where is_valid = 'isValid' and is_deleted = 0;
create unique index certificate_person on certificate (id_number_hash, occupation_code, level, cert_kind) where is_valid = 'isValid' and is_deleted = 0 and cert_kind <> '6';
create index certificate_order on certificate (issue_date desc, cert_no, id) where is_deleted = 0;
create index certificate_org on certificate (org_id, issue_date desc, cert_no) where is_deleted = 0;
create index certificate_class on certificate (class_id) where is_deleted = 0;
create index certificate_id_number on certificate (id_number_hash) where is_deleted = 0;
create index certificate_name on certificate using gin (grams(name));
alter table certificate add constraint certificate_revocation_reason check (is_valid = 'isValid' or invalid_reason is not null);
