import { assessorDraw, assessorsOfApplication } from '@jipei/contract/exams/assessor.calls.ts'
import { AssessorAssignment, assessorAssignmentCalls } from '@jipei/contract/exams/assessor-assignment.ts'
import { AssessorType, assessorTypeCalls } from '@jipei/contract/exams/assessor-type.ts'
import { Assessor, assessorCalls } from '@jipei/contract/exams/assessor.ts'
import { sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import { hasRole } from '../core/actor.ts'
import { now, today } from '../core/clock.ts'
import { crudRoutes, insertRow } from '../core/crud.ts'
import type { Db, Tx } from '../core/db.ts'
import { type Route, reads, writes } from '../core/implement.ts'
import { personOf } from '../core/person.ts'
import { refuseUsed } from '../core/references.ts'
import { Refusal, invalidField } from '../core/refusal.ts'
import type { Services } from '../core/services.ts'
import { shownRows } from '../core/shown-rows.ts'
import { nextNumber, parametersOf } from '../settings/settings.queries.ts'
import { assessorScope, assessorTypeScope, assignmentScope } from './exams.scope.ts'
import { hasReview } from './grade-rules.ts'

type Values = Record<string, any>

const typeRoutes = crudRoutes(assessorTypeCalls, {
  entity: AssessorType,
  resource: 'assessor_type',
  scope: assessorTypeScope,
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, 'DEPENDENCY_IN_USE', rows.map((row) => row['id']), ['assessor.assessor_type_id']),
})

const assessorRoutesOnly = crudRoutes(assessorCalls, {
  entity: Assessor,
  resource: 'assessor',
  scope: assessorScope,
  beforeSave: async (tx, actor, merged, old) => {
    if (merged['cardExpireDate'] <= merged['cardStartDate']) throw invalidField('cardExpireDate', '证卡有效期止', 'Card valid to', '须晚于有效期起', 'must be after the start')
    const person = personOf(merged)
    // An assessor may keep his own address and account up to date, never what he may assess.
    if (old && hasRole(actor, 'assessor')) {
      const frozen = (['name', 'idNumber', 'assessorTypeId', 'assessorLevel', 'cardNo', 'cardStartDate', 'cardExpireDate', 'occupationCodes', 'workUnit', 'isValid'] as const).find((name) => String(merged[name]) !== String(old[name]))
      if (frozen) throw new Refusal('FIELD_FROZEN', { field: { zh: Assessor.fields[frozen].zh, en: Assessor.fields[frozen].en } })
    }
    return { ...person, assessorNo: old?.['assessorNo'] ?? (await nextNumber(tx, 'ASSESSOR_NO')) }
  },
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, 'ASSESSOR_IN_USE', rows.map((row) => row['id']), ['assessor_assignment.assessor_id']),
})

