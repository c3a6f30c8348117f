-- Keys that a session agreed on for encrypted bodies, and the nonces used with them.

create table envelope_key (
  id uuid primary key,
  session_id uuid not null references login_session on delete cascade,
  -- Encrypted with the field key, like everything that must not be read from a copy of the database.
  keys text not null,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null default now() + interval '1 day'
);
create index envelope_key_session on envelope_key (session_id, create_time);
create index envelope_key_expire on envelope_key (expire_time);

create table envelope_nonce (
  key_id uuid not null references envelope_key on delete cascade,
  nonce varchar(32) not null,
  create_time timestamptz not null default now(),
  primary key (key_id, nonce)
);
create index envelope_nonce_time on envelope_nonce (create_time);
