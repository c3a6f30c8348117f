-- An inspection may fail a class after its claim was checked: no claim goes on, or is sent to be paid, for a class that failed, nor while an inspection
-- that says it is not real waits for its verification. It may still go back.
create function refuse_failed_class() returns trigger language plpgsql as $$
begin
  if exists (select from training t where t.id = new.class_id and t.inspect_result = '2' and t.is_rectified is distinct from '1')
    or exists (select from investigation i where i.class_id = new.class_id and i.investigate_kind = '3' and i.fill_status = '1' and i.is_real = '0' and i.is_deleted = 0)
  then
    raise exception 'the class failed its inspection' using errcode = '23514', constraint = 'subsidy_application_inspected', table = 'subsidy_application';
  end if;
  return new;
end
$$;
create trigger subsidy_application_inspected before update on subsidy_application for each row
  when ((old.status in ('unSubmit', 'back') and new.status = 'firstTrial') or (old.status = 'firstTrial' and new.status = 'reTrial')
    or (old.status = 'reTrial' and new.status = 'compile') or (new.pay_status = '2' and old.pay_status is distinct from '2'))
  execute function refuse_failed_class();
