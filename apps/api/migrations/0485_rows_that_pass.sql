-- What the rows of a claim pass is kept once for each rule and run, beside the finding of it (docs/decisions/0252-passes-are-kept-together.md).
-- Findings of earlier runs stay as they are.
alter table finding add column passed_rows integer check (passed_rows > 0);

-- One place in each array for each row that passed.
create table finding_pass (
  finding_id bigint primary key references finding,
  detail_ids text[] not null,
  expect_values text[] not null,
  expect_values_en text[] not null,
  actual_values text[] not null,
  actual_values_en text[] not null,
  messages text[] not null,
  messages_en text[] not null,
  evidences text[] not null
);

-- Takes so many ids in a row: a finding that stands for rows has the first one, and they those that follow.
create function take_finding_ids(many bigint) returns bigint language plpgsql as $$
declare first_id bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('finding ids of ' || current_schema(), 0));
  first_id := nextval(pg_get_serial_sequence('finding', 'id'));
  perform setval(pg_get_serial_sequence('finding', 'id'), first_id + many - 1);
  return first_id;
end $$;

-- Every finding as it was made: of each rule one for each row, also of what rows passed.
create view single_finding as
  select id, biz_type, biz_id, detail_id, rule_code, rule_name, rule_name_en, severity, is_pass, expect_value, expect_value_en, actual_value, actual_value_en,
    message, message_en, evidence, run_no, run_time, is_ignored, ignore_reason, passed_rows, tenant_id, create_user, create_dept, create_time, update_user, update_time,
    version, is_deleted, remark
  from finding where passed_rows is null
  union all
  select f.id + p.place, f.biz_type, f.biz_id, p.detail_id, f.rule_code, f.rule_name, f.rule_name_en, '3', '1', p.expect_value, p.expect_value_en, p.actual_value, p.actual_value_en,
    p.message, p.message_en, p.evidence::jsonb, f.run_no, f.run_time, null, null, null, f.tenant_id, f.create_user, f.create_dept, f.create_time, f.update_user, f.update_time,
    f.version, f.is_deleted, f.remark
  from finding f join finding_pass on finding_id = f.id
    cross join lateral unnest(detail_ids, expect_values, expect_values_en, actual_values, actual_values_en, messages, messages_en, evidences)
      with ordinality p (detail_id, expect_value, expect_value_en, actual_value, actual_value_en, message, message_en, evidence, place)
  where f.passed_rows is not null;