interface Panel {
  id: string
  level: string
  orgId: string
  orgName: string
  occupationCode: string
  testDate: string | null
  wishTestDate: string
  subjects: string[]
  confirmType: string
}
async function panelOf(db: Db, testApplyId: string): Promise<Panel> {
  const { rows } = await sql<Panel>`select t.id, t.level, t.org_id, o.org_name, t.occupation_code, t.test_date, t.wish_test_date, t.subjects, t.confirm_type from test_application t join organisation o on o.id = t.org_id where t.id = ${testApplyId} and t.is_deleted = 0`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Employer, own teaching, an expired card, too low a level: whoever may not sit on this panel. @throws ASSESSOR_AVOID */
async function mayAssess(tx: Tx, assessor: Values, panel: Panel): Promise<void> {
  const avoid = new Refusal('ASSESSOR_AVOID', { name: assessor['name'] })
  if (assessor['isValid'] !== 'isValid' || assessor['workUnit'] === panel.orgName) throw avoid
  if (assessor['cardExpireDate'] < (panel.testDate ?? panel.wishTestDate)) throw avoid
  if (hasReview(panel.level) && assessor['assessorLevel'] !== '2') throw avoid
  const teaches = await sql`select from organisation_teacher o join teacher p on p.id = o.teacher_id where o.org_id = ${panel.orgId} and o.is_deleted = 0 and p.id_number_hash = ${assessor['idNumberHash']} limit 1`.execute(tx)
  if (teaches.rows.length > 0) throw avoid
  const last = await sql<{ mine: boolean }>`select exists (select from assessor_assignment a where a.test_apply_id = t.id and a.assessor_id = ${assessor['id']} and a.is_deleted = 0) as mine
    from test_application t where t.org_id = ${panel.orgId} and t.id <> ${panel.id} and t.confirm_type = 'Confirm' and t.is_deleted = 0 order by t.test_date desc nulls last limit 3`.execute(tx)
  if (last.rows.length === 3 && last.rows.every((row) => row.mine)) throw avoid
}

const assigned = ['testApplyId', 'applySide', 'assessorId', 'duty', 'subject', 'fee'] as const
/** An assessor signs in, at the server's time, and changes nothing else: what he is assigned to decides what he may see and score. @throws FIELD_FROZEN */
function mustBeAsAssigned(merged: Values, old: Values): void {
  const frozen = assigned.find((name) => String(merged[name]) !== String(old[name]))
  if (frozen) throw new Refusal('FIELD_FROZEN', { field: { zh: AssessorAssignment.fields[frozen].zh, en: AssessorAssignment.fields[frozen].en } })
}

const assignmentRoutes = crudRoutes(assessorAssignmentCalls, {
  entity: AssessorAssignment,
  resource: 'exam_assessor',
  scope: assignmentScope,
  beforeSave: async (tx, actor, merged, old) => {
    if (old && hasRole(actor, 'assessor')) mustBeAsAssigned(merged, old)
    const panel = await panelOf(tx, merged['testApplyId'])
    if (panel.confirmType !== 'Confirm') throw new Refusal('STATE_ILLEGAL', { status: { zh: '考核未审核通过', en: 'not approved' }, action: { zh: '安排考评员', en: 'assign assessors' } })
    if (old && hasRole(actor, 'assessor')) return { signTime: old['signTime'] ?? (merged['signTime'] ? now() : null) }
    const assessor = await tx.selectFrom('assessor').selectAll().where('id', '=', merged['assessorId']).where('isDeleted', '=', 0).executeTakeFirst()
    if (!assessor) throw new Refusal('NOT_FOUND')
    await mayAssess(tx, assessor, panel)
    const leaders = await sql<{ assessorId: string }>`select distinct assessor_id from assessor_assignment where test_apply_id = ${panel.id} and is_deleted = 0 and duty = '1' and assessor_id <> ${merged['assessorId']}`.execute(tx)
    if (merged['duty'] === '1' && leaders.rows.length > 0) throw invalidField('duty', '职责', 'Duty', '已有组长', 'there is a leader already')
    return { assessorName: assessor['name'], isDrawn: old?.['isDrawn'] ?? '0' }
  },
})

/** Assignments of an application as they are shown. */
const assignmentsOf = (db: Db, actor: Actor, app: Services, testApplyId: string): Promise<any[]> =>
  shownRows(db, actor, app, AssessorAssignment, { scope: assignmentScope, where: sql`t.test_apply_id = ${testApplyId}`, order: sql`t.duty, t.id`, view: 'list' })

/** Draws the panel once: whoever may sit on it, at random, the first one leads. A repeated call answers the panel drawn. */
async function draw(tx: Tx, actor: Actor, app: Services, testApplyId: string, count: number | null): Promise<any[]> {
  await sql`select from test_application where id = ${testApplyId} for update`.execute(tx)
  const panel = await panelOf(tx, testApplyId)
  const drawn = await assignmentsOf(tx, actor, app, testApplyId)
  if (drawn.length > 0) return drawn
  if (panel.confirmType !== 'Confirm') throw new Refusal('STATE_ILLEGAL', { status: { zh: '考核未审核通过', en: 'not approved' }, action: { zh: '抽取考评员', en: 'draw assessors' } })
  const min = await parametersOf(tx, ['test.assessor.min', 'test.assessor.min.high'])
  const wanted = count ?? (hasReview(panel.level) ? min['test.assessor.min.high'] : min['test.assessor.min'])
  const pool = await sql<Values>`select * from assessor where is_deleted = 0 and is_valid = 'isValid' and card_expire_date >= ${today()}::date and occupation_codes @> array[${panel.occupationCode}]::text[] order by random()`.execute(tx)
  const chosen: Values[] = []
  for (const assessor of pool.rows) {
    if (chosen.length === wanted) break
    try {
      await mayAssess(tx, assessor, panel)
      chosen.push(assessor)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  if (chosen.length < wanted) throw invalidField('count', '考评员', 'Assessors', `可抽取的考评员不足${wanted}人`, `fewer than ${wanted} assessors may be drawn`)
  for (const [index, assessor] of chosen.entries())
    for (const subject of panel.subjects)
      await insertRow(tx, actor, AssessorAssignment, { testApplyId, applySide: '1', assessorId: assessor['id'], assessorName: assessor['name'], duty: index === 0 ? '1' : '2', subject, isDrawn: '1' })
  return assignmentsOf(tx, actor, app, testApplyId)
}

export const assessorRoutes: Route[] = [
  ...typeRoutes,
  ...assessorRoutesOnly,
  ...assignmentRoutes,
  reads(assessorsOfApplication, (db, actor, { testApplyId }, app) => assignmentsOf(db, actor, app, testApplyId)),
  writes(assessorDraw, (tx, actor, { testApplyId, count }, app) => draw(tx, actor, app, testApplyId, count ?? null)),
]
