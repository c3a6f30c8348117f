import { Attendance } from "@jipei/contract/classes/attendance.ts";
import { type AttendanceSheet, Lesson } from "@jipei/contract/classes/lesson.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { visible } from "../core/data-scope.ts";
import type { Db } from "../core/db.ts";
import type { Services } from "../core/services.ts";
import { shownRows } from "../core/shown-rows.ts";
import { studentsShown } from "../enrolment/enrolment.queries.ts";
import { parametersOf } from "../settings/settings.queries.ts";
import { attendanceRate, makeupLimit } from "./attendance.rules.ts";
import { attendanceScope, lessonScope } from "./training-class.scope.ts";

type Values = Record<string, any>;

/** All lessons of a class that the actor may see, in order. */
export const lessonsShown = (db: Db, actor: Actor, app: Services, classId: string): Promise<Values[]> =>
  shownRows(db, actor, app, Lesson, {
    scope: lessonScope,
    where: sql`t.class_id = ${classId}`,
    order: sql`t.lesson_date, t.start_time`,
    view: "list",
  });

/** Lessons across, students down: the grid that attendance is taken in, and the heat map of a class. A student gets his own line only. */
export async function attendanceSheetOf(
  db: Db,
  actor: Actor,
  app: Services,
  classId: string,
): Promise<AttendanceSheet> {
  const lessons = await lessonsShown(db, actor, app, classId);
  const parameters = await parametersOf(db, ["attendance.min", "attendance.makeup.maxRate", "attendance.edit.days"]);
  const ids = lessons.map((row) => row["id"] as string);
  // Whoever sees none of its lessons sees nobody in them.
  const students = lessons.length === 0 ? [] : await studentsShown(db, actor, app, classId);
  const own = students.map((row) => row.id);
  const makeups = await sql<{ studentId: string; n: number }>`
    select a.student_id, count(*)::int as n from attendance a join lesson l on l.id = a.schedule_id
    where a.student_id = any(${own}::bigint[]) and l.class_id = ${classId} and a.attend_status = '6' and a.is_deleted = 0 and l.is_deleted = 0 group by a.student_id`.execute(
    db,
  );
  const makeupsOf = new Map(makeups.rows.map((row) => [row.studentId, row.n]));
  const entries = await sql<Values>`
    select t.schedule_id, t.student_id, t.attend_status, t.sign_in_time, t.sign_out_time, t.counted_hours, t.makeup_reason
    from attendance t where t.is_deleted = 0 and t.schedule_id = any(${ids}::bigint[]) and t.student_id = any(${own}::bigint[]) and ${visible(Attendance, attendanceScope, actor)}`.execute(
    db,
  );
  const planned = await sql<{
    n: number;
    held: string;
  }>`select count(*)::int as n, coalesce(sum(hours) filter (where is_held = '1'), 0) as held from lesson where class_id = ${classId} and is_deleted = 0`.execute(
    db,
  );
  const { n, held } = planned.rows[0] ?? { n: 0, held: "0" };
  const counted = Decimal.sum(0, ...students.map((row) => row.attendHours ?? 0));
  return {
    minRate: parameters["attendance.min"].toFixed(2),
    editDays: parameters["attendance.edit.days"],
    heldHours: new Decimal(held).toFixed(1),
    classRate: attendanceRate(counted, new Decimal(held).times(students.length)),
    makeupLimit: makeupLimit(n, parameters["attendance.makeup.maxRate"]),
    lessons,
    students: students.map(({ id, studentNo, name, attendHours, attendanceRate }) => ({
      studentId: id,
      studentNo,
      name,
      attendHours: attendHours ?? "0.00",
      attendanceRate,
      makeups: makeupsOf.get(id) ?? 0,
    })),
    entries: entries.rows,
  } as unknown as AttendanceSheet;
}
