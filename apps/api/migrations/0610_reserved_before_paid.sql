-- Nobody is paid for a training that the claim has not reserved for them: no claim with an approved row of which nothing is reserved goes on, or is sent to be paid.
create function refuse_unreserved_claim() returns trigger language plpgsql as $$
begin
  if exists (
    select from subsidy_line l where l.apply_id = new.id and l.is_deleted = 0 and l.detail_status = '1'
      and not exists (select from entitlement e where e.line_id = l.id)
  ) then
    raise exception 'an approved row has reserved nothing' using errcode = '23514', constraint = 'subsidy_application_reserved', table = 'subsidy_application';
  end if;
  return new;
end
$$;
create trigger subsidy_application_reserved before update on subsidy_application for each row
  when ((old.status = 'firstTrial' and new.status = 'reTrial') or (old.status = 'reTrial' and new.status = 'compile')
    or (new.pay_status = '2' and old.pay_status is distinct from '2'))
  execute function refuse_unreserved_claim();
