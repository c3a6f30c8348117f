-- An advance is paid before anybody is assessed: it counts on no score, as the code has it (memberIsClaimed), and so keeps none from correction.
create or replace function refuse_claimed_score() returns trigger language plpgsql as $$
begin
  if exists (
    select from subsidy_line l join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0
    where l.student_id = old.student_id and c.is_advance = '0' and l.is_deleted = 0 and l.detail_status is distinct from '2'
      and (c.status in ('firstTrial', 'reTrial') or (c.status = 'compile' and c.pay_status is distinct from '5'))
  ) then
    raise exception 'a claim counts on the score' using errcode = '23514', constraint = 'grade_claimed', table = 'grade';
  end if;
  return new;
end
$$;
