-- The price of a project pays for a training, so that it excludes the other kinds that do, once per occupation and level (docs/decisions/0295-prices-of-projects.md);
-- of a start-up course, once per type and rank. Where somebody was reserved for both before, the row of the project stays as it was: the other one stands for both.
update entitlement e set family = 'startup', occupation_code = 'STARTUP', level = k.type_no, rank = k.rank
  from subsidy_application a join course c on c.id = a.course_id join startup_type k on k.id = c.entrepreneurial_type_id
  where e.family = 'project' and a.id = e.apply_id
    and not exists (select from entitlement o where o.person_hash = e.person_hash and o.family = 'startup' and o.occupation_code = 'STARTUP' and o.level = k.type_no)
    and not exists (
      select from entitlement o join subsidy_application b on b.id = o.apply_id join course d on d.id = b.course_id
      where o.person_hash = e.person_hash and o.family = 'project' and d.entrepreneurial_type_id = c.entrepreneurial_type_id and o.id < e.id);
update entitlement e set family = 'training'
  where e.family = 'project'
    and not exists (
      select from subsidy_application a join course c on c.id = a.course_id where a.id = e.apply_id and c.entrepreneurial_type_id is not null)
    and not exists (
      select from entitlement o where o.person_hash = e.person_hash and o.family = 'training' and o.occupation_code = e.occupation_code and o.level = e.level);
