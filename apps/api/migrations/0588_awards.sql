-- Award certificates are checked by the contestant's number and this code; nobody can guess it, and whoever asks is counted.
alter table competition_record add column verify_code varchar(8) not null default upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8));
alter table competition_record add column publish_date date;
update competition_record set publish_date = (update_time at time zone 'Asia/Shanghai')::date where is_publish = '1';
alter table competition_record add constraint competition_record_published check (is_publish = '0' or publish_date is not null);
create index competition_record_public on competition_record (competition_id) where is_deleted = 0 and is_publish = '1';
