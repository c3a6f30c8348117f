-- Hours that a class was really taught, of one kind of lesson or of all: minutes of lessons at the same time count once, in the earlier one. Lessons of a class
-- overlap where they were planned before that was refused (0630).
create function held_hours(class bigint, kind varchar default null) returns numeric language sql stable as $$
  select coalesce(sum(case when e.taken is null then l.hours
    else floor(l.hours * 2 * coalesce((select sum(upper(part) - lower(part)) from unnest(int4multirange(l.span) - e.taken) part), 0) / (upper(l.span) - lower(l.span))) / 2 end), 0)::numeric(8,1)
  from (
    select id, lesson_date, start_time, end_time, hours, lesson_type,
      int4range((extract(epoch from start_time) / 60)::int, (extract(epoch from end_time) / 60)::int) as span
    from lesson where class_id = class and is_held = '1' and is_deleted = 0) l
    left join lateral (
      select range_agg(int4range((extract(epoch from o.start_time) / 60)::int, (extract(epoch from o.end_time) / 60)::int)) as taken
      from lesson o
      where o.class_id = class and o.is_held = '1' and o.is_deleted = 0 and o.lesson_date = l.lesson_date
        and (o.start_time, o.id) < (l.start_time, l.id) and o.end_time > l.start_time) e on true
  where kind is null or l.lesson_type = kind
$$;
