-- Providers of text messages, what became of each message, and who of the administration's readers opened a notice of the desk.

-- Keys are encrypted. Their hashes are never searched; the columns follow from the kind of field.
create table sms_provider (
  id bigint generated always as identity primary key,
  sms_code varchar(20) not null,
  category varchar(20) not null check (category in ('1', '2', '3', '4', '5')),
  template_id varchar(64) not null,
  access_key text,
  access_key_hash varchar(43),
  secret_key text,
  secret_key_hash varchar(43),
  region_id varchar(50),
  sign_name varchar(50) not null,
  status varchar(20) not null default '1' check (status in ('1', '2')),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint sms_provider_keys check (category = '5' or access_key is not null),
  constraint sms_provider_secret check (category in ('1', '5') or secret_key is not null)
);
create unique index sms_provider_code on sms_provider (sms_code) where is_deleted = 0;
create index sms_provider_order on sms_provider (create_time desc, id desc) where is_deleted = 0;

-- Exactly one is in use: never two (index), never none (trigger, asked when the transaction ends, so that use can be handed over within one).
create unique index sms_provider_single on sms_provider (status) where status = '2' and is_deleted = 0;
create function sms_provider_in_use() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from sms_provider where status = '2' and is_deleted = 0) then
    raise exception 'one SMS provider must be in use' using errcode = '23514', constraint = 'sms_provider_in_use', table = 'sms_provider';
  end if;
  return null;
end $$;
insert into sms_provider (sms_code, category, template_id, sign_name, status, create_user, update_user) values ('LOCAL', '5', 'LOCAL', '技培', '2', 0, 0);
create constraint trigger sms_provider_in_use after update or delete on sms_provider deferrable initially deferred for each row execute function sms_provider_in_use();

-- The outbox becomes the record of what was sent. `body` holds what a provider is given, encrypted, and goes once the message is done with;
-- `message` is the text with secrets starred.
alter table sms_message rename column phone to phone_number;
alter table sms_message rename column phone_hash to phone_number_hash;
alter table sms_message rename column message to body;
alter table sms_message
  alter column send_status type varchar(20),
  add column group_id varchar(32),
  add column system_id varchar(20),
  add column message_type varchar(20) check (message_type in ('1', '2', '3')),
  add column message text,
  add column message_hash varchar(43),
  add column sms_provider_id bigint references sms_provider,
  -- Taken by a worker until then. A claim that ran out without a result may have been sent: it is repeated once and no more.
  add column claimed_until timestamptz,
  add column unsure integer not null default 0,
  add column expire_time timestamptz,
  add column receipt varchar(64),
  add column tenant_id varchar(6) not null default '000000',
  add column create_user bigint not null default 0,
  add column create_dept bigint,
  add column update_user bigint not null default 0,
  add column update_time timestamptz not null default now(),
  add column version integer not null default 0,
  add column is_deleted smallint not null default 0,
  add column remark varchar(500);
-- Older rows hold the text itself, encrypted.
update sms_message set body = null where send_status <> '0';
update sms_message set send_status = '2', fail_reason = '升级前未发出 / not sent before the upgrade', body = null where send_status = '0';
update sms_message set message_type = case when template = 'SMS_CODE' then '1' else '2' end, system_id = 'ZJGTRAIN', group_id = replace(gen_random_uuid()::text, '-', '');
create unique index sms_message_group on sms_message (group_id, phone_number_hash);
create index sms_message_order on sms_message (create_time desc, id desc) where is_deleted = 0;
create index sms_message_sent on sms_message (send_time desc, id desc) where is_deleted = 0;
create index sms_message_status on sms_message (send_status, create_time desc, id desc) where is_deleted = 0;
create index sms_message_type on sms_message (message_type, create_time desc, id desc) where is_deleted = 0;
create index sms_message_provider on sms_message (sms_provider_id) where sms_provider_id is not null;

create index desk_notice_order on desk_notice (release_time desc, id desc) where is_deleted = 0;
create index desk_notice_category on desk_notice (category, release_time desc, id desc) where is_deleted = 0;
create index desk_notice_title on desk_notice using gin (grams(title));
drop index desk_notice_release;
