-- Uploaded files, and the business rows that use them. A file of no row is an orphan and is swept.
create table attachment (
  id bigint generated always as identity primary key,
  file_name varchar(200) not null,
  file_type varchar(12) not null,
  file_size integer not null constraint attachment_size check (file_size between 1 and 26214400),
  att_link varchar(500) not null,
  prj_id varchar(20),
  flow_node varchar(30),
  original_name varchar(200),
  biz_type varchar(60),
  biz_id varchar(20),
  sha256 varchar(64) not null,
  download_count integer not null default 0,
  -- Where the storage port keeps it; never leaves the server.
  storage_key varchar(100) not null,
  org_id bigint,
  ent_id bigint,
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
create unique index attachment_link on attachment (att_link);
create index attachment_time on attachment (create_time desc, id desc) where is_deleted = 0;
create index attachment_uploader on attachment (create_user, create_time desc, id desc) where is_deleted = 0;
create index attachment_org on attachment (org_id, create_time desc, id desc) where is_deleted = 0 and org_id is not null;
create index attachment_biz on attachment (biz_type, biz_id);

create table attachment_use (
  attachment_id bigint not null references attachment,
  biz_type varchar(60) not null,
  biz_id bigint not null,
  field varchar(60) not null,
  primary key (attachment_id, biz_type, biz_id, field)
);
create index attachment_use_row on attachment_use (biz_type, biz_id);
