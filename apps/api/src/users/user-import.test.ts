import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { departmentCalls } from '@jipei/contract/users/department.ts'
import { userCalls } from '@jipei/contract/users/user.ts'
import { writeXlsx } from 'hucre/xlsx'
import { type TestApp, type TestUser, startTestApp } from '../../test/test-app.ts'
import { readWorkbook } from '../core/excel/workbook.ts'

/** Users from a workbook and into one. */
let app: TestApp
let admin: TestUser
let dept: string
before(async () => {
  app = await startTestApp()
  admin = app.as('sysAdmin')
  dept = (await admin.call(departmentCalls.submit, { orgName: '引才科', deptCategory: '1', sort: 1 } as never)).id
})
after(() => app.close())

const head = ['账号', '姓名', '手机', '所属部门', '角色', '邮箱']
const xlsx = async (rows: string[][]) => Buffer.from(await writeXlsx({ sheets: [{ name: '用户', rows: [head, ...rows] as never }] }))

async function post(user: TestUser, path: string, file: Buffer) {
  const payload = Buffer.concat([Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="users.xlsx"\r\nContent-Type: application/octet-stream\r\n\r\n'), file, Buffer.from('\r\n--b--\r\n')])
  const response = await app.http.inject({ method: 'POST', url: path, headers: { token: user.token, 'content-type': 'multipart/form-data; boundary=b' }, payload })
  return { status: response.statusCode, ...response.json() }
}

test('a workbook of users: department and roles by name, each with a first password by SMS', async () => {
  const file = await xlsx([
    ['import1', '赵一', '13700000001', '引才科', '培训科经办、局领导(只读)', 'zhao@example.org'],
    ['import2', '钱二', '13700000002', '引才科', 'finance', ''],
  ])
  const { data } = await post(admin, userCalls.import.dryRun.path, file)
  assert.deepEqual([data.rows, data.good, data.bad], [2, 2, 0], JSON.stringify(data.cells))
  assert.equal((await post(admin, userCalls.import.commit.path, file)).data.inserted, 2)
  const { records } = await admin.list(userCalls.list, { deptId: dept, ascs: 'account' })
  assert.deepEqual(records.map((row) => [row.account, row.realName, row.name, row.deptName, row.roleName, row.status]), [
    ['import1', '赵一', '赵一', '引才科', '培训科经办、局领导(只读)', '1'],
    ['import2', '钱二', '钱二', '引才科', '财务人员', '1'],
  ])
  assert.deepEqual((await app.pool.query(`select distinct template from sms_message where biz_type = 'User'`)).rows, [{ template: 'ACCOUNT_NEW' }])
  assert.deepEqual((await app.pool.query(`select must_change, password_hash is not null as set from app_user where account = 'import1'`)).rows, [{ must_change: 1, set: true }])
  const again = await post(admin, userCalls.import.commit.path, file)
  assert.equal(again.errorCode, 'IMPORT_BAD')
})

test('every bad cell is told, and nothing is written', async () => {
  const { data } = await post(
    admin,
    userCalls.import.dryRun.path,
    await xlsx([
      ['bad1', '孙三', '13700000011', '不存在科', '培训科经办', ''],
      ['bad2', '李四', '13700000012', '引才科', '没有的角色', ''],
      ['bad3', '周五', '13700000013', '引才科', '初审人员、复审人员', ''],
      ['bad4', '吴六', '123', '引才科', '培训科经办', ''],
      ['bad5', '郑七', '', '引才科', '培训科经办', ''],
      ['U012', '王八', '13700000016', '引才科', '培训科经办', ''],
      ['bad7', '冯九', '13700000017', '引才科', '机构管理员', ''],
      ['good8', '陈十', '13700000018', '引才科', '培训科经办', ''],
      ['GOOD8', '褚十', '13700000019', '引才科', '培训科经办', ''],
    ]),
  )
  assert.deepEqual(data.cells.map(({ row, field }: { row: number; field: string }) => [row, field]), [[2, 'deptId'], [3, 'roleName'], [4, 'roleName'], [5, 'phone'], [6, 'phone'], [7, 'account'], [8, 'roleName'], [10, 'account']])
  assert.equal((await admin.list(userCalls.list, { account: 'bad' })).total, 0)
})

test('nobody imports more than he may grant', async () => {
  const helper = app.as('leader', { permissions: new Set(['user_import']) })
  const { data } = await post(helper, userCalls.import.dryRun.path, await xlsx([['helper1', '卫一', '13700000021', '引才科', '系统管理员', '']]))
  assert.deepEqual(data.cells.map(({ field }: { field: string }) => field), ['roleName'])
  assert.equal((await post(app.as('auditor'), userCalls.import.dryRun.path, await xlsx([]))).errorCode, 'ROLE_DENIED')
})

test('the export holds what the list shows, phones masked, no password', async () => {
  const response = await app.http.inject({ url: `${userCalls.export.path}?deptId=${dept}&account=import1`, headers: { token: admin.token } })
  const rows: unknown[][] = []
  for await (const { values } of readWorkbook(response.rawPayload)) rows.push([...values])
  assert.equal(rows.length, 2)
  assert.ok(rows[1]?.includes('137****0001') && rows[1]?.includes('引才科'))
  assert.ok(!JSON.stringify(rows).includes('argon2'))
})
