import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { becomes } from '../acts.ts'
import { assertAccessible, at, open, pane, Product, titled } from '../harness.ts'

let product: Product
before(async () => {
  product = await Product.start()
})
after(() => product?.close())

test('who is not signed in goes to the login page, and from there to where he wanted to go', async () => {
  const page = await product.newPage()
  await page.goto('/wel/index?from=mail')
  await page.locator('.login-form').waitFor()
  await at(page, '/login')
})

test('who is signed in does not see the login page again', async () => {
  const page = await product.as('clerk')
  await open(page, '/login')
  await at(page, '/wel/index')
  await open(page, '/')
  await at(page, '/wel/index')
})

test('a session without its token ends at the login page', async () => {
  const page = await product.as('clerk')
  await page.context().clearCookies()
  await page.goto('/wel/index')
  await page.locator('.login-form').waitFor()
  await becomes(() => page.evaluate(() => localStorage.getItem('jipei-userInfo')), null)
})

test('a token the server does not know leads to the login page', async () => {
  const page = await product.as('clerk')
  await page.context().addCookies([
    { name: 'Authorization', value: 'forged', url: product.url },
    { name: 'saber-refresh-token', value: 'forged', url: product.url },
  ])
  await page.goto('/wel/index')
  await page.locator('.login-form').waitFor()
  await at(page, '/login')
})

test('an expired access token is renewed without the user noticing', async () => {
  const page = await product.signedIn('clerk')
  await page.context().addCookies([{ name: 'Authorization', value: 'expired', url: product.url }])
  await open(page, '/wel/index')
  const token = async () => (await page.context().cookies()).find(({ name }) => name === 'Authorization')?.value ?? 'expired'
  await becomes(async () => (await token()) !== 'expired', true)
})

test('a token that has grown old is renewed once, however many windows are open', async () => {
  const page = await product.newPage()
  await page.clock.install()
  await product.signIn(page, 'clerk')
  const second = await page.context().newPage()
  await open(second, '/wel/index')
  let renewals = 0
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/oauth/token') && request.postData()?.includes('grant_type=refresh_token')) renewals++
  })
  const token = async () => (await page.context().cookies()).find(({ name }) => name === 'Authorization')?.value
  const before = await token()
  await page.evaluate(() => {
    const entry = JSON.parse(localStorage.getItem('jipei-token') ?? '')
    localStorage.setItem('jipei-token', JSON.stringify({ ...entry, datetime: Date.now() - 3_000_000 }))
  })
  // The age is looked at every ten seconds; whoever renews holds the lock until the answer is there.
  const look = async () => {
    await page.clock.runFor(10_500)
    for (const window of [page, second]) await window.evaluate(() => navigator.locks.request('jipei-token', () => undefined))
  }
  await look()
  await becomes(async () => (await token()) !== before, true)
  await look()
  assert.equal(renewals, 1)
})

test('an unknown address leads to 404, in either language, with a way home', async () => {
  for (const language of ['zh', 'en'] as const) {
    const page = await product.as('clerk', { language })
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: language === 'zh' ? '页面不存在' : 'Page not found' }).waitFor()
    await at(page, '/404')
    await assertAccessible(page)
    await page.getByRole('link', { name: language === 'zh' ? '返回首页' : 'Go to home' }).click()
    await pane(page).locator('h1').waitFor()
  }
})

test('the error pages are open to everybody', async () => {
  const page = await product.newPage()
  for (const [path, heading] of [
    ['/403', '没有访问权限'],
    ['/404', '页面不存在'],
    ['/500', '服务器异常'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading }).waitFor()
    await titled(page, new RegExp(`^${heading}`))
  }
})

test('logging out asks first, ends the session on the server and leads to the login page, in all windows', async () => {
  const page = await product.signedIn('clerk')
  const second = await page.context().newPage()
  await open(second, '/wel/index')
  await page.bringToFront()
  const token = (await page.context().cookies()).find(({ name }) => name === 'Authorization')!.value

  await page.getByRole('button', { name: '用户菜单' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('退出系统').waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
  await at(page, '/wel/index')

  await page.getByRole('button', { name: '用户菜单' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  await page.locator('.login-form').waitFor()
  await second.locator('.login-form').waitFor()
  await becomes(async () => (await page.context().cookies()).filter(({ name }) => name === 'Authorization'), [])
  const answer = await fetch(`${product.url}/api/blade-auth/oauth/user-info`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('jipei-web:jipei-web')}`, Token: token },
  })
  assert.equal(answer.status, 401)
})
