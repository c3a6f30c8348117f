-- A claim that an upheld objection takes back to review stands beside the supplementary claim that may have been begun after its completion:
-- counted among the claims under way it could not be taken back, and the applicant could prevent that by saving a draft.
drop index subsidy_application_live;
create unique index subsidy_application_live on subsidy_application (class_id, subsidy_kind) where is_deleted = 0 and status <> 'compile' and objection is null;
