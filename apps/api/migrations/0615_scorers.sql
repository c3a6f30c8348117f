-- Everybody who entered scores of a row, the last one of whom is `scorer_id`: none of them checks it (docs/decisions/0326).
alter table grade add column scorer_ids bigint[] not null default '{}';
update grade set scorer_ids = array[scorer_id] where scorer_id is not null;
alter table grade
  drop constraint grade_two_persons,
  add constraint grade_two_persons check (checker_id is null or checker_id <> all (scorer_ids)),
  add constraint grade_scorer check (scorer_id is null or scorer_id = any (scorer_ids));
