import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { syntheticCreditCode } from '../../apps/api/seed/synthetic-unit.ts'
import { assertAccessible, open, pane, phone, Product } from '../harness.ts'

/** Users, departments, posts, registrations and sessions, as the system administrator keeps them. */

let product: Product
before(async () => {
  product = await Product.start()
})
after(() => product?.close())

/** Pictures for whoever looks at the pages: SHOTS=<folder>. */
const shot = async (page: Page, name: string) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
const dialog = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => pane(page).locator('.ant-table-row', { hasText: text }).first()
const closed = (page: Page) => dialog(page).waitFor({ state: 'hidden' })
const more = async (page: Page, text: string, action: RegExp) => {
  const own = row(page, text).getByRole('button', { name: action })
  if ((await own.count()) > 0) return own.first().click()
  await row(page, text).getByRole('button', { name: '更多' }).click()
  return page.getByRole('button', { name: action }).last().click()
}
async function pickInTree(page: Page, label: string, word: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: label }).click()
  await page.keyboard.type(word)
  await page.locator('.ant-select-dropdown:visible .ant-select-tree-title', { hasText: word }).first().click()
  // A tree of several stays open until something else is clicked.
  await dialog(page).locator('.ant-modal-title, .ant-drawer-title').first().click()
  await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' })
}

test('a department, a post, and a user in it, whose roles are granted and lent', async () => {
  const page = await product.as('admin', { path: '/system/dept' })
  await row(page, '培训科').waitFor()
  await assertAccessible(page)
  await shot(page, 'dept-zh')
  await pane(page).getByRole('button', { name: '新增', exact: true }).click()
  await dialog(page).getByLabel('部门名称').fill('人才科')
  await assertAccessible(page)
  await shot(page, 'dept-form-zh')
  await page.keyboard.press('Control+Enter')
  await row(page, '人才科').waitFor()

  await open(page, '/system/post')
  await pane(page).getByRole('button', { name: '新增' }).first().click()
  await dialog(page).getByLabel('岗位编号').fill('KY')
  await dialog(page).getByLabel('岗位名称').fill('科员')
  await page.keyboard.press('Control+Enter')
  await row(page, '科员').waitFor()
  await assertAccessible(page)

  await open(page, '/system/user')
  await row(page, 'clerk').waitFor()
  await assertAccessible(page)
  await shot(page, 'user-zh')
  await pane(page).locator('.department-tree').getByText('人才科').click()
  await pane(page).getByRole('heading', { name: '人才科' }).waitFor()
  await pane(page).getByRole('button', { name: '新增' }).first().click()
  await dialog(page).getByLabel('账号').waitFor()
  await page.keyboard.press('Control+Enter')
  assert.deepEqual(await dialog(page).locator('.fault-summary li').allTextContents(), ['请先输入账号名称', '请输入真实姓名', '请输入昵称', '请选择角色'])
  await dialog(page).getByLabel('账号').fill('wangwu')
  await dialog(page).getByLabel('真实姓名').fill('王五')
  await dialog(page).getByLabel('昵称').fill('小王')
  await dialog(page).getByLabel('手机').fill('13812340001')
  await pickInTree(page, '角色', '培训科经办')
  await assertAccessible(page)
  await shot(page, 'user-form-zh')
  await page.keyboard.press('Control+Enter')
  await row(page, 'wangwu').getByText('培训科经办').waitFor()
  await closed(page)

  await more(page, 'wangwu', /^授权/)
  await dialog(page).getByText('临时授权').click()
  await pickInTree(page, '角色', '财务人员')
  await dialog(page).getByLabel('截止日期').fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10))
  await page.keyboard.press('Enter')
  await assertAccessible(page)
  await shot(page, 'grant-zh')
  await page.keyboard.press('Control+Enter')
  await row(page, 'wangwu').getByText('培训科经办、财务人员').waitFor()
  await closed(page)

  await more(page, 'wangwu', /^授权/)
  await pickInTree(page, '角色', '初审人员')
  await pickInTree(page, '角色', '复审人员')
  await page.keyboard.press('Control+Enter')
  await dialog(page).getByText('您没有执行此操作的权限').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '关闭', exact: true }).last().click()

  await more(page, 'wangwu', /^重置密码/)
  await dialog(page).getByText('新密码以短信发送').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('新密码已发送').waitFor()
  await closed(page)
  await more(page, 'wangwu', /^停用/)
  await dialog(page).getByRole('button', { name: '停用' }).click()
  await row(page, 'wangwu').getByText('停用').first().waitFor()
})

