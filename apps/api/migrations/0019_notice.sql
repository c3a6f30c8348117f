-- Published notices, their categories, who read what, and notices inside the bureau.
create table notice_category (
  id bigint generated always as identity primary key,
  category_no varchar(20) not null,
  category_name varchar(50) not null,
  parent_id bigint constraint notice_category_parent references notice_category,
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
create unique index notice_category_no on notice_category (category_no) where is_deleted = 0;

create table notice (
  id bigint generated always as identity primary key,
  title varchar(200) not null,
  category_id bigint not null constraint notice_category references notice_category,
  target text[] not null constraint notice_target check (cardinality(target) > 0),
  is_top varchar(20) not null check (is_top in ('1', '0')),
  content text not null,
  publish_status varchar(20) default '0' check (publish_status in ('0', '1', '2')),
  publish_time timestamptz,
  publish_user bigint,
  expire_date date,
  read_count integer default 0,
  attachment_list bigint[],
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint notice_published_once check (publish_status <> '1' or (publish_time is not null and publish_user is not null))
);
create index notice_order on notice (is_top desc, publish_time desc, id desc) where is_deleted = 0;
create index notice_published on notice (publish_time desc) where publish_status = '1' and is_deleted = 0;
create index notice_title on notice using gin (grams(title));

create table notice_read (
  notice_id bigint not null references notice on delete cascade,
  user_id bigint not null,
  read_time timestamptz not null default now(),
  primary key (notice_id, user_id)
);

create table desk_notice (
  id bigint generated always as identity primary key,
  title varchar(255) not null,
  category varchar(20) not null check (category in ('1', '2', '3', '4', '5', '6')),
  release_time timestamptz not null,
  content text not null,
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
create index desk_notice_release on desk_notice (release_time desc) where is_deleted = 0;

create table desk_notice_read (
  desk_notice_id bigint not null references desk_notice on delete cascade,
  user_id bigint not null,
  read_time timestamptz not null default now(),
  primary key (desk_notice_id, user_id)
);
