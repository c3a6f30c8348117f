-- A person objects to a payment made in his name; one objection a claim row. An open one holds the payment of its claim.

create table payment_objection (
  id bigint generated always as identity primary key,
  line_id bigint not null,
  apply_id bigint not null,
  org_id bigint not null,
  account_id bigint not null,
  amount numeric(10,2) not null,
  pay_date date,
  reason varchar(500) not null,
  state varchar(20) not null default 'open' check (state in ('open', 'answered')),
  answer varchar(500),
  answer_user bigint,
  answer_time timestamptz,
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

create unique index payment_objection_once on payment_objection (line_id) where is_deleted = 0;
create index payment_objection_list on payment_objection (create_time desc, id desc) where is_deleted = 0;
create index payment_objection_open on payment_objection (apply_id) where is_deleted = 0 and state = 'open';
create index payment_objection_account on payment_objection (account_id) where is_deleted = 0;
