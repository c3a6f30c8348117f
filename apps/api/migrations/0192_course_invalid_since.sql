-- Since when a catalogue entry is no longer valid; null while it is. A class that began before was still one of the catalogue, however
-- late its claim. Kept by the table itself, whoever writes to it. Of entries retired so far only their last change is known.
alter table course add column invalid_since date;

create function keep_invalid_since() returns trigger language plpgsql as $$
begin
  if new.is_valid = 'isValid' then
    new.invalid_since := null;
  elsif new.invalid_since is null then
    new.invalid_since := (now() at time zone 'Asia/Shanghai')::date;
  end if;
  return new;
end $$;
create trigger course_invalid_since before insert or update of is_valid on course for each row execute function keep_invalid_since();

update course set invalid_since = (update_time at time zone 'Asia/Shanghai')::date where is_valid <> 'isValid';
