-- What came for a process that cannot go on is brought again later, and not each minute.
alter table flow_wait add column not_before timestamptz;
