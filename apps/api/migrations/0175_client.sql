-- Clients as an entity: their state, grant types as a closed set, secrets under a key; sessions end with the client they belong to.

alter table client
  add column status varchar(20) not null default '1' check (status in ('0', '1')),
  alter column authorized_grant_types type text[] using regexp_split_to_array(authorized_grant_types, '[\s,]+'),
  alter column additional_information type varchar(1000) using additional_information::text,
  -- SHA-256 of the secret as before, or an HMAC of that under a key that lies outside the database.
  alter column client_secret_hash type varchar(100);
alter table client add constraint client_grant_types
  check (authorized_grant_types <@ array['password', 'sms_code', 'social', 'refresh_token'] and cardinality(authorized_grant_types) > 0);
-- Whoever signed in with a password could so far do so with a code as well, and the third party follows.
update client set authorized_grant_types = array['password', 'sms_code', 'social', 'refresh_token'] where client_id = 'jipei-web';
update client set authorized_grant_types = array_append(authorized_grant_types, 'sms_code') where client_id <> 'jipei-web' and 'password' = any(authorized_grant_types);
create index client_order on client (create_time, id) where is_deleted = 0;

alter table login_session drop constraint login_session_end_reason_check;
alter table login_session add constraint login_session_end_reason_check
  check (end_reason in ('logout', 'reuse', 'account', 'rights', 'password', 'ended', 'forced', 'client', 'factor', 'tenant'));
create index login_session_client on login_session (client_id) where end_time is null;

-- A client that is switched off or removed ends its sessions in the same transaction, whoever does it.
create function end_sessions_of_client() returns trigger language plpgsql as $$
begin
  update login_session set end_time = now(), end_reason = 'client' where client_id = old.client_id and end_time is null;
  return null;
end $$;
create trigger client_sessions after update on client for each row
  when (old.status = '1' and new.status <> '1' or new.is_deleted <> old.is_deleted or new.client_id <> old.client_id)
  execute function end_sessions_of_client();
