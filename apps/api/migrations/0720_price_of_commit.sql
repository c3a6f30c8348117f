-- A committed claim keeps the shortage of its occupation and the filed fees as well, which enter its amounts like the parameters and the standard
-- (docs/decisions/0196-policy-of-commit.md). Of claims committed before, the values in force now are the best that is known.
alter table claim_policy
  add column is_shortage varchar(20) check (is_shortage in ('0', '1')),
  add column class_fee numeric(10,2),
  add column course_fee numeric(10,2);
alter table claim_policy disable trigger claim_policy_append_only;
update claim_policy p set is_shortage = c.is_shortage, class_fee = t.charge_standard, course_fee = o.charge_standard
  from subsidy_application a join training t on t.id = a.class_id join programme c on c.id = t.course_id left join course_offer o on o.id = t.org_course_id
  where a.id = p.apply_id;
alter table claim_policy enable trigger claim_policy_append_only;
alter table claim_policy alter column is_shortage set not null;
