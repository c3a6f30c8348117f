-- What a finding expected and met is said in both languages. Earlier findings keep their words as they were written until the check runs again.
alter table finding add column expect_value_en varchar(200), add column actual_value_en varchar(200);
update finding set expect_value_en = expect_value, actual_value_en = actual_value;
