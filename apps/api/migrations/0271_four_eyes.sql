-- What two system administrators do together: one asks, another one confirms within some days.

create table four_eyes_request (
  id bigint generated always as identity primary key,
  kind varchar(20) not null check (kind in ('roles', 'phone', 'factor')),
  user_id bigint not null references app_user,
  -- Of a grant: the roles that the user is to hold, for good or until a day.
  role_ids bigint[],
  end_date date,
  -- Of a lost phone: the new number, encrypted.
  phone text,
  phone_hash varchar(43),
  reason varchar(500) not null,
  state varchar(20) not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'withdrawn', 'expired')),
  expire_time timestamptz not null,
  decider_id bigint references app_user,
  decide_time timestamptz,
  opinion varchar(500),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint four_eyes_request_roles check ((kind = 'roles') = (role_ids is not null)),
  constraint four_eyes_request_phone check ((kind = 'phone') = (phone is not null)),
  -- Whoever asks neither confirms, nor is it about him.
  constraint four_eyes_request_two check (create_user <> user_id and (state <> 'confirmed' or (decider_id <> create_user and decider_id <> user_id)))
);
create unique index four_eyes_request_open on four_eyes_request (user_id, kind) where state = 'waiting' and is_deleted = 0;
create index four_eyes_request_order on four_eyes_request (create_time desc, id desc);
create index four_eyes_request_waiting on four_eyes_request (expire_time) where state = 'waiting' and is_deleted = 0;
