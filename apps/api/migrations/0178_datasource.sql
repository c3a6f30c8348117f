-- Databases that tables are read from. The product's own is built in: its address and password are the server's, and nobody removes it.
create table datasource (
  id bigint generated always as identity primary key,
  name varchar(100) not null,
  driver_class varchar(100) not null check (driver_class = 'org.postgresql.Driver'),
  url varchar(500) not null,
  username varchar(50) not null,
  password text,
  password_hash varchar(43),
  built_in varchar(20) not null default '0' check (built_in in ('0', '1')),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint datasource_password check (built_in = '1' or password is not null),
  constraint datasource_built_in check (built_in = '0' or is_deleted = 0)
);
create unique index datasource_name on datasource (name) where is_deleted = 0;
create unique index datasource_single on datasource (built_in) where built_in = '1';
create index datasource_order on datasource (create_time desc, id desc) where is_deleted = 0;
insert into datasource (name, driver_class, url, username, built_in, create_user, update_user) values ('本数据库', 'org.postgresql.Driver', 'postgresql://this-database', '-', '1', 0, 0);
