-- A claim whose payment failed may go back to review, and be approved and sent anew: its ledger still ends with the failure meanwhile
-- (docs/decisions/0192-payment-ledger.md).
create or replace function assert_payment_agrees() returns trigger language plpgsql as $$
declare
  claim subsidy_application;
  latest text;
  confirmed numeric;
  recovered numeric;
begin
  if tg_table_name = 'payment_entry' then
    select * into claim from subsidy_application where id = new.apply_id;
  else
    select * into claim from subsidy_application where id = new.id;
  end if;
  select command into latest from payment_entry where apply_id = claim.id order by id desc limit 1;
  select coalesce(sum(amount) filter (where command = 'confirm'), 0), coalesce(sum(amount) filter (where command = 'recover'), 0)
    into confirmed, recovered from payment_entry where apply_id = claim.id;
  if coalesce(claim.pay_amount, 0) <> confirmed or claim.recovered_amount <> recovered
    or (case latest
      when 'send' then claim.pay_status is distinct from '2'
      when 'fail' then coalesce(claim.pay_status, '') not in ('0', '1', '4')
      when 'confirm' then claim.pay_status is distinct from '3'
      when 'recover' then claim.pay_status is distinct from case when recovered = confirmed then '5' else '3' end
      else claim.pay_status in ('2', '3', '4', '5') end)
  then
    raise exception 'the claim does not say what its ledger says' using errcode = '23514', constraint = 'payment_agrees', table = 'subsidy_application';
  end if;
  return null;
end
$$;

-- What a claim was committed by is append-only, as the history is.
drop trigger claim_policy_stays on claim_policy;
drop function hold_claim_policy();
create trigger claim_policy_append_only before update or delete on claim_policy for each row execute function refuse_change();
