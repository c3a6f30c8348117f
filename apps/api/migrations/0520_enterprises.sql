-- Enterprises train, claim and are paid as institutions are: both are units of one table, each with a side (docs/decisions/0272). An enterprise signs
-- in as a department, and files no licence, scope or account of its own.
drop view institution;
alter table organisation
  add column side varchar(1) not null default '1' check (side in ('1', '2')),
  add column dept_id bigint references department (id),
  alter column org_no type varchar(6),
  alter column org_type drop not null,
  alter column train_scope drop not null,
  alter column account drop not null,
  add constraint organisation_of_side check (case side when '1' then org_type is not null and train_scope is not null and account is not null and dept_id is null else dept_id is not null end);
create view institution as
  select id, side, org_name, org_no, credit_code, region_code, state, credit_grade, account, eval_org_code, is_deleted from organisation;

-- A firm with a training centre may be both.
drop index organisation_credit_code, organisation_name;
create unique index organisation_credit_code on organisation (side, credit_code) where is_deleted = 0;
create unique index organisation_name on organisation (tenant_id, side, org_name) where is_deleted = 0;
create unique index organisation_department on organisation (dept_id) where is_deleted = 0 and dept_id is not null;

-- What an enterprise says of itself, once a year. The account is the one that it filed; the unit has it once a second person approved it.
create table enterprise_total (
  id bigint generated always as identity primary key,
  ent_id bigint not null references department (id),
  unit_id bigint not null references organisation (id),
  ent_name varchar(100) not null,
  credit_code varchar(18) not null,
  year integer not null check (year between 2000 and 2100),
  region_code varchar(12) not null,
  industry_code varchar(5) not null,
  ent_scale varchar(20) not null check (ent_scale in ('1', '2', '3', '4')),
  is_high_risk varchar(20) not null check (is_high_risk in ('0', '1')),
  address varchar(200) not null,
  legal_person varchar(50) not null,
  contact varchar(50) not null,
  contact_phone text not null,
  contact_phone_hash varchar(43) not null,
  bank_name varchar(100),
  bank_account text,
  bank_account_hash varchar(43),
  bank_account_name varchar(100),
  account_state varchar(20) not null default '0' check (account_state in ('0', '1', '2', '3')),
  account_reason varchar(500),
  account_time timestamptz,
  pending_filers bigint[],
  employee_count integer not null check (employee_count >= 0),
  skilled_count integer not null check (skilled_count between 0 and employee_count),
  high_skilled_count integer not null check (high_skilled_count between 0 and skilled_count),
  edu_fund numeric(14,2) check (edu_fund >= 0),
  insured_count integer,
  plan_train_count integer check (plan_train_count >= 0),
  is_black varchar(20) check (is_black in ('0', '1')),
  register_time timestamptz,
  unit_evidence_id bigint references ext_query (id),
  arrears_evidence_id bigint references ext_query (id),
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
create unique index enterprise_total_year on enterprise_total (ent_id, year) where is_deleted = 0;
create unique index enterprise_total_code on enterprise_total (credit_code, year) where is_deleted = 0;
create index enterprise_total_order on enterprise_total (year desc, ent_name, id) where is_deleted = 0;
create index enterprise_total_name on enterprise_total (ent_name, id) where is_deleted = 0;
create index enterprise_total_employees on enterprise_total (employee_count, id) where is_deleted = 0;
create index enterprise_total_insured on enterprise_total (insured_count, id) where is_deleted = 0;
create index enterprise_total_create_time on enterprise_total (create_time, id) where is_deleted = 0;
create index enterprise_total_unit on enterprise_total (unit_id);
create index enterprise_total_name_grams on enterprise_total using gin (grams(ent_name));
create index enterprise_total_waiting on enterprise_total (account_time) where is_deleted = 0 and account_state = '2';

-- The people of an enterprise on the rosters of institutions, by the year in which their class ends.
create view staff_training as
  select u.ent_id, s.id as student_id, s.id_number_hash, s.attendance_rate, s.cert_id, c.end_date, extract(year from c.end_date)::int as year
  from sign_up u join student s on s.sign_id = u.id and s.is_deleted = 0 and s.confirm_status = 'Confirm'
    join training_class c on c.id = s.class_id and c.is_deleted = 0 and c.status = 'Confirm'
  where u.ent_id is not null and u.is_deleted = 0;

-- What a domain that files units asks of a department.
create or replace view unit as select id, parent_id, org_name, region_code, is_deleted, dept_category, credit_code from department;
