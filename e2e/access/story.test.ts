import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { departmentCalls } from '../../packages/contract/src/users/department.ts'
import { userCalls } from '../../packages/contract/src/users/user.ts'
import { assertAccessible, open, pane, password, Product } from '../harness.ts'
import { choose, closed, dialog, row, tick } from './access-page.ts'

/**
 * A system administrator makes a data scope and a role and grants it; its holder sees exactly the granted menus, buttons and rows, and
 * loses what is taken at the next click.
 */
let product: Product
before(async () => {
  product = await Product.start()
})
after(() => product?.close())

const words = {
  zh: {
    add: '新增', grant: '授权', entity: '考生来源', ownDepartment: '所在部门可见', name: '权限名称', code: '权限编号', className: '权限类名', kind: '权限类型', roleName: '角色名称', alias: '角色别名', menu: '菜单', findMenus: '在菜单和按钮中查找', findScopes: '在数据权限中查找',
    scopes: '数据权限', view: '考生来源：查看', create: '考生来源：新增', save: (n: number) => `保存 ${n} 项变更`, sourceName: '来源名称', branch: '基础资料', taken: '收回（1）', given: '给予（3）', may: '可以', mayNot: '不可以', hasScopes: '数据权限 +1',
  },
  en: {
    add: 'Add', grant: 'Rights', entity: 'Candidate source', ownDepartment: 'Rows of the department', name: 'Name', code: 'Code', className: 'Entity', kind: 'Kind', roleName: 'Name', alias: 'Alias', menu: 'Menu', findMenus: 'Find in Menus and buttons', findScopes: 'Find in Data scopes',
    scopes: 'Data scopes', view: 'Candidate source: View', create: 'Candidate source: Add', save: (n: number) => (n === 1 ? 'Save 1 change' : `Save ${n} changes`), sourceName: 'Source name', branch: 'Basics', taken: 'Taken (1)', given: 'Given (3)', may: 'may', mayNot: 'may not', hasScopes: 'Data scopes +1',
  },
} as const

/** A user of a new department, and one row made in it and one in another. */
async function aUser(account: string, roleAlias: string, tag: string): Promise<void> {
  const app = await product.arrange()
  try {
    const admin = app.as('sysAdmin')
    const [role] = await product.sql<{ id: string }>(`select id from role where role_alias = $1`, [roleAlias])
    const departments = [`${tag}甲科`, `${tag}乙科`].map((orgName, i) => admin.call(departmentCalls.submit, { orgName, deptCategory: '1', sort: 90 + i } as never))
    const ids = (await Promise.all(departments)).map(({ id }) => id)
    await admin.call(userCalls.submit, { account, name: '来源', realName: '张来源', deptId: ids[0], roleIds: [role?.id], password } as never)
    await product.sql(`update app_user set must_change = 0 where account = $1`, [account])
    for (const [i, department] of ids.entries())
      await product.sql(`insert into candidate_source (source_no, source_name, sort, is_valid, create_user, create_dept, update_user) values ($1, $2, 1, 'isValid', 0, $3, 0)`, [`${tag}${i}`, `${tag}来源${i}`, department])
  } finally {
    await app.close()
  }
}

