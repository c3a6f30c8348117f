import { financeResult } from '@jipei/contract/subsidies/subsidy-application.calls.ts'
import { SubsidyApplication } from '@jipei/contract/subsidies/subsidy-application.ts'
import type { Actor } from '../core/actor.ts'
import { hasRole } from '../core/actor.ts'
import { today } from '../core/clock.ts'
import type { Db } from '../core/db.ts'
import { type Route, writes } from '../core/implement.ts'
import { isDate } from '@jipei/contract/core/check-field.ts'
import { present } from '../core/present.ts'
import { Refusal, invalidField } from '../core/refusal.ts'
import type { Services } from '../core/services.ts'
import { transition } from '../core/transition.ts'
import { paymentLifecycle } from './payment.lifecycle.ts'

/**
 * One call drives the payment: a claim out of publicity goes to the finance office, a claim being paid takes the result of the bank
 * statement, a failed one is sent again, a paid one may be recovered. Whoever may only look gets the state as it is.
 */
export const paymentRoutes: Route[] = [
  writes(financeResult, async (tx, actor, input, app) => {
    const found = await tx.selectFrom('subsidyApplication').select(['id', 'payStatus']).where('applyNo', '=', input.businessNo).where('isDeleted', '=', 0).executeTakeFirst()
    if (!found) throw new Refusal('NOT_FOUND')
    if (hasRole(actor, 'finance')) await step(found['payStatus'], found['id'])
    return answer(tx, actor, found['id'], app)

    async function step(payStatus: string, id: string): Promise<void> {
      switch (payStatus) {
        case '1':
          return void (await transition(tx, actor, paymentLifecycle, 'send', [id], {}, app))
        case '2':
          if (input.result === 'paid') return void (await transition(tx, actor, paymentLifecycle, 'confirm', [id], { payAmount: input.payAmount, payDate: paidOn(input.payDate) }, app))
          if (input.result === 'failed') return void (await transition(tx, actor, paymentLifecycle, 'fail', [id], { failReason: input.failReason }, app))
          return
        case '4':
          return void (await transition(tx, actor, paymentLifecycle, 'resend', [id], {}, app))
        case '3':
          if (input.result === 'recovered') return void (await transition(tx, actor, paymentLifecycle, 'recover', [id], { reason: input.reason }, app))
      }
    }
  }),
]

/** The day a bank statement names. @throws FIELD_INVALID for a day that does not exist or is still to come */
function paidOn(day: string | null | undefined): string | undefined {
  if (!day) return undefined
  if (!isDate(day)) throw wrongDay('日期不存在', 'no such date')
  if (day > today()) throw wrongDay('不能晚于今天', 'not after today')
  return day
}

const wrongDay = (zh: string, en: string) => invalidField('payDate', '拨付日期', 'Paid on', zh, en)

async function answer(db: Db, actor: Actor, id: string, app: Services) {
  const claim = await db.selectFrom('subsidyApplication').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const shown = present(SubsidyApplication, actor, app.cipher, claim, 'detail')
  return { businessNo: shown['applyNo'], payStatus: shown['payStatus'], payBatchNo: shown['payBatchNo'], payDate: shown['payDate'], payAmount: shown['payAmount'], payeeAccount: shown['bankAccount'], failReason: null }
}
