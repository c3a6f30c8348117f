-- What a person did in the course of a claim excludes the rest of it for them, whatever roles they hold (packages/contract/src/subsidies/claim-duties.ts).
-- The history is append-only, so the check stands on it. Steps of the system (user 0) are nobody's.

create function claim_duty(action text, from_status text) returns text immutable language sql as $$
  select case
    when action in ('save', 'commit') then 'applicant'
    when action = 'unApprove' and from_status = 'reTrial' then 'secondReviewer'
    when action in ('firstCommit', 'return', 'decideRows', 'lowerAmount', 'confirmFinding', 'unApprove') then 'firstReviewer'
    when action in ('reCommit', 'reReturn', 'upholdObjection') then 'secondReviewer'
    when action in ('send', 'confirm', 'fail', 'resend', 'recover') then 'payer'
  end
$$;

create function refuse_second_duty() returns trigger language plpgsql as $$
begin
  if exists (
    select from audit_record a
    where a.biz_type = new.biz_type and a.biz_id = new.biz_id and a.operator_id = new.operator_id
      and claim_duty(a.action, a.from_status) <> claim_duty(new.action, new.from_status)
  ) then
    raise exception 'the person has another duty in the claim' using errcode = '23514', constraint = 'claim_duties_separate', table = 'audit_record';
  end if;
  return new;
end
$$;
create trigger audit_record_claim_duties before insert on audit_record for each row
  when (new.biz_type = 'SubsidyApplication' and new.operator_id <> '0') execute function refuse_second_duty();

-- A published score that a claim counts on stands until the claim is returned or recovered.
create function refuse_claimed_score() returns trigger language plpgsql as $$
begin
  if exists (
    select from subsidy_line l join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0
    where l.student_id = old.student_id and l.is_deleted = 0 and l.detail_status is distinct from '2'
      and (c.status in ('firstTrial', 'reTrial') or (c.status = 'compile' and c.pay_status is distinct from '5'))
  ) then
    raise exception 'a claim counts on the score' using errcode = '23514', constraint = 'grade_claimed', table = 'grade';
  end if;
  return new;
end
$$;
create trigger grade_claimed before update on grade for each row
  when (old.grade_status = '2' and (old.grade_status, old.theory_score, old.practice_score, old.review_score, old.result, old.is_absent, old.is_cheat)
    is distinct from (new.grade_status, new.theory_score, new.practice_score, new.review_score, new.result, new.is_absent, new.is_cheat))
  execute function refuse_claimed_score();
