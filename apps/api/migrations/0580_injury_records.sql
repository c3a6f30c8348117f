-- Injuries and deaths that enterprises report; the bureau locks what it has looked at.
create table injury_record (
  id bigint generated always as identity primary key,
  injury_no varchar(20),
  ent_id bigint not null,
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
  post_name varchar(50) not null,
  injury_time timestamptz not null,
  injury_place varchar(200) not null,
  accident_type varchar(20) not null check (accident_type in ('10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
  injury_grade varchar(20) not null check (injury_grade in ('1', '2', '3', '4')),
  injury_part varchar(100),
  lost_days integer not null check (lost_days >= 0),
  death_count integer not null check (death_count >= 0),
  cause text not null,
  measure text,
  is_trained varchar(20) not null check (is_trained in ('0', '1')),
  is_recognized varchar(20) check (is_recognized in ('0', '1', '2')),
  is_lock varchar(20) not null check (is_lock in ('0', '1')),
  lock_user bigint,
  lock_time timestamptz,
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
  -- Grade and deaths say the same (GB 6441).
  constraint injury_record_deaths check ((injury_grade = '3') = (death_count > 0))
);
create unique index injury_record_no on injury_record (injury_no);
create unique index injury_record_once on injury_record (ent_id, id_number_hash, injury_time) where is_deleted = 0;
create index injury_record_order on injury_record (injury_time desc, id) where is_deleted = 0;
create index injury_record_enterprise on injury_record (ent_id, injury_time desc, id) where is_deleted = 0;
create index injury_record_days on injury_record (lost_days, id) where is_deleted = 0;
create index injury_record_create_time on injury_record (create_time, id) where is_deleted = 0;
create index injury_record_person on injury_record (id_number_hash) where is_deleted = 0;
create index injury_record_name on injury_record using gin (grams(name));
