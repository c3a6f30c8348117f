import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dictionaryCalls } from '@jipei/contract/settings/dictionary.ts'
import { enumCalls } from '@jipei/contract/settings/enums.ts'
import { regionCalls } from '@jipei/contract/settings/region.ts'
import { serialRuleCalls } from '@jipei/contract/settings/serial-rule.ts'
import { seedSettings } from '../../seed/settings.seed.ts'
import { type TestApp, startTestApp } from '../../test/test-app.ts'
import { today } from '../core/clock.ts'
import { nextNumber } from './settings.queries.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

test('dictionary entries come in order and in both languages', async () => {
  const levels = await app.as('orgAdmin').call(dictionaryCalls.business, { code: 'TRAIN_KIND' })
  assert.deepEqual([levels[0]?.dictKey, levels[0]?.dictValue, levels[0]?.dictValueEn, levels[0]?.isSealed], ['01', '就业技能培训', 'Employment skill training', '0'])
  assert.deepEqual(await app.as('orgAdmin').call(dictionaryCalls.business, { code: "x' or '1'='1" }), [])
  assert.equal((await app.stranger.refused(dictionaryCalls.business, { code: 'sex' })).status, 401)
})

test('the four enums answer code and both labels', async () => {
  const answers = await Promise.all(enumCalls.map(({ call }) => app.as('student').call(call, undefined)))
  assert.deepEqual(answers.map((entries) => entries.length), [5, 4, 5, 5])
  assert.deepEqual(answers[0]?.[0], { value: 'Invalidate', code: 'Invalidate', label: '作废', labelEn: 'Void' })
})

test('regions: provinces, children, search, detail', async () => {
  const provinces = await app.stranger.call(regionCalls.lazyTree, {})
  assert.equal(provinces.length, 34)
  const cities = await app.stranger.call(regionCalls.lazyTree, { parentCode: '330000' })
  assert.ok(cities.some((city) => city.title === '嘉兴市' && city.hasChildren === '1'))
  const districts = await app.stranger.call(regionCalls.lazyTree, { parentCode: '110000' })
  assert.ok(districts.some((district) => district.title === '东城区' && district.regionLevel === '3' && district.hasChildren === '0'))
  assert.equal((await app.stranger.call(regionCalls.detail, { code: '330482' })).fullName, '浙江省嘉兴市平湖市')
  assert.deepEqual((await app.stranger.call(regionCalls.select, { name: '平湖' })).map((found) => found.value), ['330482'])
  assert.equal((await app.stranger.refused(regionCalls.detail, { code: '329999' })).errorCode, 'NOT_FOUND')
  assert.equal((await app.as('clerk').list<any>(regionCalls.list, { regionLevel: '1' })).total, 34)
})

test('serial rules show where they stand; used and built-in ones are protected', async () => {
  const admin = app.as('sysAdmin')
  const before = (await admin.list<any>(serialRuleCalls.list, { serialKey_equal: 'PLAN_NO' })).records[0]
  assert.deepEqual([before.currentValue, before.sample], [0, `JH${today().slice(0, 4)}0001`])
  await app.db.transaction().execute((tx) => nextNumber(tx, 'PLAN_NO'))
  const after = await admin.call(serialRuleCalls.detail, { id: before.id })
  assert.deepEqual([after.currentValue, after.currentPeriod, after.sample], [1, today().slice(0, 4), `JH${today().slice(0, 4)}0002`])
  assert.equal((await admin.refused(serialRuleCalls.submit, { id: before.id, prefix: 'XX' })).errorCode, 'FIELD_FROZEN')
  assert.equal((await admin.refused(serialRuleCalls.remove, { ids: before.id })).errorCode, 'PARAM_BUILTIN')
  const own = { serialKey: 'MEETING_NO', serialName: '会议', prefix: 'HY', datePattern: 'yyyy', seqLength: 3, resetCycle: 'year', step: 1 } as const
  const { id } = await admin.call(serialRuleCalls.submit, own)
  assert.equal((await admin.refused(serialRuleCalls.submit, { ...own, serialKey: 'x' })).errorCode, 'FIELD_INVALID')
  await admin.call(serialRuleCalls.remove, { ids: id })
  assert.equal((await app.as('orgAdmin').refused(serialRuleCalls.list, {})).errorCode, 'ROLE_DENIED')
})

test('seeding again adds nothing and keeps what was changed', async () => {
  await app.db.updateTable('parameter').set({ paramValue: '20' }).where('paramKey', '=', 'class.size.max').execute()
  const count = async () => Promise.all(['parameter', 'serialRule', 'businessDictionary', 'region'].map(async (table) => Number((await app.db.selectFrom(table).select((e) => e.fn.countAll().as('n')).executeTakeFirstOrThrow())['n'])))
  const first = await count()
  await seedSettings(app.db)
  assert.deepEqual(await count(), first)
  assert.equal((await app.db.selectFrom('parameter').select('paramValue').where('paramKey', '=', 'class.size.max').executeTakeFirstOrThrow())['paramValue'], '20')
})
