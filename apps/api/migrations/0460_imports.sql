-- What was imported: one row for each import that wrote something, and of each row that it wrote what undoing it needs.
create table import_batch (
  id bigint generated always as identity primary key,
  list varchar(60),
  target varchar(200),
  file_name varchar(200),
  file_size integer,
  sha256 varchar(64),
  rows integer,
  inserted integer,
  updated integer,
  unchanged integer,
  state varchar(20) check (state in ('done', 'undone')),
  undo_time timestamptz,
  undo_user bigint,
  org_id bigint,
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
create index import_batch_time on import_batch (create_time desc, id desc);
create index import_batch_org on import_batch (org_id, create_time desc, id desc);

-- Kept for as long as an import can be undone. `before`: the changed columns as they were, null for a row that was added; `version`: that of the
-- row after the import, so that a later change shows; `line`: its row of the sheet, while it is written.
create table import_row (
  batch_id bigint not null references import_batch (id),
  row_id bigint not null,
  line integer,
  before jsonb,
  version integer not null,
  primary key (batch_id, row_id)
);
