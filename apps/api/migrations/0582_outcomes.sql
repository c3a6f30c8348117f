-- What people say of their training, and what they do afterwards.
create table train_evaluation (
  id bigint generated always as identity primary key,
  class_id bigint not null references training_class (id),
  org_id bigint not null references organisation (id),
  -- Whose answer it is: never shown of an anonymous one.
  student_id bigint not null references student (id),
  teach_score integer not null check (teach_score between 1 and 5),
  content_score integer not null check (content_score between 1 and 5),
  site_score integer not null check (site_score between 1 and 5),
  service_score integer not null check (service_score between 1 and 5),
  avg_score numeric(3,2) not null,
  suggestion varchar(500),
  is_anonymous varchar(20) not null check (is_anonymous in ('0', '1')),
  evaluate_time timestamptz not null,
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
create unique index train_evaluation_once on train_evaluation (student_id) where is_deleted = 0;
create index train_evaluation_order on train_evaluation (evaluate_time desc, id) where is_deleted = 0;
create index train_evaluation_class on train_evaluation (class_id) where is_deleted = 0;
create index train_evaluation_organisation on train_evaluation (org_id, evaluate_time desc, id) where is_deleted = 0;
create index train_evaluation_score on train_evaluation (avg_score, id) where is_deleted = 0;
create index train_evaluation_create_time on train_evaluation (create_time, id) where is_deleted = 0;

create table train_employment (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id),
  class_id bigint not null references training_class (id),
  org_id bigint not null references organisation (id),
  employment_kind varchar(20) not null check (employment_kind in ('1', '2', '3', '4', '5')),
  ent_name varchar(100),
  credit_code varchar(18),
  post_name varchar(50),
  contract_date date,
  insured_date date,
  business_license_no varchar(18),
  salary numeric(10,2) check (salary >= 0),
  follow_date date not null,
  is_match varchar(20) check (is_match in ('0', '1')),
  verify_source varchar(20) not null check (verify_source in ('1', '2', '3')),
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
create unique index train_employment_once on train_employment (student_id, follow_date) where is_deleted = 0;
create index train_employment_order on train_employment (follow_date desc, id) where is_deleted = 0;
create index train_employment_class on train_employment (class_id, follow_date desc) where is_deleted = 0;
create index train_employment_organisation on train_employment (org_id, follow_date desc, id) where is_deleted = 0;
create index train_employment_salary on train_employment (salary, id) where is_deleted = 0;
create index train_employment_create_time on train_employment (create_time, id) where is_deleted = 0;
