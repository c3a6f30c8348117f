-- An entry says what its recovery brought back of the row, so that no more counts as recovered, and no less is set off (docs/decisions/0198-watch-after-payment.md).
alter table recovery_item add column recovered_amount numeric(10,2) check (recovered_amount between 0 and amount);

-- Of entries settled before: what the command in the ledger brought, from the first row on, a row with several reasons once; all of it where the whole claim was recovered.
alter table recovery_item disable trigger recovery_item_stays;
update recovery_item r set recovered_amount = case c.pay_status when '5' then t.wanted else greatest(least(t.wanted, t.brought - t.before), 0) end
  from (
    select o.id, o.apply_id, o.wanted, e.amount as brought, sum(o.wanted) over (partition by o.entry_id order by o.id) - o.wanted as before
    from (
      select id, apply_id, entry_id, case row_number() over (partition by entry_id, line_id order by amount desc, id) when 1 then amount else 0 end as wanted
      from recovery_item where state = 'settled') o
    join payment_entry e on e.id = o.entry_id) t
  join subsidy_application c on c.id = t.apply_id
  where r.id = t.id;
alter table recovery_item enable trigger recovery_item_stays;

alter table recovery_item drop constraint recovery_item_recovered,
  add constraint recovery_item_recovered check ((state = 'settled') = (entry_id is not null) and (state = 'settled') = (recovered_amount is not null));
