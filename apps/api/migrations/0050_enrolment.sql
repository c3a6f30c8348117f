-- Sign-ups, rosters, student accounts and fees. «Live» rows are neither removed nor void.

create table sign_up (
  id bigint generated always as identity primary key,
  sign_no varchar(20) not null,
  class_id bigint not null,
  org_id bigint not null,
  name varchar(50) not null,
  id_type varchar(20) not null check (id_type in ('1', '2', '3', '4', '9')),
  id_number text not null,
  id_number_hash varchar(43) not null,
  sex varchar(20) check (sex in ('0', '1', '2', '9')),
  birthday date,
  nation varchar(20) check (nation in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '30', '31', '32', '33', '34', '35', '36', '37', '38', '39', '40', '41', '42', '43', '44', '45', '46', '47', '48', '49', '50', '51', '52', '53', '54', '55', '56', '97', '98')),
  education varchar(20) not null check (education in ('10', '20', '30', '40', '60', '70', '80', '90')),
  phone text not null,
  phone_hash varchar(43) not null,
  person_category varchar(20) not null check (person_category in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '99')),
  category_att_id bigint,
  sign_source varchar(20) not null check (sign_source in ('1', '2', '3', '4')),
  is_re_sign varchar(20) not null check (is_re_sign in ('0', '1')),
  origin_sign_id bigint,
  re_sign_reason varchar(200),
  re_sign_kind varchar(20) check (re_sign_kind in ('1', '2', '3')),
  re_sign_count integer check (re_sign_count > 0),
  ent_id bigint,
  confirm_status varchar(20) not null check (confirm_status in ('Invalidate', 'unSubmit', 'back', 'unConfirm', 'Confirm')),
  commit_time timestamptz,
  confirm_user bigint,
  confirm_time timestamptz,
  confirm_opinion varchar(500),
  back_reason varchar(500),
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

-- One person signs up once for a class; a make-up sign-up (kind 3) stands beside the accepted first one.
create unique index sign_up_person on sign_up (class_id, id_number_hash)
  where is_deleted = 0 and confirm_status in ('unSubmit', 'unConfirm', 'Confirm') and coalesce(re_sign_kind, '') <> '3';
create unique index sign_up_make_up on sign_up (class_id, id_number_hash)
  where is_deleted = 0 and confirm_status in ('unSubmit', 'unConfirm') and re_sign_kind = '3';
create unique index sign_up_again on sign_up (origin_sign_id, class_id) where is_deleted = 0 and confirm_status <> 'Invalidate';
create unique index sign_up_no on sign_up (sign_no);
create index sign_up_org on sign_up (org_id, (confirm_status <> 'unConfirm'), create_time, id) where is_deleted = 0;
create index sign_up_pending on sign_up ((confirm_status <> 'unConfirm'), create_time, id) where is_deleted = 0;
create index sign_up_class on sign_up (class_id, confirm_status) where is_deleted = 0;
create index sign_up_who on sign_up (id_number_hash) where is_deleted = 0;
create index sign_up_enterprise on sign_up (ent_id) where is_deleted = 0 and ent_id is not null;
create index sign_up_name on sign_up using gin (grams(name));

create table student (
  id bigint generated always as identity primary key,
  student_no varchar(24),
  class_id bigint not null,
  org_id bigint not null,
  account_id bigint,
  sign_id bigint,
  roster_source varchar(20) not null check (roster_source in ('1', '2', '3', '4')),
  name varchar(50) not null,
  id_type varchar(20) not null check (id_type in ('1', '2', '3', '4', '9')),
  id_number text not null,
  id_number_hash varchar(43) not null,
  sex varchar(20) check (sex in ('0', '1', '2', '9')),
  birthday date,
  nation varchar(20) check (nation in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '30', '31', '32', '33', '34', '35', '36', '37', '38', '39', '40', '41', '42', '43', '44', '45', '46', '47', '48', '49', '50', '51', '52', '53', '54', '55', '56', '97', '98')),
  education varchar(20) not null check (education in ('10', '20', '30', '40', '60', '70', '80', '90')),
  phone text not null,
  phone_hash varchar(43) not null,
  photo_att_id bigint,
  region_code varchar(12) not null,
  hukou_type varchar(20) not null check (hukou_type in ('1', '2')),
  address varchar(200),
  politics varchar(20) check (politics in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13')),
  health varchar(20) check (health in ('1', '2', '3', '6')),
  person_category varchar(20) not null check (person_category in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '99')),
  category_att_id bigint,
  work_unit varchar(100),
  work_unit_code varchar(18),
  work_years integer,
  current_cert_no varchar(40),
  current_level varchar(20) check (current_level in ('0', '1', '2', '3', '4', '5')),
  is_insured varchar(20) check (is_insured in ('0', '1', '2')),
  is_contract varchar(20) check (is_contract in ('0', '1', '2')),
  is_difficulty varchar(20) check (is_difficulty in ('0', '1', '2')),
  bank_name varchar(100),
  bank_account text,
  bank_account_hash varchar(43),
  attend_hours numeric(7,2),
  attendance_rate numeric(5,2),
  grade_result varchar(20) check (grade_result in ('0', '1', '2', '3')),
  cert_id bigint,
  subsidy_status varchar(20) check (subsidy_status in ('none', 'unSubmit', 'back', 'firstTrial', 'reTrial', 'compile')),
  confirm_status varchar(20) not null check (confirm_status in ('Invalidate', 'unSubmit', 'back', 'unConfirm', 'Confirm')),
  quit_date date,
  quit_reason varchar(200),
  commit_time timestamptz,
  confirm_user bigint,
  confirm_time timestamptz,
  confirm_opinion varchar(500),
  back_reason varchar(500),
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

