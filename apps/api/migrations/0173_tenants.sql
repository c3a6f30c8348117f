-- Whose schema this is. Each further tenant has a schema of its own, made by these same migrations; there the function is replaced, and
-- rows carry the tenant's number by default (src/tenants/tenant-schema.ts).
create function house() returns varchar language sql immutable parallel safe as $$ select '000000'::varchar $$;

-- Who has a schema here. Kept by the installation (000000) alone; in the schema of a tenant the table stays empty.
create table tenant (
  id bigint generated always as identity primary key,
  tenant_id varchar(6) not null default '000000',
  tenant_name varchar(100) not null,
  domain varchar(200),
  background_url varchar(300),
  linkman varchar(50),
  contact_number varchar(11),
  address varchar(200),
  account_number integer check (account_number = -1 or account_number > 0),
  expire_time timestamptz,
  datasource_id bigint,
  status varchar(20) not null default '0' check (status in ('0', '1', '2')),
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint tenant_installation check (tenant_id <> '000000' or (status = '1' and is_deleted = 0 and expire_time is null))
);
-- A number is never given twice, not even that of a removed tenant: its schema and its files keep it.
create unique index tenant_number on tenant (tenant_id);
create unique index tenant_domain on tenant (lower(domain)) where is_deleted = 0;
create index tenant_order on tenant (create_time desc, id desc) where is_deleted = 0;

-- What a tenant that is still being made will begin with; gone when it is there.
create table tenant_preparation (
  tenant_id varchar(6) primary key references tenant (tenant_id),
  admin_hash varchar(200) not null,
  job_id bigint
);
