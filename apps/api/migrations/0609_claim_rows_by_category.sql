-- A category that few people have was looked for among all rows of claims (100 ms over 190,000).
create index subsidy_line_by_category on subsidy_line (person_category, apply_id desc, student_id, id desc) where is_deleted = 0;
