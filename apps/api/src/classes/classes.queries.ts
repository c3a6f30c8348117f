import type { classRun } from '@jipei/contract/core/codes.ts'
import type { CodeOf } from '@jipei/contract/core/field.ts'
import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import { writeAudit } from '../core/audit.ts'
import type { Db, Tx } from '../core/db.ts'
import { Refusal } from '../core/refusal.ts'
import { runState } from './run-state.ts'

/** Which classes and lessons an actor sees, for lists of other domains over them (alias `t`). */
export { classScope, lessonScope } from './training-class.scope.ts'

export type RunState = CodeOf<typeof classRun>

/** The derived running state as SQL over the alias `t` of training_class. */
export const runStateSql: RawBuilder<unknown> = sql.raw(runState)

export interface ClassFacts {
  id: string
  classNo: string | null
  className: string
  orgId: string
  orgPlanId: string
  orgCourseId: string
  courseId: string
  courseName: string
  level: string
  trainKind: string
  classMode: string
  isSubsidy: string
  planCount: number
  totalHours: string
  startDate: string
  endDate: string
  signStartDate: string | null
  signEndDate: string | null
  trainPlace: string
  chargeStandard: string
  status: 'unCommit' | 'unConfirm' | 'Confirm' | 'deleted'
  runState: RunState
  inspectResult: string | null
  isRectified: string | null
  confirmTime: string | null
}

const facts = sql`select t.id, t.class_no, t.class_name, t.org_id, t.org_plan_id, t.org_course_id, t.course_id, t.course_name, t.level, t.train_kind, t.class_mode,
  t.is_subsidy, t.plan_count, t.total_hours, t.start_date, t.end_date, t.sign_start_date, t.sign_end_date, t.train_place, t.charge_standard, t.status,
  ${runStateSql} as run_state, t.inspect_result, t.is_rectified, t.confirm_time from training_class t`

/** What other domains need to know of a class. @throws NOT_FOUND */
export async function classFacts(db: Db, classId: string): Promise<ClassFacts> {
  const row = (await sql<ClassFacts>`${facts} where t.id = ${classId} and t.is_deleted = 0`.execute(db)).rows[0]
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** As `classFacts`, with the class locked until the end of the transaction: whoever takes seats or changes the roster does so alone. */
export async function lockClass(tx: Tx, classId: string): Promise<ClassFacts> {
  await sql`select 1 from training_class where id = ${classId} and is_deleted = 0 for update`.execute(tx)
  return classFacts(tx, classId)
}

export const runStateOf = async (db: Db, classId: string): Promise<RunState> => (await classFacts(db, classId)).runState

/** Hours held and hours planned of a class. */
export async function heldHours(db: Db, classId: string): Promise<{ held: Decimal; planned: Decimal; allHeld: boolean }> {
  const found = await sql<{ held: string; planned: string; open: string }>`
    select coalesce(sum(hours) filter (where is_held = '1'), 0) as held, coalesce(sum(hours), 0) as planned, count(*) filter (where is_held = '0') as open
    from lesson where class_id = ${classId} and is_deleted = 0`.execute(db)
  const row = found.rows[0] ?? { held: '0', planned: '0', open: '0' }
  const planned = new Decimal(row.planned)
  return { held: new Decimal(row.held), planned, allHeld: row.open === '0' && planned.gt(0) }
}

/** Whether an institution has a class between its first day and its certificates. */
export async function hasRunningClasses(db: Db, orgId: string): Promise<boolean> {
  const found = await sql`select 1 from training_class t where t.org_id = ${orgId} and t.is_deleted = 0 and t.status = 'Confirm'
    and ${runStateSql} in ('running', 'ended', 'testing', 'graded') limit 1`.execute(db)
  return found.rows.length > 0
}

/** Classes that wait for confirmation go back to their institution, which was suspended; whoever suspends it needs no right over classes. */
export async function returnPendingClasses(tx: Tx, actor: Actor, orgId: string, reason: string): Promise<void> {
  const found = await sql<{ id: string; orgPlanId: string }>`update training_class set status = 'unCommit', back_reason = ${reason}, update_user = ${actor.userId}, update_time = now(), version = version + 1
    where org_id = ${orgId} and is_deleted = 0 and status = 'unConfirm' returning id, org_plan_id`.execute(tx)
  const ids = found.rows.map((row) => row.id)
  await sql`update student set confirm_status = 'unSubmit', update_time = now(), version = version + 1 where class_id = any(${ids}::bigint[]) and is_deleted = 0 and confirm_status = 'unConfirm'`.execute(tx)
  await writeAudit(tx, actor, ids.map((id) => ({ bizType: 'TrainingClass', bizId: id, action: 'back', fromStatus: 'unConfirm', toStatus: 'unCommit', opinion: reason })))
  for (const orgPlanId of [...new Set(found.rows.map((row) => row.orgPlanId))].sort()) await recountOrganisationPlan(tx, orgPlanId)
}

/** Sets what an institution plan has used to the planned size of its submitted and confirmed classes. */
export async function recountOrganisationPlan(tx: Tx, orgPlanId: string): Promise<void> {
  await sql`select 1 from organisation_plan where id = ${orgPlanId} for update`.execute(tx)
  await sql`update organisation_plan p set used_headcount =
      (select coalesce(sum(c.plan_count), 0) from training_class c where c.org_plan_id = p.id and c.is_deleted = 0 and c.status in ('unConfirm', 'Confirm'))
    where p.id = ${orgPlanId}`.execute(tx)
}
