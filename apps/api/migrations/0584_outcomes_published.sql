-- What statistics read of evaluations and follow-ups.
create view evaluation_given as select id, class_id, org_id, avg_score, evaluate_time from train_evaluation where is_deleted = 0;
create view follow_up as select id, student_id, class_id, org_id, employment_kind, verify_source, follow_date from train_employment where is_deleted = 0;
