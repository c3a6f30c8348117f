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
