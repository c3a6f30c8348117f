-- Changes of rights and of security parameters, with the state of their subject before and after, so that they can be taken back.
create table rights_change (
  id bigint generated always as identity primary key,
  subject varchar(20) not null check (subject in ('Role', 'Menu', 'DataScope', 'ApiScope', 'Parameter')),
  subject_id varchar(20) not null,
  title varchar(200) not null,
  action varchar(20) not null check (action in ('add', 'edit', 'remove', 'grant', 'undo')),
  state_before jsonb,
  state_after jsonb,
  undone_by_id bigint references rights_change,
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
create index rights_change_order on rights_change (create_time desc, id desc);
create index rights_change_subject on rights_change (subject, subject_id, id desc);

-- Keys of roles are one whatever their case: «ClerK» next to «clerk» would pass for it in lists and parameters.
update role r set role_alias = r.role_alias || 'x' || r.id
  where exists (select from role o where lower(o.role_alias) = lower(r.role_alias) and o.tenant_id = r.tenant_id and o.is_deleted = 0 and o.id < r.id) and r.is_deleted = 0 and r.role_no !~ '^R[0-9]{2}$';
drop index role_alias;
create unique index role_alias on role (tenant_id, lower(role_alias)) where is_deleted = 0;
