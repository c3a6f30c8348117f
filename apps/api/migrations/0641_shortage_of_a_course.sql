-- Whether an occupation is in shortage raises what is paid by a fifth, as a standard does: who entered or changed it within the last year neither
-- reviews last nor pays what is computed with it (docs/decisions/0190-duties-by-history.md).
create or replace function has_set_standard(standard bigint, person bigint) returns boolean stable language sql as $$
  select exists (
    select from policy_change p where p.subject = 'SubsidyStandard' and p.subject_id = standard::text and p.state = 'inForce'
      and person in (p.create_user, p.confirm_user) and p.confirm_time >= now() - interval '1 year'
  ) or exists (
    select from subsidy_standard s where s.id = standard and s.create_user = person and s.approved_change_id is null and s.update_time >= now() - interval '1 year'
  ) or exists (
    select from subsidy_standard s join course c on c.id = s.course_id and c.is_shortage = '1'
      join audit_record a on a.biz_type = 'Course' and a.biz_id = c.id::text
    where s.id = standard and a.operator_id = person::text and a.after ->> 'isShortage' = '1' and a.operate_time >= now() - interval '1 year'
  )
$$;
