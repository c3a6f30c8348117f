import { insertRow } from '../../src/core/crud.ts'
import { stored } from '../../src/core/present.ts'
import { TrainingClass } from '@jipei/contract/classes/training-class.ts'
import { addDays, today } from '../../src/core/clock.ts'
import { system } from '../../src/core/actor.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { anOrganisation } from './organisation.ts'
import { aCourse } from './teaching.ts'

let count = 0
export interface OpenClass {
  classId: string
  orgId: string
  admin: TestUser
  facts: { startDate: string; endDate: string; className: string; occupationCode: string; level: string; courseId: string; planCount: number }
}

/** A draft class that takes sign-ups, inserted directly: rosters need no plan or timetable. */
export async function anOpenClass(app: TestApp, overrides: Record<string, any> = {}, of?: OpenClass): Promise<OpenClass> {
  const organisation = of ? { id: of.orgId, admin: of.admin } : await anOrganisation(app)
  const course = await aCourse(app, { level: '4' })
  const values = {
    className: `第${++count}期电工班`, orgId: organisation.id, orgPlanId: '1', orgCourseId: '1', courseId: course.id, courseName: course.courseName, occupationCode: course.occupationCode,
    occupationName: course.occupationName, level: '4', trainKind: '01', classMode: '1', isSubsidy: '1', planCount: 30, totalHours: '60.0', startDate: addDays(today(), 20), endDate: addDays(today(), 40),
    signStartDate: addDays(today(), -5), signEndDate: addDays(today(), 10), trainPlace: '育才路1号', headTeacherId: '1', headTeacherPhone: '13800000000', contact: '王老师', contactPhone: '13800000000',
    chargeStandard: '1500.00', status: 'unCommit', inspectCount: 0, ...overrides,
  }
  const row = await app.db.transaction().execute((tx) => insertRow(tx, system, TrainingClass, stored(TrainingClass, app.cipher, values)))
  const { startDate, endDate, className, occupationCode, level, courseId, planCount } = values
  return { classId: row['id'], orgId: organisation.id, admin: organisation.admin, facts: { startDate, endDate, className, occupationCode: occupationCode as string, level, courseId, planCount } }
}
