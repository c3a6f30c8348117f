-- What a run of the automatic check was about: a stamp of the facts of the claim and of each of its rows, and what the registers said of the people,
-- so that later moves see at once whether anything is different (docs/decisions/0191-continuous-eligibility.md).
create table claim_check (
  apply_id bigint not null references subsidy_application (id),
  run_no varchar(30) not null,
  -- When the registers were last asked; later than the run where they were asked again and said the same.
  asked_time timestamptz not null default now(),
  head text not null,
  -- By number of the row.
  lines jsonb not null,
  registers jsonb not null,
  primary key (apply_id, run_no)
);

-- Nothing is sent to an institution that is suspended, cancelled or blacklisted, whatever a check said before.
create function refuse_inactive_payee() returns trigger language plpgsql as $$
begin
  perform from organisation o where o.id = new.org_id and o.state = 'isUser' and o.credit_grade is distinct from 'D' for share;
  if not found then
    raise exception 'the payee is not active' using errcode = '23514', constraint = 'subsidy_application_payee', table = 'subsidy_application';
  end if;
  return new;
end
$$;
create trigger subsidy_application_payee before update on subsidy_application for each row
  when (new.pay_status = '2' and old.pay_status is distinct from '2') execute function refuse_inactive_payee();
