-- A row of the rest of an apprenticeship says what of it was paid by the row of the advance, so that neither gives back what the other one paid
-- (docs/decisions/0293-advances-of-apprenticeships.md).
alter table subsidy_line add column advance_amount numeric(10,2) not null default 0 check (advance_amount >= 0);

-- Of what stands already: as the head was set off, of the first rows first, where a recovery of an advance that the head knows says nothing of rows.
with recovered as (
  select r.line_id, r.entry_id, r.recovered_amount from recovery_item r where r.state = 'settled' and r.is_deleted = 0
), advanced as (
  -- What was left of an advance when the rest was sent; a recovery that came later took nothing from what had been set off.
  select w.id, c.id as apply_id, c.advance_amount as head,
    greatest(coalesce(l.approved_amount, l.apply_amount) - coalesce((
      select sum(r.recovered_amount) from recovered r
      where r.line_id = l.id and r.entry_id < coalesce((select max(e.id) from payment_entry e where e.apply_id = c.id and e.command = 'send' and c.pay_status in ('2', '3', '5')), r.entry_id + 1)), 0), 0) as amount
  from subsidy_line w join subsidy_application c on c.id = w.apply_id
    join subsidy_line l on l.student_id = w.student_id and l.is_deleted = 0 and l.detail_status = '1'
    join subsidy_application a on a.id = l.apply_id and a.is_advance = '1' and a.is_deleted = 0 and a.pay_status in ('3', '5')
  where c.subsidy_kind = '07' and c.is_advance = '0' and c.advance_amount > 0 and w.is_deleted = 0 and w.detail_status is distinct from '2'
), shared as (
  select id, least(amount, greatest(head - sum(amount) over (partition by apply_id order by id) + amount, 0)) as amount from advanced
)
update subsidy_line w set advance_amount = s.amount from (select id, sum(amount) as amount from shared group by id) s where s.id = w.id;

-- What waits to be recovered of such a row is no more than its own claim paid for it; where that is nothing, the next watch takes the entry off the list.
alter table recovery_item disable trigger recovery_item_stays;
update recovery_item r set amount = l.approved_amount - l.advance_amount
  from subsidy_line l
  where l.id = r.line_id and r.state in ('open', 'proposed') and l.advance_amount > 0 and l.approved_amount > l.advance_amount and r.amount > l.approved_amount - l.advance_amount;
alter table recovery_item enable trigger recovery_item_stays;