create unique index student_person on student (class_id, id_number_hash) where is_deleted = 0 and confirm_status <> 'Invalidate';
-- Numbers are never used again; the operator class lets a class find its last one by prefix.
create unique index student_number on student (student_no varchar_pattern_ops);
create index student_list on student (class_id desc, student_no, id desc) where is_deleted = 0;
create index student_org on student (org_id, class_id desc, student_no, id desc) where is_deleted = 0;
create index student_pending on student (class_id, id) where is_deleted = 0 and confirm_status = 'unConfirm';
create index student_who on student (id_number_hash) where is_deleted = 0;
create index student_phone on student (phone_hash) where is_deleted = 0;
create index student_sign on student (sign_id) where sign_id is not null;
create index student_cert on student (cert_id) where cert_id is not null;
create index student_name on student using gin (grams(name));

create table student_account (
  id bigint generated always as identity primary key,
  user_id bigint,
  account text not null,
  account_hash varchar(43) not null,
  name varchar(50) not null,
  id_type varchar(20) not null check (id_type in ('1', '2', '3', '4', '9')),
  id_number text not null,
  id_number_hash varchar(43) not null,
  sex varchar(20) check (sex in ('0', '1', '2', '9')),
  birthday date,
  nation varchar(20) check (nation in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '30', '31', '32', '33', '34', '35', '36', '37', '38', '39', '40', '41', '42', '43', '44', '45', '46', '47', '48', '49', '50', '51', '52', '53', '54', '55', '56', '97', '98')),
  education varchar(20) not null check (education in ('10', '20', '30', '40', '60', '70', '80', '90')),
  phone text not null,
  phone_hash varchar(43) not null,
  email varchar(100),
  is_real_name varchar(20) not null check (is_real_name in ('0', '1')),
  reg_time timestamptz not null,
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

create unique index student_account_person on student_account (id_number_hash) where is_deleted = 0;
create unique index student_account_phone on student_account (phone_hash) where is_deleted = 0;
create unique index student_account_account on student_account (account_hash) where is_deleted = 0;
create index student_account_list on student_account (reg_time desc, id desc) where is_deleted = 0;
create index student_account_name_grams on student_account using gin (grams(name));

create table student_fee (
  id bigint generated always as identity primary key,
  student_id bigint not null,
  class_id bigint not null,
  org_id bigint not null,
  fee_kind varchar(20) not null check (fee_kind in ('1', '2', '3', '4')),
  amount numeric(10,2) not null,
  pay_date date not null,
  pay_method varchar(20) not null check (pay_method in ('1', '2', '3')),
  invoice_no varchar(30),
  invoice_att_id bigint,
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

alter table student_fee add constraint student_fee_sign check (amount <> 0 and (amount < 0) = (fee_kind = '4'));
create unique index student_fee_entry on student_fee (student_id, fee_kind, pay_date, invoice_no) nulls not distinct where is_deleted = 0;
create unique index student_fee_invoice on student_fee (org_id, invoice_no) where is_deleted = 0 and invoice_no is not null;
create index student_fee_list on student_fee (org_id, pay_date desc, id desc) where is_deleted = 0;
create index student_fee_class on student_fee (class_id) where is_deleted = 0;
