-- Home pages count what waits for a review, and who is late is reminded every day: both read only what waits.
create index training_project_waiting on training_project (status, commit_time) where is_deleted = 0 and status in ('firstTrial', 'reTrial');
create index work_report_waiting on work_report (status, commit_time) where is_deleted = 0 and status in ('firstTrial', 'reTrial');
create index training_base_waiting on training_base (status, commit_time) where is_deleted = 0 and status in ('firstTrial', 'reTrial');
create index skill_training_waiting on skill_training (status, commit_time) where is_deleted = 0 and status in ('firstTrial', 'reTrial');
create index startup_training_waiting on startup_training (status, commit_time) where is_deleted = 0 and status in ('firstTrial', 'reTrial');
create index safety_training_waiting on safety_training (status, commit_time) where is_deleted = 0 and status in ('firstTrial', 'reTrial');
create index high_skill_training_waiting on high_skill_training (status, commit_time) where is_deleted = 0 and status in ('firstTrial', 'reTrial');
create index pre_job_training_waiting on pre_job_training (status, commit_time) where is_deleted = 0 and status in ('firstTrial', 'reTrial');
create index jsyx_record_waiting on jsyx_record (status, commit_time) where is_deleted = 0 and status in ('firstTrial', 'reTrial');
create index competition_register_waiting on competition_register (commit_time) where is_deleted = 0 and confirm_status = 'unConfirm';
