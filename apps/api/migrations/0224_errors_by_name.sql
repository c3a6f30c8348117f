-- Errors have few names: a part of one is looked for among those, and this index leads from each name to the next one and to its rows in order of time.
-- Where there are many names after all, the grams remain.
create index error_log_by_name on error_log (exception_name, create_time, id);
