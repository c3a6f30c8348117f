-- Nobody's hours in a lesson are more than the lesson has, whatever they were computed from.
create function refuse_hours_beyond_lesson() returns trigger language plpgsql as $$
begin
  if new.counted_hours > (select l.hours from lesson l where l.id = new.schedule_id) then
    raise exception 'more hours than the lesson has' using errcode = '23514', constraint = 'attendance_within_lesson', table = 'attendance';
  end if;
  return new;
end
$$;
create trigger attendance_within_lesson before insert or update of counted_hours on attendance for each row
  when (new.counted_hours > 0) execute function refuse_hours_beyond_lesson();
