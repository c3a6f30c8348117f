-- When the browser dated an answer, in milliseconds of the epoch: an answer that is signed anew for a later sitting is known by it.
alter table paper_event add column given_at bigint;
