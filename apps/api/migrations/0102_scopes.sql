-- What cuts the rows and fields of an entity for a role, and which calls only the holders of a scope may make.

create table data_scope (
  id bigint generated always as identity primary key,
  menu_id bigint not null references menu,
  scope_name varchar(50) not null,
  resource_code varchar(100) not null,
  scope_field varchar(500),
  scope_class varchar(200) not null,
  scope_column varchar(100),
  scope_type varchar(20) not null check (scope_type in ('1', '2', '3', '4', '5')),
  scope_value varchar(500),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint data_scope_rule check (scope_type <> '5' or scope_value is not null)
);
create unique index data_scope_code on data_scope (tenant_id, resource_code) where is_deleted = 0;
create index data_scope_menu on data_scope (menu_id);

create table role_data_scope (
  role_id bigint not null references role,
  data_scope_id bigint not null references data_scope,
  primary key (role_id, data_scope_id)
);
create index role_data_scope_scope on role_data_scope (data_scope_id);

create table api_scope (
  id bigint generated always as identity primary key,
  menu_id bigint not null references menu,
  scope_name varchar(50) not null,
  resource_code varchar(100) not null,
  scope_path varchar(200) not null,
  scope_type varchar(20) not null check (scope_type in ('1', '2')),
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
create unique index api_scope_code on api_scope (tenant_id, resource_code) where is_deleted = 0;
create index api_scope_menu on api_scope (menu_id);

create table role_api_scope (
  role_id bigint not null references role,
  api_scope_id bigint not null references api_scope,
  primary key (role_id, api_scope_id)
);
create index role_api_scope_scope on role_api_scope (api_scope_id);

create trigger data_scope_version after insert or update or delete or truncate on data_scope for each statement execute function raise_access_version();
create trigger role_data_scope_version after insert or update or delete or truncate on role_data_scope for each statement execute function raise_access_version();
create trigger api_scope_version after insert or update or delete or truncate on api_scope for each statement execute function raise_access_version();
create trigger role_api_scope_version after insert or update or delete or truncate on role_api_scope for each statement execute function raise_access_version();
