-- A passed comprehensive review (levels 1 and 2) is kept like the other parts, so that a make-up does not repeat it.
alter table grade add column keep_review date;
