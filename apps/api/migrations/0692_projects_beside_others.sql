-- A project that was reserved beside another training of the same person, occupation and level, before the two excluded each other, has the key of what it pays
-- for, so that it stands against every later one (docs/decisions/0295-prices-of-projects.md). It alone may stand beside another.
alter table entitlement add column is_beside boolean not null default false;
drop index entitlement_once;
create unique index entitlement_once on entitlement (person_hash, family, occupation_code, level) where not is_beside;
create index entitlement_person on entitlement (person_hash);

update entitlement e set is_beside = true, family = 'startup', occupation_code = 'STARTUP', level = k.type_no, rank = k.rank
  from subsidy_application a join course c on c.id = a.course_id join startup_type k on k.id = c.entrepreneurial_type_id
  where e.family = 'project' and a.id = e.apply_id;
update entitlement set is_beside = true, family = 'training' where family = 'project';

alter table entitlement drop constraint entitlement_family_check,
  add constraint entitlement_family_check check (family in ('training', 'assessment', 'living', 'startup'));
