-- Rows of nothing would use up the training of a person. Old ones stay as they are.
alter table subsidy_line add constraint subsidy_line_above_zero check (apply_amount > 0 and (approved_amount is null or approved_amount > 0)) not valid;

-- Between start and end of an apprenticeship nothing else is paid for training with class days in that period (rules 19-31), whichever side claims.
alter table entitlement alter column occupation_code type varchar(30), add column subsidy_kind varchar(2), add column period daterange;
update entitlement e set subsidy_kind = a.subsidy_kind, period = daterange(t.start_date, t.end_date, '[]')
  from subsidy_application a join training_class t on t.id = a.class_id where e.side = 'institution' and a.id = e.apply_id;
alter table entitlement alter column subsidy_kind set not null, alter column period set not null;
alter table entitlement add constraint entitlement_apprenticeship
  exclude using gist (person_hash with =, period with &&, (case subsidy_kind when '07' then 1 else 0 end) with <>) where (subsidy_kind in ('01', '02', '03', '07'));

-- Courses without an occupation are compared by course (rules 19-30).
update entitlement e set occupation_code = 'course ' || a.course_id
  from subsidy_application a where e.side = 'institution' and a.id = e.apply_id and e.occupation_code = '0-00-00-00';
