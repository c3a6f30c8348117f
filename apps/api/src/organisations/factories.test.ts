import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { organisationCalls } from '@jipei/contract/organisations/organisation.ts'
import { type TestApp, startTestApp } from '../../test/test-app.ts'
import { aClassroom, aHiredTeacher, anOrgCourse, anOrganisation } from '../../test/factories/organisation.ts'
import { aStandard } from '../../test/factories/teaching.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

test('an institution has what it needs to teach', async () => {
  const organisation = await anOrganisation(app)
  const { courseId } = await anOrgCourse(app, { orgId: organisation.id })
  const standard = await aStandard(app, { courseId })
  assert.equal(standard.standardAmount, '1500.00')
  await aHiredTeacher(app, { orgId: organisation.id, courseIds: [courseId] })
  await aClassroom(app, { orgId: organisation.id })
  const own = await organisation.admin.call(organisationCalls.usedByOrg, undefined as never)
  assert.equal(own.fulltimeTeacherCount, 1)
  assert.match(own.orgNo ?? '', /^J\d{4}$/)
})
