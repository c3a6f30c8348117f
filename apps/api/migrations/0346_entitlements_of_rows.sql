-- A row that was added after a return counts from its own first commit, not from that of its claim.
update entitlement e set commit_time = l.first_commit_time from subsidy_line l
  where e.side = 'institution' and l.id = e.line_id and l.first_commit_time is not null and l.first_commit_time <> e.commit_time;
