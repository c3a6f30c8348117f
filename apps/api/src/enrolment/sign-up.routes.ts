import { SignUp, signUpAgainCalls, signUpCalls } from '@jipei/contract/enrolment/sign-up.ts'
import { sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import { auditOf } from '../core/audit.ts'
import { crud, removeRows } from '../core/crud.ts'
import type { Db, Tx } from '../core/db.ts'
import { exporter } from '../core/excel/export.ts'
import { type Route, reads, writes, writesPrepared } from '../core/implement.ts'
import { Refusal } from '../core/refusal.ts'
import { lockRows, splitIds } from '../core/rows.ts'
import type { Services } from '../core/services.ts'
import { transition } from '../core/transition.ts'
import { lookUp } from '../external-data/external-data.queries.ts'
import { lockClass } from './class-facts.ts'
import { signUpScope } from './enrolment.scope.ts'
import type { Household } from './roster-row.ts'
import { signUpAgain } from './sign-up.again.ts'
import { signUpLifecycle } from './sign-up.lifecycle.ts'
import { classIdOf, saveSignUp } from './sign-up.save.ts'

/** Waiting ones first, the oldest on top. */
const order = sql`(t.confirm_status <> 'unConfirm'), t.create_time, t.id`
const detailWithHistory = async (db: Db, actor: Actor, row: Record<string, any>) => ({ auditList: await auditOf(db, actor, 'SignUp', row['id']) })
const options = { entity: SignUp, resource: 'sign', scope: signUpScope, order, detail: detailWithHistory }
const all = crud(options)
const again = crud({ entity: SignUp, resource: 're_sign', scope: signUpScope, where: [sql`t.is_re_sign = '1'`], order: sql`t.create_time desc, t.id desc`, detail: detailWithHistory })

const moves = { Confirm: 'confirm', back: 'back', Invalidate: 'invalidate' } as const

/** 6.1-1 … 6.1-5: `status` names the move. */
async function submit(tx: Tx, actor: Actor, input: Record<string, any>, app: Services, household: Household): Promise<{ id: string }> {
  const { status, reason, ...row } = input
  if (!status || status === 'unSubmit') return saveSignUp(tx, actor, row, app)
  if (status === 'unConfirm') {
    const { id } = await saveSignUp(tx, actor, row, app)
    await transition(tx, actor, signUpLifecycle, 'commit', [id], {}, app)
    return { id }
  }
  if (!row['id']) throw new Refusal('NOT_FOUND')
  await lockClass(tx, await classIdOf(tx, row['id']))
  await transition(tx, actor, signUpLifecycle, moves[status as keyof typeof moves], [row['id']], { reason, version: row['version'], household }, app)
  return { id: row['id'] }
}

/** Before a sign-up is accepted: where the register has the person's household, which the sign-up did not ask. */
async function householdOf(app: Services, actor: Actor, input: Record<string, any>): Promise<Household> {
  const unknown = { regionCode: '', hukouType: '2' }
  if (input['status'] !== 'Confirm' || !input['id']) return unknown
  const found = await sql<{ id: string; name: string; idNumber: string }>`select t.id, t.name, t.id_number from sign_up t where t.id = ${input['id']} and t.is_deleted = 0 and ${signUpScope(actor)}`.execute(app.db)
  const row = found.rows[0]
  if (!row) return unknown
  const idNumber = app.cipher.decrypt(row.idNumber)
  const { resultData } = await lookUp(app, actor, 'getPersonInfo', { idNumber, name: row.name }, { purpose: '报名审核', bizType: 'SignUp', bizId: row.id })
  return { regionCode: String(resultData?.['regionCode'] ?? idNumber.slice(0, 6)), hukouType: String(resultData?.['hukouType'] ?? unknown.hukouType) }
}

/** 6.1-6: drafts and returned ones only. */
async function remove(tx: Tx, actor: Actor, { ids }: { ids: string }): Promise<void> {
  const rows = await lockRows<{ id: string; confirmStatus: string }>(tx, SignUp, signUpScope, actor, splitIds(ids))
  if (rows.some((row) => row.confirmStatus !== 'unSubmit' && row.confirmStatus !== 'back'))
    throw new Refusal('STATE_ILLEGAL', { status: { zh: '已提交', en: 'submitted' }, action: { zh: '删除', en: 'Delete' } })
  await removeRows(tx, actor, SignUp, rows.map((row) => row.id))
}

const sheet = exporter(SignUp, signUpCalls.export, options)
export const signUpWorkers = [sheet.worker]

export const signUpRoutes: readonly Route[] = [
  sheet.route,
  reads(signUpCalls.list, all.list as never),
  reads(signUpCalls.detail, all.detail as never),
  writesPrepared(signUpCalls.submit, householdOf, submit as never),
  writes(signUpCalls.remove, remove),
  reads(signUpAgainCalls.list, again.list as never),
  reads(signUpAgainCalls.detail, again.detail as never),
  writes(signUpAgainCalls.submit, signUpAgain),
  writes(signUpAgainCalls.remove, remove),
]
