import { gradeMachine } from '@jipei/contract/exams/grade.machine.ts'
import { Grade } from '@jipei/contract/exams/grade.ts'
import { sql } from 'kysely'
import { Refusal } from '../core/refusal.ts'
import { type Guard, lifecycle } from '../core/transition.ts'
import { gradeScope } from './exams.scope.ts'
import { applicationsOf, mayScore, publishRow, showOnApplication } from './grade.store.ts'

/** Whoever typed a score does not check it. @throws SELF_REVIEW */
const anotherChecker: Guard = (_tx, actor, row) => {
  if (row['scorerId'] === actor.userId) throw new Refusal('SELF_REVIEW')
}

/** Every row of the application has a result before any is checked. @throws GRADE_INCOMPLETE */
const sheetComplete: Guard = async (tx, _actor, row) => {
  const { rows } = await sql<{ n: string }>`select count(*) as n from grade where test_apply_id = ${row['testApplyId']} and is_deleted = 0 and result = '0'`.execute(tx)
  const open = Number(rows[0]?.n ?? 0)
  if (open > 0) throw new Refusal('GRADE_INCOMPLETE', { n: open })
}

/** An assessor checks what he is assigned to. @throws NOT_ASSIGNED */
const assignedChecker: Guard = async (tx, actor, row) => {
  const application = (await applicationsOf(tx, [row['testApplyId']])).get(row['testApplyId'])
  if (application && actor.audience === 'person') await mayScore(tx, actor, application)
}

/** What each move of a grade checks and does. */
export const gradeLifecycle = lifecycle({
  machine: gradeMachine,
  entity: Grade,
  scope: gradeScope,
  moves: {
    check: { guards: [anotherChecker, assignedChecker, sheetComplete], set: (_tx, actor) => ({ checkerId: actor.userId }), effects: [async (tx, _actor, row) => void (await showOnApplication(tx, row['testApplyId']))] },
    uncheck: { set: () => ({ checkerId: null }), effects: [async (tx, _actor, row) => void (await showOnApplication(tx, row['testApplyId']))] },
    publish: {
      effects: [
        async (tx, _actor, row, _input, app) => {
          const application = (await applicationsOf(tx, [row['testApplyId']])).get(row['testApplyId'])
          if (application) await publishRow(tx, row, application, app)
        },
        async (tx, _actor, row) => void (await showOnApplication(tx, row['testApplyId'])),
      ],
    },
  },
})
