import { paymentMachine } from '@jipei/contract/subsidies/payment.machine.ts'
import { SubsidyApplication } from '@jipei/contract/subsidies/subsidy-application.ts'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { today } from '../core/clock.ts'
import { Refusal } from '../core/refusal.ts'
import { type Effect, type Guard, lifecycle } from '../core/transition.ts'
import { notify, sendSms } from '../notices/notices.queries.ts'
import { contactPhoneOf, payeeOf } from '../organisations/organisations.queries.ts'
import { nextNumber } from '../settings/settings.queries.ts'
import { claimScope } from './claim.scope.ts'
import { markPaid, releaseClaim } from './standing.ts'

/** Publicity ends at the close of its last day. @throws PUBLICITY_OPEN */
const publicityOver: Guard = (_tx, _actor, claim) => {
  if (!claim['publicityEnd'] || claim['publicityEnd'] >= today()) throw new Refusal('PUBLICITY_OPEN')
}

/** An objection of a person named in the claim holds the payment until it is answered. @throws PUBLICITY_OPEN */
const noOpenObjection: Guard = async (tx, _actor, claim) => {
  const { rows } = await sql`select from payment_objection where apply_id = ${claim['id']} and state = 'open' and is_deleted = 0 limit 1`.execute(tx)
  // The code of the rule, but in words of its own: the period may be long over.
  if (rows.length > 0) throw Object.assign(new Refusal('PUBLICITY_OPEN'), { zh: '有未答复的拨付异议，答复后方可拨付', en: 'A payment objection is still open; payment waits for its answer' })
}

/** @throws PAY_MISMATCH */
const amountAgrees: Guard = (_tx, _actor, claim, input) => {
  if (!input['payAmount'] || !new Decimal(input['payAmount']).eq(claim['approvedAmount'])) throw new Refusal('PAY_MISMATCH')
}

const paid: Effect = async (tx, _actor, claim, _input, app) => {
  await markPaid(tx, claim['id'])
  const phone = await contactPhoneOf(tx, app, claim['orgId'])
  if (phone) await sendSms(tx, app, { template: 'SUBSIDY_PAID', phone, params: { applyNo: claim['applyNo'], amount: claim['payAmount'] }, bizType: 'SubsidyApplication', bizId: claim['id'] })
  await notify(tx, {
    to: { orgId: claim['orgId'] },
    title: { zh: '补贴已拨付', en: 'Subsidy paid' },
    text: { zh: `${claim['applyNo']}：${claim['payAmount']}元`, en: `${claim['applyNo']}: ${claim['payAmount']} yuan` },
    link: `/my/subsidy/${claim['id']}`,
  })
}

const failedPayment: Effect = async (tx, _actor, claim, input) => {
  const reason = (input['failReason'] as string | null) ?? ''
  await notify(tx, { to: { orgId: claim['orgId'], role: 'finance' }, title: { zh: '拨付失败，请核对银行信息', en: 'Payment failed, check the bank data' }, text: { zh: `${claim['applyNo']}：${reason}`, en: `${claim['applyNo']}: ${reason}` }, link: `/my/subsidy/${claim['id']}` })
}

const recovered: Effect = async (tx, _actor, claim) => {
  await releaseClaim(tx, claim['id'])
  // One grade lower; without a grade it starts from A.
  await sql`update organisation set credit_grade = case coalesce(credit_grade, 'A') when 'A' then 'B' when 'B' then 'C' else 'D' end where id = ${claim['orgId']}`.execute(tx)
}

/** Payment after publicity. A new batch gets a new number; the account is the one filed now when a payment is sent again. */
export const paymentLifecycle = lifecycle({
  machine: paymentMachine,
  entity: SubsidyApplication,
  scope: claimScope,
  moves: {
    send: { guards: [publicityOver, noOpenObjection], set: async (tx) => ({ payBatchNo: await nextNumber(tx, 'PAY_BATCH') }) },
    confirm: { guards: [amountAgrees], set: (_tx, _actor, _claim, input) => ({ payAmount: input['payAmount'], payDate: input['payDate'] ?? today() }), effects: [paid] },
    fail: { effects: [failedPayment] },
    resend: { set: async (tx, _actor, claim) => ({ ...(await payeeOf(tx, claim['orgId'])), payBatchNo: await nextNumber(tx, 'PAY_BATCH') }) },
    recover: { effects: [recovered] },
  },
})
