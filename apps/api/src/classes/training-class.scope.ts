import { sql } from 'kysely'
import { type Actor, onlyTeacher } from '../core/actor.ts'
import type { Scope } from '../core/rows.ts'
import { type Condition, everything, nothing } from '../core/sql.ts'
import { teacherOfPerson } from '../teaching/teaching.queries.ts'

/** Open for sign-up today. */
const openForSignUp: Condition = sql`(t.status = 'unCommit' and current_date between t.sign_start_date and t.sign_end_date)`

const ownAsStudent = (actor: Actor): Condition =>
  actor.idNumberHash
    ? sql`t.id in (select s.class_id from student s where s.id_number_hash = ${actor.idNumberHash} and s.is_deleted = 0 and s.confirm_status <> 'Invalidate')`
    : nothing

const assigned = (actor: Actor): Condition =>
  actor.assessorId
    ? sql`t.id in (select a.class_id from test_application a join assessor_assignment x on x.test_apply_id = a.id where x.assessor_id = ${actor.assessorId} and x.is_deleted = 0 and a.is_deleted = 0)`
    : nothing

/** A teacher who is not also the administrator sees the classes he leads or teaches in. */
const ofTeacher = (actor: Actor): Condition => {
  const teacher = teacherOfPerson(actor.idNumberHash)
  return sql`(t.head_teacher_id = ${teacher} or exists (select 1 from lesson l where l.class_id = t.id and l.is_deleted = 0 and (l.teacher_id = ${teacher} or l.assist_teacher_id = ${teacher})))`
}

/** Classes an actor may see. */
export const classScope: Scope = (actor) => {
  switch (actor.audience) {
    case 'bureau':
      return everything
    case 'institution':
      if (!actor.orgId) return nothing
      return onlyTeacher(actor) ? sql`(t.org_id = ${actor.orgId} and ${ofTeacher(actor)})` : sql`t.org_id = ${actor.orgId}`
    case 'person':
      return sql`(${openForSignUp} or ${ownAsStudent(actor)} or ${assigned(actor)})`
    case 'enterprise':
      return openForSignUp
    default:
      return nothing
  }
}

/** Timetables an actor may see: those of his classes; a student's only when he is in the class (alias `t` is the lesson). */
export const lessonScope: Scope = (actor) => {
  const inClass = (condition: Condition) => sql`exists (select 1 from training_class c where c.id = t.class_id and ${condition})`
  switch (actor.audience) {
    case 'bureau':
      return everything
    case 'institution': {
      if (!actor.orgId) return nothing
      if (!onlyTeacher(actor)) return inClass(sql`c.org_id = ${actor.orgId}`)
      const teacher = teacherOfPerson(actor.idNumberHash)
      return sql`(${inClass(sql`c.org_id = ${actor.orgId} and (c.head_teacher_id = ${teacher})`)}
        or (${inClass(sql`c.org_id = ${actor.orgId}`)} and (t.teacher_id = ${teacher} or t.assist_teacher_id = ${teacher})))`
    }
    case 'person':
      return actor.idNumberHash
        ? sql`t.class_id in (select s.class_id from student s where s.id_number_hash = ${actor.idNumberHash} and s.is_deleted = 0 and s.confirm_status <> 'Invalidate')`
        : nothing
    default:
      return nothing
  }
}

/** The attendance of lessons an actor sees; a student's own rows only (alias `t` is the attendance). */
export const attendanceScope: Scope = (actor) => {
  if (actor.audience === 'bureau') return everything
  return actor.audience === 'person' ? sql`t.student_id in (select m.id from student m where m.id_number_hash = ${actor.idNumberHash} and m.is_deleted = 0)` : sql`t.schedule_id in (select t.id from lesson t where t.is_deleted = 0 and ${lessonScope(actor)})`
}