test('a unit registers, is told what is missing, waits, and is approved or rejected', async () => {
  const guest = await product.newPage()
  await guest.goto('/register-guest')
  await guest.getByRole('button', { name: '提交申请' }).click()
  for (const text of ['请填写统一社会信用代码', '请先输入账号名称', '请先输入密码']) await guest.getByText(text).waitFor()
  await assertAccessible(guest)
  await shot(guest, 'guest-zh')
  for (const [account, name] of [['huagong', '化工学校'], ['jixie', '机械学校']] as const) {
    await guest.goto('/register-guest')
    await guest.getByLabel('统一社会信用代码').fill(syntheticCreditCode(7003))
    await guest.getByLabel('姓名').fill(name)
    await guest.getByLabel('手机号码').fill('13812340002')
    await guest.getByLabel('账号名称').fill(account)
    await guest.getByLabel('密码', { exact: true }).fill('Register2026')
    await guest.getByLabel('确认密码').fill('Register2027')
    await guest.getByRole('button', { name: '提交申请' }).click()
    await guest.getByText('两次密码输入不一致').waitFor()
    await guest.getByLabel('确认密码').fill('Register2026')
    await guest.getByRole('button', { name: '提交申请' }).click()
    await guest.getByText('注册申请已提交').waitFor()
  }
  const page = await product.as('admin', { path: '/system/register' })
  await row(page, 'huagong').waitFor()
  await assertAccessible(page)
  await shot(page, 'register-zh')
  await more(page, 'huagong', /^通过/)
  await dialog(page).locator('.ant-select-selection-item-content', { hasText: '机构管理员' }).waitFor()
  await assertAccessible(page)
  await shot(page, 'approve-zh')
  await page.keyboard.press('Control+Enter')
  await row(page, 'huagong').getByText('启用').waitFor()
  await closed(page)
  await more(page, 'jixie', /^驳回/)
  await dialog(page).getByLabel(/原因/).fill('请先提交办学许可证')
  await page.keyboard.press('Control+Enter')
  await row(page, 'jixie').getByText('驳回').first().waitFor()
})

test('who is signed in and who tried; one is signed out', async () => {
  const clerk = await product.as('clerk')
  const page = await product.as('admin', { path: '/monitor/sign-in' })
  await row(page, 'clerk').waitFor()
  await assertAccessible(page)
  await shot(page, 'sign-in-zh')
  await open(page, '/monitor/online')
  await row(page, 'clerk').waitFor()
  await assertAccessible(page)
  await shot(page, 'online-zh')
  await row(page, 'clerk').getByRole('button', { name: /^强制下线/ }).click()
  await page.keyboard.press('Control+Enter')
  await page.getByText('已强制下线').waitFor()
  assert.deepEqual(await product.sql(`select count(*)::int as n from login_session where end_reason = 'forced'`), [{ n: 1 }])
  await clerk.close()
})

test('all pages work in English on a phone', async () => {
  const page = await product.as('admin', { path: '/system/user', language: 'en', size: phone })
  for (const path of ['/system/user', '/system/dept', '/system/post', '/system/register', '/monitor/online', '/monitor/sign-in']) {
    await open(page, path)
    await pane(page).locator('.list-card').first().waitFor()
    await assertAccessible(page)
    await shot(page, `${path.slice(1).replace('/', '-')}-en-phone`)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, path)
  }
})
