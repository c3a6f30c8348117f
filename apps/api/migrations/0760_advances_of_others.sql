-- Where somebody earned less than was advanced, the head sets the difference off from the rows of others: a row says how much of it was paid that way, so that a
-- recovery takes of it what its own claim paid (docs/decisions/0293-advances-of-apprenticeships.md).
alter table subsidy_line add column covered_amount numeric(10,2) not null default 0 check (covered_amount >= 0);

-- Of what stands already, the first rows first.
with balances as (
  select w.id, w.apply_id, coalesce(w.approved_amount, w.apply_amount) - w.advance_amount as balance
  from subsidy_line w join subsidy_application c on c.id = w.apply_id
  where c.subsidy_kind = '07' and c.is_advance = '0' and c.advance_amount > 0 and w.is_deleted = 0 and w.detail_status is distinct from '2'
), shared as (
  select id, greatest(balance, 0) as due, sum(greatest(-balance, 0)) over (partition by apply_id) as too_much,
    sum(greatest(balance, 0)) over (partition by apply_id order by id) - greatest(balance, 0) as before
  from balances
)
update subsidy_line w set covered_amount = least(s.due, s.too_much - s.before) from shared s where s.id = w.id and s.due > 0 and s.too_much > s.before;

-- A rest of which all money is back stays paid, where rows of it stand that advances paid.
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
        and not (claim.pay_status = '3' and claim.advance_amount > 0)
      else claim.pay_status in ('2', '3', '4', '5') end)
  then
    raise exception 'the claim does not say what its ledger says' using errcode = '23514', constraint = 'payment_agrees', table = 'subsidy_application';
  end if;
  return null;
end
$$;
