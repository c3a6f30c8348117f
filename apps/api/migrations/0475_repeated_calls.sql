-- A call that its client names by a key may be repeated for a day, one that is only alike for ten seconds. Of a named one, what it was sent with
-- is kept too: the same key with something else is an error of the client.
alter table remembered_answer
  add column seconds integer not null default 10,
  add column input_hash varchar(64);
