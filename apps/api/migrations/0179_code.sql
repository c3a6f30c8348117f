-- What code is generated from: a table of a data source, what its columns become, and where the files go.
create table code (
  id bigint generated always as identity primary key,
  datasource_id bigint not null references datasource,
  service_name varchar(64) not null,
  code_name varchar(64) not null,
  title_zh varchar(50) not null,
  title_en varchar(80) not null,
  table_name varchar(64) not null,
  table_prefix varchar(64),
  pk_name varchar(32) not null,
  package_name varchar(300) not null,
  base_mode varchar(20) not null check (base_mode in ('1', '2')),
  wrap_mode varchar(20) not null check (wrap_mode in ('1', '2')),
  api_path varchar(300) not null,
  web_path varchar(300) not null,
  fields jsonb not null default '[]',
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
create unique index code_names on code (service_name, code_name) where is_deleted = 0;
create index code_order on code (create_time desc, id desc) where is_deleted = 0;
create index code_datasource on code (datasource_id) where is_deleted = 0;

alter table tenant add constraint tenant_datasource_id_fk foreign key (datasource_id) references datasource (id);
