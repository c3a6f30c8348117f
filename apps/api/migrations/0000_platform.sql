-- Exclusion constraints over ids together with time ranges (timetables) need it.
create extension if not exists btree_gist;

-- Which field key this database was filled with; see checkFieldKey.
create table key_fingerprint (
  name text primary key,
  value text not null
);
