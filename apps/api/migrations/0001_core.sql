-- What every domain stands on: name search, append-only history, remembered answers.

-- 1- and 2-grams of a name, for a GIN index: finds any two characters of a Chinese name in milliseconds over a million rows,
-- whatever the locale (a trigram index falls back to reading the whole table there).
create function grams(value text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  word text := lower(value);
  n int := char_length(word);
  found text[] := '{}';
begin
  for i in 1..n loop
    found := found || substr(word, i, 1);
    if i < n then found := found || substr(word, i, 2); end if;
  end loop;
  return found;
end $$;

-- The grams a search text must have: its 2-grams, or the single character.
create function grams_of_query(value text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  word text := lower(value);
  n int := char_length(word);
  wanted text[] := '{}';
begin
  if n = 1 then return array[word]; end if;
  for i in 1..n - 1 loop wanted := wanted || substr(word, i, 2); end loop;
  return wanted;
end $$;

-- History is written once. The owner of a table can always grant himself more, so a trigger refuses what grants cannot.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create table audit_record (
  id bigint generated always as identity primary key,
  biz_type varchar(60) not null,
  biz_id varchar(20) not null,
  action varchar(60) not null,
  from_status varchar(20),
  to_status varchar(20),
  opinion varchar(500),
  before jsonb,
  after jsonb,
  operator_id varchar(20) not null,
  operator_name varchar(50) not null,
  operator_role varchar(200) not null,
  operate_time timestamptz not null default now(),
  client_ip varchar(50) not null
);
create index audit_record_biz on audit_record (biz_type, biz_id, id);
create index audit_record_operator on audit_record (operator_id, operate_time);
create trigger audit_record_append_only before update or delete on audit_record for each row execute function refuse_change();

-- The first answer to an identical call of the same user within ten seconds; older rows are swept by a timer.
create table remembered_answer (
  user_id varchar(20) not null,
  call varchar(100) not null,
  body_hash varchar(64) not null,
  answer jsonb not null,
  create_time timestamptz not null default now(),
  primary key (user_id, call, body_hash)
);
create index remembered_answer_time on remembered_answer (create_time);
