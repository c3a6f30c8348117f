-- Which version of each key is in use. Keys themselves never lie in the database.

create table key_version (
  name varchar(10) primary key check (name in ('field', 'token', 'sm2')),
  current integer not null,
  -- The version before, while it is still accepted; null when there is none, or none any more.
  former integer,
  change_time timestamptz not null default now(),
  constraint key_version_other check (former <> current)
);

-- Which versions each running node knows and uses: a version comes into use when all of them know it.
create table key_node (
  node uuid primary key,
  known jsonb not null,
  used jsonb not null,
  seen_time timestamptz not null default now()
);

-- Values that are encrypted anew under another version of the field key, table by table.
create table reencryption (
  version integer primary key,
  pages_done bigint not null default 0,
  pages_total bigint not null default 0,
  finish_time timestamptz
);

-- Evidence is written once, but a key may have to be taken out of it: the same values may be encrypted anew by who says so, and nothing else.
create function refuse_change_but_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('jipei.reencrypting', true) = 'on'
    and to_jsonb(new) - array['query_body', 'result_data'] = to_jsonb(old) - array['query_body', 'result_data'] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger ext_query_append_only on ext_query;
create trigger ext_query_append_only before update or delete on ext_query for each row execute function refuse_change_but_key();
