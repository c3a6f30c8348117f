-- The parameters that amounts and check of a claim go by, as they were when it was committed: a later change concerns later claims
-- (docs/decisions/0196-policy-of-commit.md). Every commit adds a record; none is changed.
create table claim_policy (
  id bigint generated always as identity primary key,
  apply_id bigint not null references subsidy_application (id),
  commit_time timestamptz not null,
  -- By key, as the parameters are stored.
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object')
);
create index claim_policy_apply_id on claim_policy (apply_id, id desc);

create function hold_claim_policy() returns trigger language plpgsql as $$
begin
  raise exception 'what a claim was committed by is never changed' using errcode = '23514', constraint = 'claim_policy_stays', table = 'claim_policy';
end
$$;
create trigger claim_policy_stays before update or delete on claim_policy for each row execute function hold_claim_policy();

-- Of claims committed before there were records, the values in force now are the best that is known.
insert into claim_policy (apply_id, commit_time, parameters)
  select a.id, a.commit_time, (
    select coalesce(jsonb_object_agg(p.param_key, p.param_value), '{}') from parameter p
    where p.is_deleted = 0 and p.param_key in ('subsidy.shortage.rate', 'subsidy.keyGroup.rate', 'subsidy.uplift.max', 'subsidy.cap.fee', 'subsidy.mode.rate.2',
      'subsidy.mode.rate.3', 'subsidy.round.unit', 'subsidy.noCert.rate', 'subsidy.living.perDay', 'subsidy.living.maxDays', 'subsidy.living.minHours',
      'attendance.min', 'grade.pass', 'subsidy.annual.limit', 'subsidy.deadline.months', 'student.age.min', 'student.age.max.male', 'student.age.max.female'))
  from subsidy_application a where a.commit_time is not null and a.status not in ('unSubmit', 'back');
