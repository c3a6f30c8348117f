-- A panel has one leader, whatever subjects he has. Where two became leader at once, the later one assesses on.
update assessor_assignment a set duty = '2' where a.duty = '1' and a.is_deleted = 0
  and exists (select from assessor_assignment f where f.test_apply_id = a.test_apply_id and f.duty = '1' and f.is_deleted = 0 and f.assessor_id < a.assessor_id);
alter table assessor_assignment add constraint assessor_assignment_leader
  exclude using gist (test_apply_id with =, assessor_id with <>) where (duty = '1' and is_deleted = 0);
