import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { organisationPlanCalls } from '@jipei/contract/classes/organisation-plan.ts'
import { courseCalls } from '@jipei/contract/teaching/course.ts'
import { anOrgPlan } from '../../test/factories/class.ts'
import { aStandard } from '../../test/factories/teaching.ts'
import { aTrainingBase } from '../../test/factories/training-base.ts'
import { type TestApp, startTestApp } from '../../test/test-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** A clerk who sees, of one entity, only what he made himself. */
const ownOnly = (entity: string) => app.as('clerk', { dataScopes: [{ entity, kind: '2', column: null, expression: null, fields: null }] })

test('child rows and counts are cut by data scopes, as lists are', async () => {
  const base = await aTrainingBase(app)
  await aStandard(app, { courseId: base.courseId })
  const standards = async (user = app.as('clerk')) => (await user.call(courseCalls.detail, { id: base.courseId })).subsidyList?.length
  assert.deepEqual([await standards(), await standards(ownOnly('SubsidyStandard'))], [1, 0])

  const id = await anOrgPlan(app, base)
  await base.orgAdmin.call(organisationPlanCalls.commit, { ids: id } as never)
  const pending = async (user = app.as('clerk')) => (await user.call(organisationPlanCalls.pendingNumber, undefined)).number
  assert.deepEqual([await pending(), await pending(ownOnly('OrganisationPlan'))], [1, 0])
})
