-- An enterprise signs staff up for an institution's class (docs/decisions/0280): what it sent together, and one sign-up for each person. Accepted, returned
-- and withdrawn ones are finished; of a class and an enterprise one is open at a time.
create table enterprise_sign (
  id bigint generated always as identity primary key,
  ent_sign_no varchar(20) not null,
  ent_id bigint not null references department (id),
  class_id bigint not null references training_class (id),
  org_id bigint not null references organisation (id),
  is_re_sign varchar(20) not null check (is_re_sign in ('0', '1')),
  origin_sign_id bigint references enterprise_sign (id),
  re_sign_reason varchar(200),
  confirm_status varchar(20) not null check (confirm_status in ('Invalidate', 'unSubmit', 'back', 'unConfirm', 'Confirm')),
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
  constraint enterprise_sign_repeated check ((is_re_sign = '1') = (origin_sign_id is not null and re_sign_reason is not null))
);
create unique index enterprise_sign_no on enterprise_sign (ent_sign_no);
create unique index enterprise_sign_open on enterprise_sign (class_id, ent_id) where is_deleted = 0 and confirm_status in ('unSubmit', 'unConfirm');
create index enterprise_sign_own on enterprise_sign (ent_id, create_time, id) where is_deleted = 0;
create index enterprise_sign_org on enterprise_sign (org_id, create_time, id) where is_deleted = 0;
create index enterprise_sign_origin on enterprise_sign (origin_sign_id) where origin_sign_id is not null;
create index enterprise_sign_by_number on enterprise_sign (ent_sign_no, id) where is_deleted = 0;
create index enterprise_sign_by_confirm_status on enterprise_sign (confirm_status, id) where is_deleted = 0;
create index enterprise_sign_by_commit on enterprise_sign (commit_time, id) where is_deleted = 0;
create index enterprise_sign_by_create_time on enterprise_sign (create_time, id) where is_deleted = 0;

alter table sign_up
  add column ent_sign_id bigint references enterprise_sign (id),
  add column post_name varchar(50),
  add column entry_date date,
  add column is_insured varchar(20) check (is_insured in ('0', '1', '2')),
  add constraint sign_up_of_staff check (ent_sign_id is null or (ent_id is not null and post_name is not null and entry_date is not null));

-- What an enterprise has only written down keeps nobody from signing up, and no other enterprise from writing them down as well.
drop index sign_up_person;
create unique index sign_up_person on sign_up (class_id, id_number_hash)
  where is_deleted = 0 and confirm_status in ('unSubmit', 'unConfirm', 'Confirm') and coalesce(re_sign_kind, '') <> '3'
    and not (ent_sign_id is not null and confirm_status = 'unSubmit');
create unique index sign_up_staff on sign_up (ent_sign_id, id_number_hash) where is_deleted = 0 and confirm_status <> 'Invalidate' and ent_sign_id is not null;
create index sign_up_of_enterprise_sign on sign_up (ent_sign_id, confirm_status) where is_deleted = 0 and ent_sign_id is not null;
