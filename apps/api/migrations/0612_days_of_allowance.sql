-- The living allowance is paid for a calendar day of a person once, whatever the number of classes (docs/decisions/0323-days-of-the-living-allowance.md): the days of
-- a row are reserved with it, and are free again when it is.
create table entitlement_day (
  line_id bigint not null references entitlement (line_id) on delete cascade,
  person_hash varchar(43) not null,
  day date not null,
  primary key (line_id, day)
);
create unique index entitlement_day_once on entitlement_day (person_hash, day);

-- Of what stands already: as many days as were payable; a day that two rows were given is the earlier one's.
insert into entitlement_day (line_id, person_hash, day)
  select line_id, person_hash, day
  from (
    select e.line_id, e.person_hash, e.commit_time, attended.day, row_number() over (partition by e.line_id order by attended.day) as n,
      l.payable_amount / coalesce((kept.parameters ->> 'subsidy.living.perDay')::numeric, 30) as payable
    from entitlement e join subsidy_line l on l.id = e.line_id
      left join lateral (select p.parameters from claim_policy p where p.apply_id = e.apply_id order by p.id desc limit 1) kept on true
      join lateral (
        select x.lesson_date as day from attendance a join lesson x on x.id = a.schedule_id and x.is_deleted = 0
        where a.student_id = l.student_id and a.is_deleted = 0
        group by x.lesson_date having sum(a.counted_hours) >= coalesce((kept.parameters ->> 'subsidy.living.minHours')::numeric, 4)) attended on true
    where e.family = 'living') reserved
  where n <= payable
  order by commit_time, line_id, day
  on conflict do nothing;
