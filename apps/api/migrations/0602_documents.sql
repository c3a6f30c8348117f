-- Documents: the pages that a converter made of them, and the versions that an editor saved.

-- Once for each content and type: the same document named by a hundred rows is converted once. The PDF lies in the storage beside the files.
create table document_conversion (
  sha256 varchar(64) not null,
  file_type varchar(12) not null,
  state varchar(20) not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  storage_key varchar(100),
  file_size integer,
  -- Why it failed: for the operator, never shown.
  reason varchar(200),
  change_time timestamptz not null default now(),
  primary key (sha256, file_type),
  constraint document_conversion_pages check ((state = 'ready') = (storage_key is not null) and (state = 'ready') = (file_size is not null))
);
create index document_conversion_key on document_conversion (storage_key) where storage_key is not null;
create index attachment_content on attachment (sha256, file_type) where is_deleted = 0;

-- Every content that a document had, the present one included, from its first change on.
create table document_version (
  attachment_id bigint not null references attachment,
  version_no integer not null check (version_no > 0),
  storage_key varchar(100) not null,
  file_size integer not null,
  sha256 varchar(64) not null,
  origin varchar(20) not null check (origin in ('first', 'editor', 'upload', 'restore')),
  create_user bigint not null,
  create_time timestamptz not null default now(),
  primary key (attachment_id, version_no)
);
create index document_version_key on document_version (storage_key);

-- Who edits what at the document server. Its key is that of one version, and never used again; of a document one is open at a time, which all share who edit it.
create table document_session (
  document_key varchar(40) primary key,
  attachment_id bigint not null references attachment,
  -- The version that is open there: the one that was fetched, then the last one that was saved.
  version_no integer not null,
  active_time timestamptz not null default now(),
  end_time timestamptz
);
create unique index document_session_open on document_session (attachment_id) where end_time is null;

-- Those who were let in, with their rights at that moment: what they save is held to them.
create table document_session_user (
  document_key varchar(40) not null references document_session on delete cascade,
  user_id bigint not null,
  actor jsonb not null,
  primary key (document_key, user_id)
);
