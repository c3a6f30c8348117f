-- Look-ups in the registers of the province: evidence of decisions, hence append-only. Question and answer are encrypted.

create table ext_query (
  id bigint generated always as identity primary key,
  query_kind varchar(24) not null check (query_kind in ('getPersonInfo', 'getUnitInfo', 'employmentDifficulties', 'employmentContract', 'examin', 'getTrainClass', 'getTrainStudent', 'getTraining', 'getTrainSignup', 'getTrainCertificate', 'getTrainSubsidy', 'getBackPay', 'getReceptionRegistration', 'getMediationCase', 'getPersonInsured')),
  query_body text not null,
  query_body_hash varchar(43) not null,
  purpose varchar(200) not null,
  biz_type varchar(30),
  biz_id varchar(20),
  result_code varchar(20) not null check (result_code in ('200', '204', '500')),
  result_data text,
  result_data_hash varchar(43),
  query_time timestamptz not null,
  cache_until timestamptz not null,
  operator bigint not null,
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

create index ext_query_repeat on ext_query (query_kind, query_body_hash, cache_until desc);
create index ext_query_list on ext_query (query_time desc, id desc);
create index ext_query_operator on ext_query (operator, query_time desc);
create index ext_query_biz on ext_query (biz_type, biz_id);
create trigger ext_query_append_only before update or delete on ext_query for each row execute function refuse_change();

-- Answers of the local register, which stands in for the registers of the province where none is connected.
create table local_register (
  id bigint generated always as identity primary key,
  query_kind varchar(24) not null,
  subject_hash varchar(43) not null,
  answer text not null,
  unique (query_kind, subject_hash)
);
