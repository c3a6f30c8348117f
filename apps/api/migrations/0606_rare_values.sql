-- Lists and counts over a million rows for values that few rows have, and for people, rooms and units that have few rows. Without an index the whole table is read.
create index test_candidate_person on test_candidate (id_number_hash) where is_deleted = 0;
create index exam_paper_room on exam_paper (exam_room_id, status, student_id) where is_deleted = 0 and exam_room_id is not null;
create index exam_paper_student on exam_paper (student_id) where is_deleted = 0;
create index exam_paper_status on exam_paper (status, score desc, submit_time, id) where is_deleted = 0;
create index exam_paper_pass on exam_paper (is_pass, score desc, submit_time, id) where is_deleted = 0;

create index grade_level on grade (level, test_apply_id desc, examinee_no) where is_deleted = 0;
create index grade_result on grade (result, test_apply_id desc, examinee_no) where is_deleted = 0;
create index grade_status on grade (grade_status, test_apply_id desc, examinee_no) where is_deleted = 0;
create index grade_absent on grade (test_apply_id desc, examinee_no) where is_deleted = 0 and is_absent = '1';
create index grade_course on grade (course_id) where is_deleted = 0;
create index certificate_level on certificate (level, issue_date desc, cert_no, id) where is_deleted = 0;
create index certificate_print on certificate (print, issue_date desc, cert_no, id) where is_deleted = 0;
create index certificate_course on certificate (course_id) where is_deleted = 0;

create index teacher_engagement_org on teacher_engagement using gin (grams(org_name));
create index teacher_engagement_source on teacher_engagement (source_kind, start_date desc, id desc) where is_deleted = 0;
create index app_user_asked on app_user ((status <> '1'), (audience <> 'bureau'), account) where is_deleted = 0;
create index student_account_valid on student_account (is_valid, reg_time desc, id desc) where is_deleted = 0;

-- What belongs to people is looked for by them whether or not their row has been removed since, which an index of live rows cannot tell.
drop index student_who;
create index student_who on student (id_number_hash) include (is_deleted);
drop index student_by_category;
create index student_by_category on student (person_category, class_id desc, student_no, id desc) include (is_deleted);
drop index student_by_state;
create index student_by_state on student (confirm_status, id) include (is_deleted);

create index student_experienced on student (confirm_status, class_id desc, student_no, id desc)
  where is_deleted = 0 and (confirm_status = 'Confirm' or quit_date is not null);
create index student_experienced_by_state on student (confirm_status, id) where is_deleted = 0 and (confirm_status = 'Confirm' or quit_date is not null);
create index sign_up_made_again on sign_up (create_time desc, id desc) where is_deleted = 0 and is_re_sign = '1';

-- What lists filter by, or look a filter up through.
create index assessor_type_of_assessor on assessor (assessor_type_id);
create index import_batch_importer on import_batch (create_user);
create index investigation_org on investigation (org_id);
create index investigation_ent on investigation (ent_id);
create index notice_of_category on notice (category_id);
create index notice_category_parent on notice_category (parent_id);
create index organisation_contact_phone on organisation (contact_phone_hash);
create index organisation_plan_course on organisation_plan (course_id);
create index payment_objection_org on payment_objection (org_id);
create index recovery_item_class on recovery_item (class_id);
create index startup_training_type on startup_training (entrepreneurial_type_id);
create index subsidy_application_course on subsidy_application (course_id);
create index teacher_phone on teacher (phone_hash);
create index training_class_org_course on training_class (org_course_id);

-- Findings are found by the unit whose claim or class they are about.
alter table finding add column org_id bigint;
update finding f set org_id = c.org_id from subsidy_application c where f.biz_type in ('subsidyApply', 'entSubsidyApply') and c.id = f.biz_id::bigint;
update finding f set org_id = c.org_id from training_class c where f.biz_type = 'class' and c.id = f.biz_id::bigint;
create index finding_unit on finding (org_id, severity, detail_id, id) where is_deleted = 0;
create index finding_by_pass on finding (is_pass, severity, detail_id, id) where is_deleted = 0;
create index finding_by_ignored on finding (is_ignored, severity, detail_id, id) where is_deleted = 0 and is_ignored is not null;
drop index finding_order;
create index finding_order on finding (severity, detail_id, id) where is_deleted = 0;
create or replace view single_finding as
  select id, biz_type, biz_id, detail_id, rule_code, rule_name, rule_name_en, severity, is_pass, expect_value, expect_value_en, actual_value, actual_value_en,
    message, message_en, evidence, run_no, run_time, is_ignored, ignore_reason, passed_rows, tenant_id, create_user, create_dept, create_time, update_user, update_time,
    version, is_deleted, remark, org_id
  from finding where passed_rows is null
  union all
  select f.id + p.place, f.biz_type, f.biz_id, p.detail_id, f.rule_code, f.rule_name, f.rule_name_en, '3', '1', p.expect_value, p.expect_value_en, p.actual_value, p.actual_value_en,
    p.message, p.message_en, p.evidence::jsonb, f.run_no, f.run_time, null, null, null, f.tenant_id, f.create_user, f.create_dept, f.create_time, f.update_user, f.update_time,
    f.version, f.is_deleted, f.remark, f.org_id
  from finding f join finding_pass on finding_id = f.id
    cross join lateral unnest(detail_ids, expect_values, expect_values_en, actual_values, actual_values_en, messages, messages_en, evidences)
      with ordinality p (detail_id, expect_value, expect_value_en, actual_value, actual_value_en, message, message_en, evidence, place)
  where f.passed_rows is not null;
