-- Safety training states how many people were injured or killed, as far as the bureau has locked the records of it.
alter table safety_training add column injury_count integer check (injury_count >= 0);

-- Everything that passes two reviews keeps what the reviewers said of it, and which of them sent it back.
do $$
declare
  reviewed text;
begin
  foreach reviewed in array array['training_project', 'work_report', 'training_base', 'skill_training', 'startup_training', 'safety_training',
    'high_skill_training', 'pre_job_training', 'jsyx_record'] loop
    execute format('alter table %I add column first_opinion varchar(500), add column re_opinion varchar(500), add column back_node varchar(20) check (back_node in (''first'', ''re''))', reviewed);
  end loop;
end $$;
