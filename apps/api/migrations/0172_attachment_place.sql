-- The files of a place are found from its objects; a partial index does not serve that, since any key might be the empty one.
drop index attachment_storage;
create index attachment_storage on attachment (storage_key);