for (const language of ['zh', 'en'] as const)
  test(`${language}: a role with a data scope is made and granted, and its holder has exactly that`, async () => {
    const w = words[language]
    const tag = language === 'zh' ? '中' : 'Q'
    const alias = `source${language}`
    const admin = await product.as('admin', { path: '/authority/datascope', language })

    // The scope: rows of the user's own department.
    await pane(admin).locator('.menu-tree').waitFor()
    await assertAccessible(admin)
    await pane(admin).getByRole('button', { name: w.add, exact: true }).first().click()
    await choose(admin, w.menu, language === 'zh' ? '考生来源' : 'Candidate sources')
    await dialog(admin).getByLabel(w.name, { exact: true }).fill(`${tag}本部门来源`)
    await dialog(admin).getByLabel(w.code, { exact: true }).fill(`own-${language}`)
    await choose(admin, w.className, 'CandidateSource')
    await choose(admin, w.kind, w.ownDepartment)
    await assertAccessible(admin)
    await admin.keyboard.press('Control+Enter')
    await row(admin, `own-${language}`).waitFor()
    await closed(admin)

    // The role, and what it is granted.
    await open(admin, '/authority/role')
    await row(admin, 'sysAdmin').waitFor()
    await assertAccessible(admin)
    await pane(admin).getByRole('button', { name: w.add, exact: true }).click()
    await dialog(admin).getByLabel(w.roleName, { exact: true }).fill(`${tag}来源管理`)
    await dialog(admin).getByLabel(w.alias, { exact: true }).fill(alias)
    await admin.keyboard.press('Control+Enter')
    await row(admin, alias).waitFor()
    await closed(admin)
    await row(admin, alias).getByRole('button', { name: new RegExp(`^${w.grant}`) }).click()
    await dialog(admin).getByRole('searchbox', { name: w.findMenus }).fill(w.entity)
    await dialog(admin).locator('.ant-tree-treenode', { hasText: w.create }).waitFor()
    await dialog(admin).locator('.ant-tree-treenode', { hasText: w.entity }).filter({ hasText: /\/\d+/ }).last().locator('.ant-tree-checkbox').click()
    await tick(admin, w.view)
    await tick(admin, w.create)
    await dialog(admin).getByText(w.given).waitFor()
    await assertAccessible(admin)
    await dialog(admin).getByRole('tab', { name: w.scopes }).click()
    await dialog(admin).getByRole('searchbox', { name: w.findScopes }).fill(`${tag}本部门`)
    await tick(admin, `${tag}本部门来源`)
    await dialog(admin).getByRole('tab', { name: w.hasScopes }).waitFor()
    await dialog(admin).getByRole('button', { name: w.save(4) }).click()
    await closed(admin)

    // Its holder: one menu, one button, one row.
    const account = `holder${language}`
    await aUser(account, alias, tag)
    const user = await product.signedIn(account, { language })
    await open(user, '/basics/candidatesSource')
    await row(user, `${tag}来源0`).waitFor()
    assert.equal(await pane(user).locator('.ant-table-row').count(), 1)
    const menus = await product.sql<{ n: string }>(`select count(*) as n from role_menu g join role r on r.id = g.role_id where r.role_alias = $1`, [alias])
    assert.equal(menus[0]?.n, '1')
    assert.equal(await user.locator('.frame').getByText(w.branch, { exact: true }).count() > 0, true)
    const buttons = () => pane(user).locator('.page-header').getByRole('button', { name: w.add, exact: true })
    assert.equal(await buttons().count(), 1)
    assert.equal(await row(user, `${tag}来源0`).locator('.row-actions .link-button').count(), 1)
    await user.goto('/authority/role')
    await user.waitForURL('**/403')

    // A right is taken: it is gone at the next click, and the page about it says why.
    await open(user, '/basics/candidatesSource')
    await buttons().waitFor()
    await row(admin, alias).getByRole('button', { name: new RegExp(`^${w.grant}`) }).click()
    await dialog(admin).getByRole('searchbox', { name: w.findMenus }).fill(w.create)
    await tick(admin, w.create)
    await dialog(admin).getByText(w.taken).waitFor()
    await dialog(admin).getByRole('button', { name: w.save(1) }).click()
    await closed(admin)
    await pane(user).getByRole('textbox', { name: w.sourceName }).fill(tag)
    await user.keyboard.press('Enter')
    await buttons().waitFor({ state: 'hidden' })
    await row(user, `${tag}来源0`).waitFor()

    await tellWhy(admin, account, `${tag}1`, w)
  })

/** The same questions, asked on the page about them. */
async function tellWhy(page: Page, account: string, otherRow: string, w: (typeof words)['zh' | 'en']): Promise<void> {
  const [person] = await product.sql<{ id: string }>(`select id from app_user where account = $1`, [account])
  const [hidden] = await product.sql<{ id: string }>(`select id from candidate_source where source_no = $1`, [otherRow])
  await open(page, `/authority/why?user=${person?.id}&call=CandidateSource.list`)
  await pane(page).getByText(new RegExp(`张来源\\s?${w.may}$`)).waitFor()
  assert.equal(await pane(page).locator('.why-steps > li').count(), 5)
  await assertAccessible(page)
  await open(page, `/authority/why?user=${person?.id}&call=CandidateSource.submit`)
  await pane(page).getByText(new RegExp(`张来源\\s?${w.mayNot}$`)).waitFor()
  assert.match(await pane(page).locator('.why-steps > li.refused').innerText(), /candidates_source_add/)
  await open(page, `/authority/why?about=row&user=${person?.id}&entity=CandidateSource&row=${hidden?.id}`)
  await pane(page).getByText(new RegExp(`张来源\\s?${w.mayNot}$`)).waitFor()
  assert.equal(await pane(page).locator('.why-steps > li.refused').count(), 1)
}

test('a rule is checked as it is typed, and its effect is seen before it is kept', async () => {
  const page = await product.as('admin', { path: '/authority/datascope' })
  await pane(page).getByRole('button', { name: '新增', exact: true }).first().click()
  await choose(page, '权限类名', 'CandidateSource')
  await choose(page, '权限类型', '自定义')
  const rule = dialog(page).getByRole('textbox', { name: '自定义规则' })
  await rule.fill(`sourceName = '甲' or nothing = 1`)
  await dialog(page).getByText('第21个字符处').waitFor()
  assert.equal(await dialog(page).locator('.rule-place mark').innerText(), 'n')
  await rule.fill(`sourceName = '甲'`)
  await dialog(page).getByText('规则正确').waitFor()
  await dialog(page).getByText('规则写法').click()
  await dialog(page).getByRole('button', { name: /sourceNo/ }).waitFor()
  await assertAccessible(page)
  await dialog(page).getByRole('combobox', { name: '预览：该用户能看到多少数据' }).fill('clerk')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'clerk' }).first().click()
  await dialog(page).getByRole('button', { name: '预览' }).click()
  await dialog(page).getByText('使用此权限后可见 0 条').waitFor()
})
