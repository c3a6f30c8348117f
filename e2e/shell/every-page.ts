import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings, open, pane, type Product, phone } from '../harness.ts'

/** Declares the tests of all pages that a user's menu leads to, in English. @param small on a phone instead of a desk */
export function testEveryPage(product: () => Product, account: string, small = false): void {
  test(`every page of ${account} passes axe, has one heading and an English title${small ? ', on a phone' : ''}`, async () => {
    const page = await product().as(account, { language: 'en', ...(small && { size: phone }) })
    const faults: string[] = []
    for (const path of await pagesOf(page)) faults.push(...(await faultsOf(page, path)).map((fault) => `${path}: ${fault}`))
    await page.context().close()
    assert.deepEqual(faults, [])
  })
}

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
