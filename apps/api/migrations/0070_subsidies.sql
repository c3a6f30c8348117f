-- Claims: head, rows, findings, what a person has been granted, payment results.
create table finding (
  id bigint generated always as identity primary key,
  biz_type varchar(20) check (biz_type in ('course', 'class', 'testApply', 'subsidyApply', 'entSubsidyApply')),
  biz_id varchar(20),
  detail_id varchar(20),
  rule_code varchar(10),
  rule_name varchar(100),
  rule_name_en varchar(100),
  severity varchar(20) check (severity in ('1', '2', '3')),
  is_pass varchar(20) check (is_pass in ('0', '1')),
  expect_value varchar(200),
  actual_value varchar(200),
  message varchar(500),
  message_en varchar(500),
  evidence jsonb,
  run_no varchar(30),
  run_time timestamptz,
  is_ignored varchar(20) check (is_ignored in ('0', '1')),
  ignore_reason varchar(200),
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

create table subsidy_application (
  id bigint generated always as identity primary key,
  apply_no varchar(20),
  org_id bigint,
  class_id bigint not null,
  course_id bigint,
  course_name varchar(100),
  occupation_code varchar(14),
  occupation_name varchar(100),
  level varchar(20) check (level in ('0', '1', '2', '3', '4', '5')),
  subsidy_kind varchar(20) not null check (subsidy_kind in ('10', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  person_count integer,
  apply_amount numeric(12,2),
  approved_count integer,
  approved_amount numeric(12,2),
  bank_name varchar(100),
  bank_account text,
  bank_account_hash varchar(43),
  bank_account_name varchar(100),
  status varchar(20) check (status in ('unSubmit', 'back', 'firstTrial', 'reTrial', 'compile')),
  trial_result varchar(20) check (trial_result in ('0', '1', '2', '3')),
  trial_time timestamptz,
  commit_user bigint,
  commit_time timestamptz,
  first_commit_time timestamptz,
  first_user bigint,
  first_time timestamptz,
  first_amount numeric(12,2),
  first_opinion varchar(500),
  re_user bigint,
  re_time timestamptz,
  re_opinion varchar(500),
  back_reason varchar(500),
  back_node varchar(20) check (back_node in ('first', 're')),
  publicity_start date,
  publicity_end date,
  objection varchar(500),
  pay_status varchar(20) check (pay_status in ('0', '1', '2', '3', '4', '5')),
  pay_batch_no varchar(30),
  pay_date date,
  pay_amount numeric(12,2),
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

create table subsidy_line (
  id bigint generated always as identity primary key,
  apply_id bigint,
  org_id bigint,
  level varchar(20) check (level in ('0', '1', '2', '3', '4', '5')),
  student_id bigint not null,
  name varchar(50),
  id_number text,
  id_number_hash varchar(43),
  person_category varchar(20) check (person_category in ('10', '11', '12', '13', '14', '15', '99', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  cert_id bigint,
  cert_no varchar(22),
  cert_issue_date date,
  train_hours numeric(6,1),
  attendance_rate numeric(5,2),
  theory_score numeric(5,2),
  practice_score numeric(5,2),
  subsidy_id bigint,
  standard_amount numeric(10,2),
  uplift_rate numeric(5,4),
  payable_amount numeric(10,2),
  formula jsonb,
  apply_amount numeric(10,2) not null,
  approved_amount numeric(10,2),
  detail_status varchar(20) check (detail_status in ('0', '1', '2')),
  un_approve_reason varchar(200),
  trial_result varchar(20) check (trial_result in ('0', '1', '2', '3')),
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

create unique index subsidy_application_no on subsidy_application (apply_no);
-- One claim under way a class and kind; a supplementary one may follow after completion.
create unique index subsidy_application_live on subsidy_application (class_id, subsidy_kind) where is_deleted = 0 and status <> 'compile';
create index subsidy_application_queue on subsidy_application (status, commit_time, id) where is_deleted = 0;
create index subsidy_application_org on subsidy_application (org_id, commit_time, id) where is_deleted = 0;
create index subsidy_application_class on subsidy_application (class_id) where is_deleted = 0;
create index subsidy_application_pay on subsidy_application (pay_status, publicity_end, id) where is_deleted = 0;
alter table subsidy_application
  add constraint subsidy_application_return_reason check (status <> 'back' or back_reason is not null),
  -- First and second reviewer are different people, whatever code says.
  add constraint subsidy_application_two_reviewers check (re_user is null or first_user is null or re_user <> first_user),
  add constraint subsidy_application_own_review check (first_user is null or commit_user is null or first_user <> commit_user),
  add constraint subsidy_application_paid check (pay_status is distinct from '3' or (pay_amount is not null and pay_amount = approved_amount and pay_date is not null));

alter table subsidy_line add constraint subsidy_line_application_fk foreign key (apply_id) references subsidy_application (id);
create unique index subsidy_line_student on subsidy_line (apply_id, student_id) where is_deleted = 0;
create index subsidy_line_org on subsidy_line (org_id, apply_id desc, student_id) where is_deleted = 0;
create index subsidy_line_order on subsidy_line (apply_id desc, student_id, id) where is_deleted = 0;
create index subsidy_line_by_student on subsidy_line (student_id) where is_deleted = 0;
create index subsidy_line_id_number on subsidy_line (id_number_hash) where is_deleted = 0;
create index subsidy_line_name on subsidy_line using gin (grams(name));
alter table subsidy_line
  add constraint subsidy_line_amount check (apply_amount >= 0 and (approved_amount is null or (approved_amount >= 0 and approved_amount <= payable_amount))),
  add constraint subsidy_line_refusal_reason check (detail_status is distinct from '2' or un_approve_reason is not null);

-- What a person has been granted or has pending, over both sides: one row per committed claim row, removed when the row is returned,
-- refused or recovered. The unique index is what stops two institutions from being paid for the same training of the same person.
create table entitlement (
  id bigint generated always as identity primary key,
  person_hash varchar(43) not null,
  -- Kinds that exclude each other: training 01 02 03 06 07 together, assessment 05, living allowance 10, start-up 04.
  family varchar(10) not null check (family in ('training', 'assessment', 'living', 'startup', 'project')),
  occupation_code varchar(14) not null,
  level varchar(20) not null,
  -- Higher level, higher rank; level 0 ranks below 5. Start-up: rank of the type.
  rank integer not null,
  issue_date date not null,
  counts_in_year boolean not null,
  side varchar(12) not null check (side in ('institution', 'enterprise')),
  apply_id bigint not null,
  line_id bigint not null,
  unit_name varchar(100) not null,
  paid boolean not null default false,
  commit_time timestamptz not null
);
create unique index entitlement_once on entitlement (person_hash, family, occupation_code, level);
create unique index entitlement_line on entitlement (side, line_id);
create index entitlement_application on entitlement (side, apply_id);

create unique index finding_once on finding (biz_type, biz_id, run_no, coalesce(detail_id, ''), rule_code);
create index finding_business on finding (biz_type, biz_id, run_no);
create index finding_order on finding (severity, detail_id, id desc) where is_deleted = 0;
