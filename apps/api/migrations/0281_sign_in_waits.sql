-- Who fails waits: administrators see whom, and release them. Counters name nobody by their key, so they say beside it whom or what they count:
-- an account that exists, or a network. What was typed where no account has that name is still not kept.
alter table login_failure
  add column id bigint generated always as identity,
  add column kind varchar(10) check (kind in ('pair', 'device', 'account', 'address')),
  add column user_id bigint references app_user on delete cascade,
  add column address varchar(50);
create unique index login_failure_id on login_failure (id);
create index login_failure_user on login_failure (user_id) where user_id is not null;

create view sign_in_wait as
  select f.id, f.kind, f.user_id, u.account, u.real_name, f.address, f.failures, f.first_time as create_time, f.last_time, f.locked_until as wait_until,
    coalesce(u.tenant_id, house()) as tenant_id, 0::bigint as create_user, null::bigint as create_dept, 0::bigint as update_user, f.last_time as update_time,
    0 as version, 0::smallint as is_deleted, null::varchar as remark
  from login_failure f left join app_user u on u.id = f.user_id
  where f.kind is not null and f.failures >= 3 and f.last_time > now() - interval '1 day' and (f.user_id is not null or f.kind = 'address');

-- A proof of work counts once. What has run out is refused by its signature.
create table used_proof (
  nonce varchar(64) primary key,
  expire_time timestamptz not null
);
create index used_proof_expire on used_proof (expire_time);

-- No picture puzzle any more.
drop table captcha;
