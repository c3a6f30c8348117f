import { certificateCalls as calls } from '@jipei/contract/exams/certificate.calls.ts'
import { certificateMachine } from '@jipei/contract/exams/certificate.machine.ts'
import { Certificate } from '@jipei/contract/exams/certificate.ts'
import { sql } from 'kysely'
import { certificateIsClaimed } from '../subsidies/subsidies.queries.ts'
import { type Actor, may } from '../core/actor.ts'
import { withHistory, writeAudit } from '../core/audit.ts'
import { today } from '../core/clock.ts'
import { crud, insertRow, updateRow } from '../core/crud.ts'
import type { Tx } from '../core/db.ts'
import { shareFile } from '../core/files.ts'
import { type Route, reads, writes } from '../core/implement.ts'
import { Refusal, failureOf } from '../core/refusal.ts'
import { lockRow } from '../core/rows.ts'
import type { Services } from '../core/services.ts'
import { shownRows } from '../core/shown-rows.ts'
import { lifecycle, transition } from '../core/transition.ts'
import { sendSms } from '../notices/notices.queries.ts'
import { certificateNumber, verifyCode } from './certificate-number.ts'
import { certificateScope } from './exams.scope.ts'

const { list, detail } = crud({ entity: Certificate, resource: 'certificate', scope: certificateScope, detail: withHistory(Certificate) })

export const certificateLifecycle = lifecycle({
  machine: certificateMachine,
  entity: Certificate,
  scope: certificateScope,
  moves: {
    revoke: {
      guards: [
        async (tx, _actor, row) => {
          if (await certificateIsClaimed(tx, row['id'])) throw new Refusal('CERT_IN_SUBSIDY')
        },
      ],
      set: (_tx, _actor, _row, input) => ({ invalidReason: input.reason }),
      effects: [async (tx, _actor, row) => void (await sql`update student set cert_id = null where cert_id = ${row['id']}`.execute(tx))],
    },
  },
})

interface Passed {
  studentId: string
  name: string
  idNumber: string
  idNumberHash: string
  phone: string
  photoAttId: string | null
  courseId: string
  courseName: string
  occupationCode: string
  occupationName: string
  level: string
  certKind: string
  trainHours: string
  startDate: string
  endDate: string
  theoryScore: string | null
  practiceScore: string | null
  totalScore: string | null
  orgId: string
  orgName: string
  orgNo: string | null
  evalOrgCode: string | null
  evalOrgName: string | null
}

const issuer = '人力资源和社会保障局'

/**
 * One certificate for each student who passed and has none yet; a repeated call issues only what is missing. The application row is
 * locked, so that two calls at once cannot both issue. @throws NOT_FOUND, GRADE_UNPUBLISHED, PHOTO_REQUIRED, EVAL_ORG_REQUIRED
 */
async function issue(tx: Tx, actor: Actor, classId: string, applyId: string, app: Services): Promise<any[]> {
  const { rows: locked } = await sql<{ confirmType: string; gradeStatus: string | null }>`select confirm_type, grade_status from test_application where id = ${applyId} and class_id = ${classId} and is_deleted = 0 for update`.execute(tx)
  if (!locked[0]) throw new Refusal('NOT_FOUND')
  if (locked[0].confirmType !== 'Confirm' || locked[0].gradeStatus !== '2') throw new Refusal('GRADE_UNPUBLISHED')
  const { rows } = await sql<Passed>`
    select g.student_id, s.name, s.id_number, s.id_number_hash, s.phone, s.photo_att_id, c.course_id, c.course_name, c.occupation_code, c.occupation_name, c.level, k.cert_kind,
      (select coalesce(sum(l.hours), 0) from lesson l where l.class_id = c.id and l.is_deleted = 0 and l.is_held = '1') as train_hours, c.start_date, c.end_date,
      g.theory_score, g.practice_score, g.total_score, o.id as org_id, o.org_name, o.org_no, o.eval_org_code, a.eval_org_name
    from grade g
      join test_application a on a.id = g.test_apply_id
      join student s on s.id = g.student_id
      join training_class c on c.id = g.class_id
      join course k on k.id = c.course_id
      join organisation o on o.id = c.org_id
    where g.test_apply_id = ${applyId} and g.is_deleted = 0 and g.grade_status = '2' and g.result = '1'
      and not exists (select from certificate x where x.student_id = g.student_id and x.test_apply_id = g.test_apply_id and x.is_valid = 'isValid' and x.is_deleted = 0)
    order by s.student_no nulls last, s.id`.execute(tx)
  const withoutPhoto = rows.filter((one) => one.photoAttId === null)
  const failures = withoutPhoto.map(({ name, studentId }) => failureOf(new Refusal('PHOTO_REQUIRED', { name }), studentId))
  if (withoutPhoto[0]) throw new Refusal('PHOTO_REQUIRED', { name: withoutPhoto[0].name }, failures)
  for (const one of rows) await issueOne(tx, actor, one, classId, applyId, app)
  return shownRows(tx, actor, app, Certificate, { scope: certificateScope, where: sql`t.test_apply_id = ${applyId} and t.is_valid = 'isValid'`, order: sql`t.cert_no`, view: 'list' })
}

