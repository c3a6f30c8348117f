import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { Product, assertAccessible, password, pathOf, phone } from '../harness.ts'

let product: Product
before(async () => {
  product = await Product.start()
})
after(() => product?.close())

test('bureau, institution and student sign in on their tabs and reach their home pages', async () => {
  for (const account of ['clerk', 'org', 'student']) {
    const page = await product.signedIn(account)
    assert.equal(pathOf(page), '/wel/index')
    assert.match(await page.title(), /^首页 - /)
  }
})

test('the password never leaves the browser as it was typed', async () => {
  const page = await product.newPage()
  const bodies: string[] = []
  page.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`))
  await product.signIn(page, 'clerk')
  assert.ok(bodies.some((body) => body.includes('/api/oauth/token') && body.includes('grant_type=password')))
  assert.deepEqual(
    bodies.filter((body) => decodeURIComponent(body.replaceAll('+', ' ')).includes(password)),
    [],
  )
})

/** Whether nothing was fetched for so many milliseconds: what is prepared while the password is typed is there. */
function stillFor(ms: number): boolean {
  const kept = window as Window & { fetched?: number; since?: number }
  const fetched = performance.getEntriesByType('resource').length
  if (kept.fetched !== fetched) Object.assign(kept, { fetched, since: Date.now() })
  return Date.now() - (kept.since ?? 0) > ms
}

/** What the browser asks for from the click on 登录 until the home page has its answers. */
async function requestsOfSignIn(page: Page, account: string, variant: string): Promise<string[]> {
  await page.goto('/login')
  await page.locator(`#login-${variant}`).click()
  await page.locator('[name=account]').fill(account)
  await page.locator('[name=password]').fill(password)
  await page.waitForFunction(stillFor, 700)
  const requests: string[] = []
  const note = (request: Request) => void requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
  page.on('request', note)
  // Bell and jobs are asked for when the home page stands: the first of their calls ends it.
  const later = page.waitForRequest((request) => request.url().includes('/api/messages/popover'))
  await page.locator('.plain-submit').click()
  await later
  page.off('request', note)
  assert.equal(await page.locator('.page-skeleton').count(), 0)
  return requests.filter((request) => !/\/api\/(messages\/popover|jobs\/list)$|favicon/.test(request))
}

test('from the click to the home page it takes at most six requests, and signing in again in the same tab no more', async () => {
  for (const [account, variant] of [['clerk', 'business'], ['org', 'institution'], ['student', 'student']] as const) {
    const page = await product.newPage()
    for (const time of ['first', 'second']) {
      const failed: string[] = []
      page.on('response', (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`))
      const requests = await requestsOfSignIn(page, account, variant)
      assert.ok(requests.length <= 6, `${account}, ${time} time: ${requests.join(', ')}`)
      assert.deepEqual(failed, [])
      await page.locator('.user-button').click()
      await page.getByRole('button', { name: '退出登录' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
      await page.locator('.login-form').waitFor()
    }
  }
})

test('tokens are kept in session cookies, the user in wrapped storage entries', async () => {
  const page = await product.signedIn('clerk')
  const cookies = await page.context().cookies()
  for (const name of ['Authorization', 'saber-refresh-token']) {
    const cookie = cookies.find((one) => one.name === name)
    assert.ok(cookie?.value, name)
    assert.equal(cookie.expires, -1)
    assert.equal(cookie.sameSite, 'Strict')
  }
  const entry = await page.evaluate(() => JSON.parse(localStorage.getItem('jipei-userInfo') ?? 'null'))
  assert.equal(entry.dataType, 'object')
  assert.equal(entry.content.username, 'clerk')
  assert.equal(typeof entry.datetime, 'number')
  assert.ok(!JSON.stringify(await page.evaluate(() => ({ ...localStorage }))).includes(cookies[0]!.value))
})

test('empty fields are named at the field, and the first one gets the cursor', async () => {
  const page = await product.newPage({ language: 'en' })
  await page.goto('/login')
  await page.locator('.plain-submit').click()
  await page.getByText('Please fill in: Account').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'account')
  assert.equal(await page.locator('[name=account]').getAttribute('aria-invalid'), 'true')
})

test('the arrow keys move between the ways to sign in', async () => {
  const page = await product.newPage()
  await page.goto('/login')
  await page.locator('#login-business').focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await page.locator('#login-institution').getAttribute('aria-selected'), 'true')
  await page.getByLabel('机构账号').waitFor()
  // Before the first way comes the last one.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.getByLabel('手机号').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByLabel('身份证号').waitFor()
})

test('an account of one kind does not come in on the tab of another', async () => {
  const page = await product.newPage()
  await page.goto('/login')
  await page.locator('#login-student').click()
  await page.locator('[name=account]').fill('clerk')
  await page.locator('[name=password]').fill(password)
  await page.locator('.plain-submit').click()
  await page.locator('.plain-refusal:not(:empty)').waitFor()
  assert.equal(pathOf(page), '/login')
})

test('the login page passes axe in both languages and on a phone', async () => {
  for (const language of ['zh', 'en'] as const) {
    const page = await product.newPage({ language, size: phone })
    await page.goto('/login')
    await page.locator('.login-form').waitFor()
    await assertAccessible(page)
    assert.equal(await page.locator('html').getAttribute('lang'), language === 'zh' ? 'zh-CN' : 'en')
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'no sideways scrolling')
  }
})

test('after three wrong passwords the characters of a picture are asked for', async () => {
  const page = await product.newPage({ language: 'en' })
  await page.goto('/login')
  await page.locator('[name=account]').fill('first')
  await page.locator('[name=password]').fill('wrong-pass-1')
  for (let attempt = 0; attempt < 3; attempt++) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/oauth/token'))
    await page.locator('.plain-submit').click()
    assert.equal((await answer).status(), 400)
  }
  await page.locator('.login-captcha img').waitFor()
  assert.doesNotMatch((await page.locator('.plain-refusal').textContent()) ?? '', /[\u4e00-\u9fff]/, 'the refusal is in English')
  await page.locator('[name=password]').fill(password)
  await page.locator('.plain-submit').click()
  await page.getByText('Please fill in: Characters').waitFor()
  await assertAccessible(page)
})
