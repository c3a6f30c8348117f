-- Files are found by name, size, uploader and owner, and by what the storage knows them by.
create index attachment_name on attachment using gin (grams(file_name));
create index attachment_size_order on attachment (file_size desc, id desc) where is_deleted = 0;
create index attachment_name_order on attachment (file_name, id) where is_deleted = 0;
create index attachment_owner on attachment (biz_type, create_time desc, id desc) where is_deleted = 0;
create index attachment_storage on attachment (storage_key) where storage_key <> '';
create index attachment_removed on attachment (id) where is_deleted = 1 and storage_key <> '';
create index job_file on job (file_key) where file_key is not null;
