-- What the bureau publishes beside notices: documents, articles of columns, news; and the full-text search over all of it.

-- The words of cleaned HTML: its only angle brackets are those of elements.
create function plain_text(html text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(replace(replace(replace(replace(regexp_replace(html, '<[^>]*>', ' ', 'g'), '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'), '\s+', ' ', 'g'))
$$;

alter table notice add column search_text text generated always as (lower(title || ' ' || plain_text(content))) stored;
create index notice_search on notice using gin (grams(search_text)) where is_deleted = 0;

create table file_notice (
  id bigint generated always as identity primary key,
  file_no varchar(60),
  title varchar(200) not null,
  issue_org varchar(100) not null,
  issue_date date not null,
  file_kind varchar(20) not null check (file_kind in ('1', '2', '3', '4', '5')),
  summary varchar(500),
  publish_status varchar(20) not null default '0' check (publish_status in ('0', '1', '2')),
  publish_time timestamptz,
  expire_date date,
  attachment_list bigint[],
  search_text text generated always as (lower(title || ' ' || coalesce(file_no, '') || ' ' || issue_org || ' ' || coalesce(summary, ''))) stored,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint file_notice_shown check (publish_status <> '1' or publish_time is not null)
);
create unique index file_notice_no on file_notice (file_no) where is_deleted = 0;
create index file_notice_order on file_notice (issue_date desc, id) where is_deleted = 0;
create index file_notice_published on file_notice (publish_time desc, id) where is_deleted = 0;
create index file_notice_title on file_notice using gin (grams(title));
create index file_notice_number on file_notice using gin (grams(file_no));
create index file_notice_title_order on file_notice (title, id) where is_deleted = 0;
create index file_notice_search on file_notice using gin (grams(search_text)) where is_deleted = 0;
create index file_notice_create_time on file_notice (create_time, id) where is_deleted = 0;

create table train_news (
  id bigint generated always as identity primary key,
  title varchar(200) not null,
  cover_att_id bigint,
  source varchar(100),
  author varchar(50),
  content text not null,
  publish_status varchar(20) not null default '0' check (publish_status in ('0', '1', '2')),
  publish_time timestamptz,
  expire_date date,
  read_count integer not null default 0,
  attachment_list bigint[],
  search_text text generated always as (lower(title || ' ' || plain_text(content))) stored,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint train_news_shown check (publish_status <> '1' or publish_time is not null)
);
create index train_news_order on train_news (publish_time desc, id) where is_deleted = 0;
create index train_news_reads on train_news (read_count, id) where is_deleted = 0;
create index train_news_title_order on train_news (title, id) where is_deleted = 0;
create index train_news_title on train_news using gin (grams(title));
create index train_news_search on train_news using gin (grams(search_text)) where is_deleted = 0;
create index train_news_create_time on train_news (create_time, id) where is_deleted = 0;

-- Who has read an article: a user, or the hash of an address on a day, so that going back and forth is one reader.
create table news_read (
  news_id bigint not null references train_news (id),
  reader varchar(60) not null,
  read_day date not null,
  primary key (news_id, reader)
);
create index news_read_day on news_read (read_day);

create table secondary_info (
  id bigint generated always as identity primary key,
  category_id bigint not null references notice_category (id),
  title varchar(200) not null,
  content text not null,
  link_url varchar(300),
  sort integer not null,
  is_sealed varchar(20) not null check (is_sealed in ('0', '1')),
  attachment_list bigint[],
  search_text text generated always as (lower(title || ' ' || plain_text(content))) stored,
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
create unique index secondary_info_once on secondary_info (category_id, title) where is_deleted = 0;
create index secondary_info_order on secondary_info (category_id, sort, id) where is_deleted = 0;
create index secondary_info_sort on secondary_info (sort, id) where is_deleted = 0;
create index secondary_info_title_order on secondary_info (title, id) where is_deleted = 0;
create index secondary_info_title on secondary_info using gin (grams(title));
create index secondary_info_search on secondary_info using gin (grams(search_text)) where is_deleted = 0;
create index secondary_info_create_time on secondary_info (create_time, id) where is_deleted = 0;