async function issueOne(tx: Tx, actor: Actor, one: Passed, classId: string, applyId: string, app: Services): Promise<void> {
  const issueDate = today()
  const { studentId, name, idNumber, idNumberHash, courseId, courseName, occupationCode, occupationName, level, certKind, trainHours, theoryScore, practiceScore, totalScore, orgId, orgName, photoAttId } = one
  const certNo = await certificateNumber(tx, { ...one, issueDate })
  const row = await insertRow(tx, actor, Certificate, {
    certNo, certKind, studentId, classId, testApplyId: applyId, orgId, name, idNumber, idNumberHash, courseId, courseName, occupationCode, occupationName, level,
    trainHours, trainStartDate: one.startDate, trainEndDate: one.endDate, theoryScore, practiceScore, totalScore, orgName,
    issueOrg: certKind === '1' ? (one.evalOrgName ?? orgName) : issuer, issueDate, photoAttId, verifyCode: verifyCode(), print: '0', isValid: 'isValid',
  })
  if (photoAttId) await shareFile(tx, photoAttId, Certificate, row['id'], 'photoAttId')
  await sql`update student set cert_id = ${row['id']} where id = ${studentId}`.execute(tx)
  await writeAudit(tx, actor, [{ bizType: 'Certificate', bizId: row['id'], action: 'issue', toStatus: 'isValid', opinion: certNo }])
  await sendSms(tx, app, { template: 'CERT_OK', phone: app.cipher.decrypt(one.phone), params: { certNo }, bizType: 'Certificate', bizId: row['id'] })
}

export const certificateRoutes: Route[] = [
  reads(calls.list, list as never),
  reads(calls.listOfOrg, list as never),
  reads(calls.listOfBureau, list as never),
  reads(calls.detail, detail),

  // A certificate is revoked, never removed: its number stays used.
  writes(calls.remove, async () => {
    throw new Refusal('DEPENDENCY_IN_USE')
  }),

  writes(calls.submit, async (tx, actor, input, app) => {
    const { id, print, isValid, invalidReason, version } = input as Record<string, any>
    if (!id) throw new Refusal('NOT_FOUND')
    if (isValid === 'unValid') {
      await transition(tx, actor, certificateLifecycle, 'revoke', [id], { reason: invalidReason, version }, app)
      return { id }
    }
    const row = await lockRow<Record<string, any>>(tx, Certificate, certificateScope, actor, id)
    if (!may(actor, 'certificate_edit') && !may(actor, 'certificate_print')) throw new Refusal('ROLE_DENIED')
    if (row['isValid'] !== 'isValid') throw new Refusal('STATE_ILLEGAL', { status: { zh: '作废', en: 'revoked' }, action: { zh: '打印', en: 'print' } })
    if (print !== undefined && print !== null) {
      await updateRow(tx, actor, Certificate, id, { print })
      await writeAudit(tx, actor, [{ bizType: 'Certificate', bizId: id, action: 'print', before: row['print'], after: print }])
    }
    return { id }
  }),

  writes(calls.issue, (tx, actor, { classId, applyId }, app) => issue(tx, actor, classId, applyId, app)),
]
