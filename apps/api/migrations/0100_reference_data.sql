-- Reference data as administrators keep it: what cannot be, and what is searched.

-- A head stands alone, an entry below another row.
alter table dictionary add constraint dictionary_place check ((parent_id is null) = (dict_key = '-1') and parent_id is distinct from id);
alter table business_dictionary add constraint business_dictionary_place check ((parent_id is null) = (dict_key = '-1') and parent_id is distinct from id);
create index dictionary_heads on dictionary (sort, id) where dict_key = '-1' and is_deleted = 0;
create index business_dictionary_heads on business_dictionary (sort, id) where dict_key = '-1' and is_deleted = 0;
-- Entries that may no longer be chosen: asked for at every save that chooses something.
create index business_dictionary_closed on business_dictionary (code, dict_key) where is_sealed = '1' or is_deleted = 1;

alter table region add constraint region_place check (parent_code <> code or region_level = '0');
create index region_prefix on region (code text_pattern_ops);
create index region_name on region using gin (grams(name));

-- Which edition of a file of reference data this database holds, so that it is read once and not at each start.
create table reference_edition (
  name varchar(50) primary key,
  edition varchar(64) not null,
  update_time timestamptz not null default now()
);
