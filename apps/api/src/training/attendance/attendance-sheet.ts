import { Attendance } from "@jipei/contract/training/attendance.ts";
import { type AttendanceSheet, Lesson, type LessonRow } from "@jipei/contract/training/lesson.ts";
import type { StudentRow } from "@jipei/contract/training/student.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { visible } from "../../core/access/data-scope.ts";
import type { Db } from "../../core/database/db.ts";
import type { Services } from "../../core/foundation/services.ts";
import { readChildRows } from "../../core/entity/child-rows.ts";
import { readStudents } from "../roster/roster.ts";
import { getParameters } from "../../settings/settings.queries.ts";
import { attendanceRate, makeupLimit } from "./attendance.rules.ts";
import { attendanceScope, lessonScope } from "../classes/training-class.scope.ts";

/** All lessons of a class that the actor may see, in order. */
export const readLessons = (db: Db, actor: Actor, app: Services, classId: string): Promise<LessonRow[]> =>
  readChildRows(db, actor, app, Lesson, {
    scope: lessonScope,
    where: sql`t.class_id = ${classId}`,
    order: sql`t.lesson_date, t.start_time`,
    view: "list",
  });

/** Lessons across, students down: the grid that attendance is taken in, and the heat map of a class. Students get their own line only. */
export async function getAttendanceSheet(
  db: Db,
  actor: Actor,
  app: Services,
  classId: string,
): Promise<AttendanceSheet> {
  const lessons = await readLessons(db, actor, app, classId);
  // Whoever sees none of its lessons sees nobody in them.
  const students = lessons.length === 0 ? [] : await readStudents(db, actor, app, classId);
  const ids = lessons.map(({ id }) => id);
  return { ...(await getSheetParts(db, actor, classId, ids, students)), lessons };
}

/** Somebody in the sheet. */
type Attending = Pick<StudentRow, "id" | "name" | "attendHours" | "attendanceRate"> &
  Partial<Pick<StudentRow, "studentNo">>;

/** The sheet of a class of either side but for its lessons. @param lessonIds those that the actor sees */
export async function getSheetParts(
  db: Db,
  actor: Actor,
  classId: string,
  lessonIds: readonly string[],
  students: readonly Attending[],
): Promise<Omit<AttendanceSheet, "lessons">> {
  const parameters = await getParameters(db, ["attendance.min", "attendance.makeup.maxRate", "attendance.edit.days"]);
  const own = students.map((row) => row.id);
  const makeups = await sql<{ studentId: string; n: number }>`
    select a.student_id, count(*)::int as n from attendance a join lesson l on l.id = a.schedule_id
    where a.student_id = any(${own}::bigint[]) and l.class_id = ${classId} and a.attend_status = '6' and a.is_deleted = 0 and l.is_deleted = 0 group by a.student_id`.execute(
    db,
  );
  const makeupsOf = new Map(makeups.rows.map((row) => [row.studentId, row.n]));
  const entries = await sql<AttendanceSheet["entries"][number]>`
    select t.schedule_id, t.student_id, t.attend_status, t.sign_in_time, t.sign_out_time, t.counted_hours, t.makeup_reason
    from attendance t where t.is_deleted = 0 and t.schedule_id = any(${[...lessonIds]}::bigint[]) and t.student_id = any(${own}::bigint[]) and ${visible(Attendance, attendanceScope, actor)}`.execute(
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
    students: students.map(({ id, studentNo = null, name, attendHours, attendanceRate }) => ({
      studentId: id,
      studentNo,
      name,
      attendHours: attendHours ?? "0.00",
      attendanceRate,
      makeups: makeupsOf.get(id) ?? 0,
    })),
    entries: entries.rows,
  };
}
