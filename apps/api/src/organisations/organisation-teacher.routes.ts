import { organisationTeacherCalls as calls } from '@jipei/contract/organisations/organisation-teacher.ts'
import { crudRoutes } from '../core/crud.ts'
import { writes } from '../core/implement.ts'
import { splitIds } from '../core/rows.ts'
import { transition } from '../core/transition.ts'
import { notify } from '../notices/notices.queries.ts'
import { saveFiling } from './filing.ts'
import { dutyLifecycle, dutyOptions, isDutySwitch } from './organisation-teacher.ts'

export const organisationTeacherRoutes = [
  ...crudRoutes(calls as never, dutyOptions, {
    submit: writes(calls.submit, async (tx, actor, row, app) => {
      const id = await saveFiling(tx, actor, app, dutyLifecycle, dutyOptions, row, isDutySwitch)
      if (actor.audience === 'institution') await notify(tx, { to: { role: 'clerk' }, title: { zh: '机构教师待审核', en: 'An institution teacher waits for approval' }, text: { zh: actor.name, en: actor.name }, link: '/org/teacher?confirmStatus=unConfirm' })
      return { id }
    }),
  }),
  writes(calls.confirm, async (tx, actor, { ids }, app) => void (await transition(tx, actor, dutyLifecycle, 'confirm', splitIds(ids), {}, app))),
  writes(calls.back, async (tx, actor, { ids, reason }, app) => void (await transition(tx, actor, dutyLifecycle, 'back', splitIds(ids), { reason: reason ?? null }, app))),
]
