-- How often what is waited for has come without having been brought yet. As a mark it was never taken off, so that a signal was brought again each minute to
-- what goes on waiting for the next one.
drop index flow_wait_arrived;
alter table flow_wait alter column arrived drop default;
alter table flow_wait alter column arrived type integer using arrived::integer;
alter table flow_wait rename column arrived to arrivals;
alter table flow_wait alter column arrivals set default 0;
create index flow_wait_arrived on flow_wait (instance_id) where arrivals > 0;
-- Called processes that ended while the one that called them was suspended: it has never heard of that.
update flow_wait w set arrivals = 1 from flow_instance c
  where w.kind = 'call' and c.id = case when w.kind = 'call' then w.name::bigint end and c.status in ('finished', 'deleted');
