import { type AttendanceSheet, Lesson } from '@jipei/contract/classes/lesson.ts'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import type { Db } from '../core/db.ts'
import type { Services } from '../core/services.ts'
import { shownRows } from '../core/shown-rows.ts'
import { parametersOf } from '../settings/settings.queries.ts'
import { attendanceRate, makeupLimit } from './attendance.rules.ts'
import { lessonScope } from './training-class.scope.ts'

type Values = Record<string, any>

/** All lessons of a class that the actor may see, in order. */
export const lessonsShown = (db: Db, actor: Actor, app: Services, classId: string): Promise<Values[]> =>
  shownRows(db, actor, app, Lesson, { scope: lessonScope, where: sql`t.class_id = ${classId}`, order: sql`t.lesson_date, t.start_time`, view: 'list' })

/** Lessons across, students down: the grid that attendance is taken in, and the heat map of a class. A student gets his own line only. */
export async function attendanceSheetOf(db: Db, actor: Actor, app: Services, classId: string): Promise<AttendanceSheet> {
  const lessons = await lessonsShown(db, actor, app, classId)
  const parameters = await parametersOf(db, ['attendance.min', 'attendance.makeup.maxRate', 'attendance.edit.days'])
  const ids = lessons.map((row) => row['id'] as string)
  const mine = actor.audience === 'person' ? sql`s.id_number_hash = ${actor.idNumberHash}` : sql`true`
  const students = await sql<Values>`
    select s.id as student_id, s.student_no, s.name, coalesce(s.attend_hours, 0)::numeric(7,2) as attend_hours, s.attendance_rate,
      (select count(*)::int from attendance a join lesson l on l.id = a.schedule_id where a.student_id = s.id and l.class_id = s.class_id and a.attend_status = '6' and a.is_deleted = 0 and l.is_deleted = 0) as makeups
    from student s where s.class_id = ${classId} and s.is_deleted = 0 and s.confirm_status = 'Confirm' and ${mine}
      and exists (select 1 from lesson t where t.class_id = s.class_id and ${lessonScope(actor)})
    order by s.student_no nulls last, s.id`.execute(db)
  const entries = await sql<Values>`
    select a.schedule_id, a.student_id, a.attend_status, a.sign_in_time, a.sign_out_time, a.counted_hours, a.makeup_reason
    from attendance a where a.is_deleted = 0 and a.schedule_id = any(${ids}::bigint[]) and a.student_id = any(${students.rows.map((row) => row['studentId'])}::bigint[])`.execute(db)
  const planned = await sql<{ n: number; held: string }>`select count(*)::int as n, coalesce(sum(hours) filter (where is_held = '1'), 0) as held from lesson where class_id = ${classId} and is_deleted = 0`.execute(db)
  const { n, held } = planned.rows[0] ?? { n: 0, held: '0' }
  const counted = Decimal.sum(0, ...students.rows.map((row) => row['attendHours']))
  return {
    minRate: parameters['attendance.min'].toFixed(2),
    editDays: parameters['attendance.edit.days'],
    heldHours: new Decimal(held).toFixed(1),
    classRate: attendanceRate(counted, new Decimal(held).times(students.rows.length)),
    makeupLimit: makeupLimit(n, parameters['attendance.makeup.maxRate']),
    lessons,
    students: students.rows,
    entries: entries.rows,
  } as unknown as AttendanceSheet
}
