import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Product, axeFindings, open, pane, phone } from '../harness.ts'

let product: Product
before(async () => {
  product = await Product.start()
})
after(() => product?.close())

const users: readonly [account: string, sizes: readonly (typeof phone | undefined)[]][] = [
  ['clerk', [undefined]],
  ['second', [undefined]],
  ['org', [undefined, phone]],
  ['student', [phone]],
]

/** Every address the user's menu leads to. */
async function pagesOf(page: Page): Promise<string[]> {
  const paths = await page.evaluate(async () => {
    const token = decodeURIComponent(/Authorization=([^;]+)/.exec(document.cookie)?.[1] ?? '')
    const answer = await fetch('/api/blade-system/menu/routes', {
      headers: { Authorization: `Basic ${btoa('jipei-web:jipei-web')}`, Token: token },
    })
    const leaves = (items: any[]): string[] => items.flatMap((item) => (item.children ? leaves(item.children) : [item.path]))
    return leaves((await answer.json()).data)
  })
  return paths.filter((path) => path.startsWith('/'))
}

/** What is wrong with the page as it stands, in words. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  await open(page, path)
  await page.waitForLoadState('networkidle')
  const headings = await pane(page).locator('h1').count()
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  return [
    ...(headings === 1 ? [] : [`${headings} headings of the first level`]),
    ...(sideways ? ['scrolls sideways'] : []),
    ...(/[\u4e00-\u9fff]/.test(await page.title()) ? [`title in Chinese: ${await page.title()}`] : []),
    ...((await pane(page).locator('.page-failure').count()) ? ['the page failed'] : []),
    ...(await axeFindings(page)),
  ]
}

for (const [account, sizes] of users)
  for (const size of sizes)
    test(`every page of ${account} passes axe, has one heading and an English title${size ? ', on a phone' : ''}`, async () => {
      const page = await product.as(account, { language: 'en', size })
      const faults: string[] = []
      for (const path of await pagesOf(page)) faults.push(...(await faultsOf(page, path)).map((fault) => `${path}: ${fault}`))
      await page.context().close()
      assert.deepEqual(faults, [])
    })

test('every public page passes axe in both languages on a phone, and is reached from the login page', async () => {
  for (const language of ['zh', 'en'] as const) {
    const page = await product.newPage({ language, size: phone })
    await page.goto('/login')
    await page.locator('.login-links a').first().waitFor()
    const paths = await page.locator('.login-links a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const path of ['/certInfo', '/certInfocy', '/pxzx']) assert.ok(paths.includes(path), path)
    for (const path of paths) {
      await page.goto(path)
      await page.locator('main h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      assert.deepEqual(await axeFindings(page), [], `${path} ${language}`)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${path} scrolls sideways`)
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, path)
    }
  }
})
