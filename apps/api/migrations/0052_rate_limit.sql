-- How often an address has made a public call within its window. Losing the counts in a crash is no harm, so they are not logged.
create unlogged table rate_count (
  key varchar(120) primary key,
  window_end timestamptz not null,
  n integer not null
);
create index rate_count_end on rate_count (window_end);
