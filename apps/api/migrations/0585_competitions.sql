-- Skills competitions: announced with their items, registered for, and their results.
create table competition_notice (
  id bigint generated always as identity primary key,
  competition_no varchar(20),
  competition_name varchar(100) not null,
  competition_level varchar(20) not null check (competition_level in ('1', '2', '3', '4', '5', '6')),
  host_org varchar(100) not null,
  undertake_org varchar(100),
  register_start date not null,
  register_end date not null,
  compete_start date not null,
  compete_end date not null,
  place varchar(200) not null,
  content text not null,
  status varchar(20) not null default '0' check (status in ('0', '1', '2')),
  withdraw_reason varchar(500),
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
  constraint competition_notice_days check (register_start <= register_end and register_end < compete_start and compete_start <= compete_end)
);
create unique index competition_notice_no on competition_notice (competition_no);
create index competition_notice_order on competition_notice (register_start desc, id) where is_deleted = 0;
create index competition_notice_end on competition_notice (register_end, id) where is_deleted = 0;
create index competition_notice_start on competition_notice (compete_start, id) where is_deleted = 0;
create index competition_notice_name on competition_notice using gin (grams(competition_name));
create index competition_notice_create_time on competition_notice (create_time, id) where is_deleted = 0;

-- Registrations lock the row of their item, so that its places are given away once.
create table competition_item (
  competition_id bigint not null references competition_notice (id),
  item_no varchar(10) not null,
  item_name varchar(100) not null,
  occupation_name varchar(100) not null,
  level varchar(20) check (level in ('0', '1', '2', '3', '4', '5')),
  quota integer not null check (quota > 0),
  team_size integer not null check (team_size between 1 and 20),
  primary key (competition_id, item_no)
);

create table competition_register (
  id bigint generated always as identity primary key,
  register_no varchar(30),
  competition_id bigint not null references competition_notice (id),
  item_no varchar(10) not null,
  name varchar(50) not null,
  id_type varchar(20) not null check (id_type in ('1', '2', '3', '4', '9')),
  id_number text not null,
  id_number_hash varchar(43) not null,
  sex varchar(20) check (sex in ('0', '1', '2', '9')),
  birthday date,
  nation varchar(20) check (nation in ('10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '30', '31', '32', '33', '34', '35', '36', '37', '38', '39', '40', '41', '42', '43', '44', '45', '46', '47', '48', '49', '50', '51', '52', '53', '54', '55', '56', '97', '98', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  education varchar(20) not null check (education in ('10', '20', '30', '40', '60', '70', '80', '90')),
  phone text not null,
  phone_hash varchar(43) not null,
  work_unit varchar(100) not null,
  ent_id bigint,
  org_id bigint references organisation (id),
  current_level varchar(20) check (current_level in ('0', '1', '2', '3', '4', '5')),
  team_name varchar(50),
  coach_name varchar(50),
  confirm_status varchar(20) not null default 'unSubmit' check (confirm_status in ('unSubmit', 'unConfirm', 'Confirm', 'back', 'Invalidate')),
  commit_time timestamptz,
  confirm_user bigint,
  confirm_time timestamptz,
  confirm_opinion varchar(500),
  back_reason varchar(500),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  foreign key (competition_id, item_no) references competition_item (competition_id, item_no) deferrable initially deferred
);
create unique index competition_register_once on competition_register (competition_id, item_no, id_number_hash) where is_deleted = 0 and confirm_status <> 'Invalidate';
create unique index competition_register_no on competition_register (register_no);
create index competition_register_order on competition_register (item_no, register_no, id) where is_deleted = 0;
create index competition_register_item on competition_register (competition_id, item_no, confirm_status) where is_deleted = 0;
create index competition_register_person on competition_register (id_number_hash) where is_deleted = 0;
create index competition_register_enterprise on competition_register (ent_id, item_no, register_no, id) where is_deleted = 0;
create index competition_register_organisation on competition_register (org_id, item_no, register_no, id) where is_deleted = 0;
create index competition_register_commit on competition_register (commit_time, id) where is_deleted = 0;
create index competition_register_person_name on competition_register (name, id) where is_deleted = 0;
create index competition_register_name on competition_register using gin (grams(name));
create index competition_register_unit on competition_register using gin (grams(work_unit));
create index competition_register_create_time on competition_register (create_time, id) where is_deleted = 0;

create table competition_record (
  id bigint generated always as identity primary key,
  register_id bigint not null references competition_register (id),
  competition_id bigint not null references competition_notice (id),
  item_no varchar(10) not null,
  theory_score numeric(5,2) check (theory_score between 0 and 100),
  practice_score numeric(5,2) check (practice_score between 0 and 100),
  total_score numeric(5,2) check (total_score between 0 and 100),
  award_level varchar(20) check (award_level in ('1', '2', '3', '4')),
  reward_amount numeric(10,2) check (reward_amount >= 0),
  promote_level varchar(20) check (promote_level in ('0', '1', '2', '3', '4', '5')),
  is_publish varchar(20) not null default '0' check (is_publish in ('0', '1')),
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
create unique index competition_record_once on competition_record (register_id) where is_deleted = 0;
create index competition_record_order on competition_record (item_no, total_score desc, id) where is_deleted = 0;
create index competition_record_item on competition_record (competition_id, item_no, total_score desc) where is_deleted = 0;
create index competition_record_total on competition_record (total_score, id) where is_deleted = 0;
create index competition_record_create_time on competition_record (create_time, id) where is_deleted = 0;
