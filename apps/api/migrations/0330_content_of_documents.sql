-- Whether two documents are the same file is seen by their content, not by their names.
create or replace view document as
  select id, file_name, file_type, file_size, att_link, storage_key, download_count, create_time, is_deleted, sha256 from attachment;
