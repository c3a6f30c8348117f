import { type RawBuilder, sql } from "kysely";
import { isReservableDay, isReservedDay } from "../../entitlements/entitlements.queries.ts";

/** SQL of the rows that claim for a member of a class (alias `s`). */
const ownLines = sql`(select own.id from subsidy_line own where own.student_id = s.id)`;

/**
 * SQL of the days of a member (alias `s`) with hours enough in their class that no other row has, first ones first, and how many days other rows have. Whoever
 * came from another class has the lessons of that one too, which are none of this one's.
 * @param minHours hours that make a training day
 */
export const livingDays = (minHours: string): RawBuilder<unknown> => sql`(
  select coalesce(array_agg(attended.day::text order by attended.day) filter (where ${isReservableDay(sql`s.id_number_hash`, sql`attended.day`, ownLines)}), '{}') as living_days,
    (count(*) filter (where ${isReservedDay(sql`s.id_number_hash`, sql`attended.day`, ownLines)}))::int as taken_days
  from (
    select l.lesson_date as day from presence a join lecture l on l.id = a.schedule_id and l.class_id = s.class_id where a.student_id = s.id
    group by l.lesson_date having sum(a.counted_hours) >= ${minHours}::numeric) attended)`;

/** SQL of the same for other kinds, which go by no days. */
export const noDays = sql`(select '{}'::text[] as living_days, 0 as taken_days)`;
