import type { AttendanceRow } from "@jipei/contract/training/attendance.ts";
import { sql } from "kysely";
import { daysBetween, inThePast, today } from "../../src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";

type Presence = Pick<AttendanceRow, "studentId" | "attendStatus" | "attendMethod"> & { signInTime?: string };

/** Saves the attendance of a lesson: institutions and enterprises have a call each. */
type Take = (scheduleId: string, attendanceList: readonly Presence[]) => Promise<unknown>;

interface PastLesson {
  id: string;
  /** yyyy-MM-dd */
  day: string;
  /** yyyy-MM-dd HH:mm:ss, five minutes before its start and nine after it. */
  early: string;
  late: string;
}

/** Takes the attendance of every past lesson of a class the day after: most are present, a few late, on leave or absent, and now and then one too often. */
export async function hold(desk: Desk, classId: string, take: Take): Promise<void> {
  const lessons = await sql<PastLesson>`
    select id, to_char(lesson_date, 'YYYY-MM-DD') as day, to_char(lesson_date + start_time - interval '5 minutes', 'YYYY-MM-DD HH24:MI:SS') as early,
      to_char(lesson_date + start_time + interval '9 minutes', 'YYYY-MM-DD HH24:MI:SS') as late
    from lesson where class_id = ${classId} and is_deleted = 0 and lesson_date < ${today()}::date order by lesson_date, start_time`.execute(
    desk.tx,
  );
  const people = await sql<{
    id: string;
  }>`select id from student where class_id = ${classId} and is_deleted = 0 order by id`.execute(desk.tx);
  for (const lesson of lessons.rows)
    await inThePast(daysBetween(lesson.day, today()) - 1, () =>
      take(
        lesson.id,
        people.rows.map(({ id }) => getPresence(id, lesson)),
      ),
    );
  // Entered the day after the lesson, by the clock of the database too.
  await sql`
    update attendance a set create_time = a.create_time - late.days, update_time = a.update_time - late.days
    from lesson l, lateral (select make_interval(days => ${today()}::date - l.lesson_date - 1) as days) late
    where l.class_id = ${classId} and a.schedule_id = l.id`.execute(desk.tx);
}

/** How somebody came to a lesson, which their numbers decide; entered by hand, as all attendance is. */
function getPresence(studentId: string, { id, early, late }: PastLesson): Presence {
  const [student, lesson] = [Number(studentId), Number(id)];
  const entry = { studentId, attendMethod: "4" } as const;
  if (student % 31 === 7 && lesson % 3 === 0) return { ...entry, attendStatus: "5" };
  if ((student * 7 + lesson * 13) % 53 === 0) return { ...entry, attendStatus: "5" };
  if ((student * 11 + lesson * 5) % 47 === 0) return { ...entry, attendStatus: "4" };
  return (student * 3 + lesson * 17) % 29 === 0
    ? { ...entry, attendStatus: "2", signInTime: late }
    : { ...entry, attendStatus: "1", signInTime: early };
}
