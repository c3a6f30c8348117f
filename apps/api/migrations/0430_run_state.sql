-- Where a class stands is a column, so that lists find the classes of a state by an index (docs/decisions/0235-stored-run-state.md).
-- derived_run_state says what it is; triggers keep the column so, and the timer classes.runState does where only the day has changed.

-- There are lessons, and all of them were held.
create function all_lessons_held(class bigint) returns boolean language sql stable as $$
  select coalesce(bool_and(l.is_held = '1'), false) from lesson l where l.class_id = class and l.is_deleted = 0
$$;

-- How long after its issue a certificate can be claimed for.
create function claim_period() returns interval language sql stable as $$
  select make_interval(months => coalesce((select p.param_value::integer from setting p where p.param_key = 'subsidy.deadline.months'), 12))
$$;

create function derived_run_state(class bigint) returns varchar language sql stable as $$
  select case
    -- Ended after its confirmation.
    when t.status = 'deleted' and t.confirm_time is not null then 'terminated'
    when t.status in ('unCommit', 'unConfirm', 'deleted') then 'draft'
    -- Every published pass has its certificate; a revoked one was issued all the same, and who holds the same one from elsewhere gets none.
    when exists (select from diploma c where c.class_id = t.id and c.is_valid = 'isValid') and not exists (
        select from mark g where g.class_id = t.id and g.grade_status = '2' and g.result = '1' and g.held_cert_id is null
          and not exists (select from diploma o where o.class_id = t.id and o.student_id = g.student_id))
      -- Nothing can be claimed any more, or everything claimed is paid. A recovered payment was paid before.
      then case when t.is_subsidy = '0'
          or not exists (select from diploma c where c.class_id = t.id and c.is_valid = 'isValid' and c.issue_date + claim_period() >= current_date)
          or (exists (select from claim s where s.class_id = t.id)
            and not exists (select from claim s where s.class_id = t.id and coalesce(s.pay_status, '0') not in ('3', '5'))
            and not exists (select from diploma c where c.class_id = t.id and c.is_valid = 'isValid' and c.issue_date + claim_period() >= current_date
              and not exists (select from claim s join claim_line l on l.apply_id = s.id where s.class_id = t.id and l.student_id = c.student_id)))
        then 'closed' else 'certified' end
    -- All grades of the first confirmed assessment are published.
    when exists (select from examination a where a.class_id = t.id and a.confirm_type = 'Confirm'
        and not exists (select from examination b where b.class_id = t.id and b.confirm_type = 'Confirm' and b.id < a.id)
        and exists (select from mark g where g.test_apply_id = a.id)
        and not exists (select from mark g where g.test_apply_id = a.id and g.grade_status is distinct from '2'))
      then 'graded'
    when exists (select from examination a where a.class_id = t.id and a.confirm_type in ('unConfirm', 'Confirm')) then 'testing'
    when t.end_date < current_date or all_lessons_held(t.id) then 'ended'
    when t.start_date <= current_date then 'running'
    else 'notStarted'
  end from training_class t where t.id = class
$$;

alter table training_class add column run_state varchar(20) not null default 'draft'
  check (run_state in ('draft', 'notStarted', 'running', 'ended', 'testing', 'graded', 'certified', 'closed', 'terminated'));
update training_class set run_state = derived_run_state(id) where derived_run_state(id) <> 'draft';
create index training_class_run on training_class (run_state, ((status = 'unConfirm')) desc, start_date desc, id desc) where is_deleted = 0;

-- Two who change the same class at once see each other's changes here, since the second waits for the row and looks anew.
create function restate_classes(ids bigint[]) returns void language plpgsql as $$ begin
  perform from training_class where id = any(ids) order by id for no key update;
  update training_class t set run_state = derived_run_state(t.id) where t.id = any(ids) and t.run_state <> derived_run_state(t.id);
end $$;

-- Arguments: how to find the class of a row `r`, and the columns that its state depends on.
create function restate_changed() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if tg_op = 'UPDATE' then
    execute format('select array_agg(distinct %s) from new_rows r join old_rows o on o.id = r.id where (%s) is distinct from (%s)', tg_argv[0],
      (select string_agg('r.' || name, ', ') from unnest(string_to_array(tg_argv[1], ' ')) name),
      (select string_agg('o.' || name, ', ') from unnest(string_to_array(tg_argv[1], ' ')) name)) into ids;
  elsif tg_op = 'INSERT' then
    execute format('select array_agg(distinct %s) from new_rows r', tg_argv[0]) into ids;
  else
    execute format('select array_agg(distinct %s) from old_rows r', tg_argv[0]) into ids;
  end if;
  if ids is not null then perform restate_classes(ids); end if;
  return null;
end $$;

do $$ declare part record; begin
  for part in select * from (values
    ('training_class', 'r.id', 'status confirm_time is_subsidy start_date end_date'),
    ('lesson', 'r.class_id', 'is_held is_deleted'),
    ('test_application', 'r.class_id', 'confirm_type is_deleted'),
    ('grade', 'r.class_id', 'grade_status result held_cert_id is_deleted'),
    ('certificate', 'r.class_id', 'is_valid issue_date is_deleted'),
    ('subsidy_application', 'r.class_id', 'pay_status is_deleted'),
    ('subsidy_line', '(select s.class_id from subsidy_application s where s.id = r.apply_id)', 'is_deleted')) parts (owner, class, columns)
  loop
    execute format('create trigger %1$s_restates_new after insert on %1$s referencing new table as new_rows for each statement execute function restate_changed(%2$L)', part.owner, part.class);
    execute format('create trigger %1$s_restates after update on %1$s referencing old table as old_rows new table as new_rows for each statement execute function restate_changed(%2$L, %3$L)', part.owner, part.class, part.columns);
    execute format('create trigger %1$s_restates_old after delete on %1$s referencing old table as old_rows for each statement execute function restate_changed(%2$L)', part.owner, part.class);
  end loop;
end $$;

-- Another deadline moves classes between certified and closed.
create function restate_by_deadline() returns trigger language plpgsql as $$ begin
  perform restate_classes(array(select id from training_class where run_state in ('certified', 'closed')));
  return null;
end $$;
create trigger parameter_deadline_restates after update on parameter for each row
  when (new.param_key = 'subsidy.deadline.months' and old.param_value is distinct from new.param_value) execute function restate_by_deadline();
