-- Places for files: the local folder, and buckets that speak the S3 protocol. New files go to the one in use.

-- Keys are encrypted. Their hashes are never searched; the columns follow from the kind of field.
create table storage_provider (
  id bigint generated always as identity primary key,
  oss_code varchar(20) not null,
  category varchar(20) not null check (category in ('1', '2', '3', '4', '5')),
  endpoint varchar(300),
  bucket_name varchar(100),
  access_key text,
  access_key_hash varchar(43),
  secret_key text,
  secret_key_hash varchar(43),
  app_id varchar(50),
  region varchar(50),
  addressing varchar(20) check (addressing in ('1', '2')),
  key_prefix varchar(50),
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
  constraint storage_provider_bucket check (category = '5' or (endpoint is not null and bucket_name is not null and access_key is not null and secret_key is not null))
);
create unique index storage_provider_code on storage_provider (oss_code) where is_deleted = 0;
create unique index storage_provider_local on storage_provider (category) where category = '5' and is_deleted = 0;
create index storage_provider_order on storage_provider (create_time desc, id desc) where is_deleted = 0;

-- Exactly one is in use, and the local folder is always there: never two (indexes), never none (trigger, asked when the transaction ends).
create unique index storage_provider_single on storage_provider (status) where status = '2' and is_deleted = 0;
create function storage_provider_in_use() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from storage_provider where status = '2' and is_deleted = 0) then
    raise exception 'one storage provider must be in use' using errcode = '23514', constraint = 'storage_provider_in_use', table = 'storage_provider';
  end if;
  if not exists (select 1 from storage_provider where category = '5' and is_deleted = 0) then
    raise exception 'the local storage is built in' using errcode = '23514', constraint = 'storage_provider_built_in', table = 'storage_provider';
  end if;
  return null;
end $$;
insert into storage_provider (oss_code, category, status, create_user, update_user) values ('LOCAL', '5', '2', 0, 0);
create constraint trigger storage_provider_in_use after update or delete on storage_provider deferrable initially deferred for each row execute function storage_provider_in_use();

-- Which place holds which file. The row is there before the first byte is, so that nothing is ever stored that nobody knows of.
-- writing: being stored, or given up half done · kept: the file · spare: left behind by a move · gone: to be removed
create table stored_object (
  key varchar(100) not null,
  provider_id bigint not null references storage_provider,
  state varchar(20) not null check (state in ('writing', 'kept', 'spare', 'gone')),
  -- Unknown of files of jobs from before this table.
  size bigint,
  sha256 varchar(64),
  create_time timestamptz not null default now(),
  primary key (key, provider_id)
);
create unique index stored_object_kept on stored_object (key) where state = 'kept';
create index stored_object_provider on stored_object (provider_id, state, key);
create index stored_object_time on stored_object (create_time) where state = 'kept';
create index stored_object_unfinished on stored_object (create_time) where state in ('writing', 'gone');

-- Nothing goes to a place that has been removed, and a place that holds files is not removed, whoever is quicker.
create function stored_object_place() returns trigger language plpgsql as $$
begin
  perform 1 from storage_provider where id = new.provider_id and is_deleted = 0 for share;
  if not found then
    raise exception 'the storage provider is removed' using errcode = '23503', constraint = 'stored_object_place', table = 'stored_object';
  end if;
  return new;
end $$;
create trigger stored_object_place before insert on stored_object for each row execute function stored_object_place();
create function storage_provider_empty() returns trigger language plpgsql as $$
begin
  if new.is_deleted = 1 and exists (select 1 from stored_object where provider_id = new.id and state in ('kept', 'writing')) then
    raise exception 'the storage provider holds files' using errcode = '23503', constraint = 'storage_provider_empty', table = 'storage_provider';
  end if;
  return new;
end $$;
create trigger storage_provider_empty before update of is_deleted on storage_provider for each row execute function storage_provider_empty();

-- What was stored so far lies in the local folder.
insert into stored_object (key, provider_id, state, size, sha256, create_time)
  select distinct on (a.storage_key) a.storage_key, p.id, 'kept', a.file_size, a.sha256, a.create_time from attachment a, storage_provider p where a.storage_key <> '' order by a.storage_key;
insert into stored_object (key, provider_id, state, create_time)
  select j.file_key, p.id, 'kept', j.create_time from job j, storage_provider p where j.file_key is not null on conflict do nothing;
insert into stored_object (key, provider_id, state, create_time)
  select j.input ->> 'key', p.id, 'kept', j.create_time from job j, storage_provider p where j.end_time is null and j.input ->> 'key' is not null on conflict do nothing;
