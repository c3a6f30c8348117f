-- Who may sign in, as whom, and what they may do.

create table department (
  id bigint generated always as identity primary key,
  org_name varchar(100) not null,
  full_name varchar(200),
  parent_id bigint references department,
  dept_category varchar(20) not null check (dept_category in ('1', '2', '3', '4')),
  credit_code varchar(18),
  region_code varchar(12),
  sort integer not null,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint department_not_own_parent check (parent_id <> id)
);
create unique index department_name on department (tenant_id, coalesce(parent_id, 0), org_name) where is_deleted = 0;
create index department_parent on department (parent_id, sort);

create table app_user (
  id bigint generated always as identity primary key,
  account varchar(30) not null,
  name varchar(50) not null,
  real_name varchar(50) not null,
  avatar varchar(300),
  phone text,
  phone_hash varchar(43),
  email varchar(100),
  birthday date,
  sex varchar(20) check (sex in ('0', '1', '2', '9')),
  dept_id bigint references department,
  post_id bigint,
  code varchar(12),
  login_type varchar(20) not null check (login_type in ('0', '1', '2', '3', '4', '5')),
  status varchar(20) not null check (status in ('0', '1', '2', '3', '4')),
  last_login_time timestamptz,
  -- The audience and whose rows the user may see; what an account belongs to never comes from a request.
  audience varchar(20) not null check (audience in ('bureau', 'institution', 'enterprise', 'person')),
  org_id bigint,
  ent_id bigint,
  account_id bigint,
  assessor_id bigint,
  id_number_hash varchar(43),
  -- argon2id. null: nobody can sign in with a password yet.
  password_hash varchar(200),
  password_history text[] not null default '{}',
  password_time timestamptz,
  must_change smallint not null default 0,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  -- The shared login users of institutions and persons are names on the wire, never accounts.
  constraint app_user_not_reserved check (upper(account) not in ('U010', 'U012'))
);
create unique index app_user_account on app_user (tenant_id, lower(account)) where is_deleted = 0;
-- A student signs in with his ID number, which is stored as a keyed hash only.
create unique index app_user_student on app_user (id_number_hash) where is_deleted = 0 and login_type = '2';
create unique index app_user_phone on app_user (phone_hash) where is_deleted = 0 and status = '1' and login_type = '0';
create index app_user_org on app_user (org_id) where org_id is not null;
create index app_user_dept on app_user (dept_id, account);

create table role (
  id bigint generated always as identity primary key,
  role_no varchar(20),
  role_name varchar(50) not null,
  role_name_en varchar(100),
  role_alias varchar(50) not null,
  parent_id bigint references role,
  sort integer not null,
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
create unique index role_alias on role (tenant_id, role_alias) where is_deleted = 0;

-- Button keys (<resource>_<action>) of a role.
create table role_permission (
  role_id bigint not null references role,
  permission varchar(80) not null,
  primary key (role_id, permission)
);

create table user_role (
  user_id bigint not null references app_user,
  role_id bigint not null references role,
  -- Last day of a delegation; null: for good.
  end_date date,
  primary key (user_id, role_id)
);
create index user_role_role on user_role (role_id);

create table menu (
  id bigint generated always as identity primary key,
  menu_no varchar(20) not null,
  sup_menu_no varchar(20),
  name varchar(50) not null,
  name_en varchar(100),
  code varchar(60) not null,
  href varchar(200),
  icon varchar(60),
  category varchar(20) not null check (category in ('1', '2')),
  action varchar(20) check (action in ('0', '1', '2', '3')),
  is_open varchar(20) not null check (is_open in ('1', '2')),
  order_by integer not null,
  roles text[],
  program_no varchar(20) not null,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint menu_not_own_parent check (sup_menu_no <> menu_no)
);
create unique index menu_no on menu (menu_no) where is_deleted = 0;
create unique index menu_code on menu (code) where is_deleted = 0;

create table role_menu (
  role_id bigint not null references role,
  menu_id bigint not null references menu,
  primary key (role_id, menu_id)
);
create index role_menu_menu on role_menu (menu_id);

create table top_menu (
  id bigint generated always as identity primary key,
  code varchar(20) not null,
  name varchar(50) not null,
  name_en varchar(100),
  source varchar(60),
  sort integer not null,
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
create unique index top_menu_code on top_menu (code) where is_deleted = 0;

create table top_menu_menu (
  top_menu_id bigint not null references top_menu,
  menu_id bigint not null references menu,
  primary key (top_menu_id, menu_id)
);

-- What the seed has brought once. A row an administrator removed or changed afterwards is not brought again.
create table seeded (
  name varchar(200) primary key
);

-- Rises with every change of roles, rights and menus, so that each node notices that what it keeps in memory is old.
create table access_version (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into access_version values (true, 1);

create function raise_access_version() returns trigger language plpgsql as $$
begin
  update access_version set version = version + 1;
  return null;
end $$;
create trigger role_version after insert or update or delete or truncate on role for each statement execute function raise_access_version();
create trigger role_permission_version after insert or update or delete or truncate on role_permission for each statement execute function raise_access_version();
create trigger menu_version after insert or update or delete or truncate on menu for each statement execute function raise_access_version();
create trigger role_menu_version after insert or update or delete or truncate on role_menu for each statement execute function raise_access_version();
create trigger top_menu_version after insert or update or delete or truncate on top_menu for each statement execute function raise_access_version();
create trigger top_menu_menu_version after insert or update or delete or truncate on top_menu_menu for each statement execute function raise_access_version();

-- Accounts of students are numbers: the ID number they sign in with is never stored in clear.
create sequence student_account_name;
