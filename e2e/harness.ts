import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { loadKeys } from '../apps/api/src/core/keys.ts'
import { readSettings } from '../apps/api/src/core/settings.ts'
import { createDemoDatabase, demoPassword } from '../apps/api/test/demo-db.ts'
import type { DemoDatabase } from '../apps/api/test/demo-db.ts'
import { startTestApp } from '../apps/api/test/test-app.ts'
import type { TestApp } from '../apps/api/test/test-app.ts'

const root = join(import.meta.dirname, '..')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Password of all demo accounts while the tests run. */
export const password = demoPassword

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export interface PageOptions {
  language?: 'zh' | 'en'
  size?: { width: number; height: number }
  /** Cookies and storage to begin with, of another page's context. */
  state?: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** The way to sign in that the login page offers. */
export type Variant = 'business' | 'institution' | 'student'

/** The product, as a user meets it: a real server on a database and a port of its own, and a real browser. */
export class Product {
  readonly url: string
  private readonly server: ChildProcess
  private readonly database: DemoDatabase
  private readonly browser: Browser
  private readonly contexts: BrowserContext[] = []
  private readonly faults: string[] = []

  private constructor(url: string, server: ChildProcess, database: DemoDatabase, browser: Browser) {
    this.url = url
    this.server = server
    this.database = database
    this.browser = browser
  }

  /** @param env more settings for the server */
  static async start(env: Record<string, string> = {}): Promise<Product> {
    const database = await createDemoDatabase()
    const { server, url } = await startServer({ ...env, DATABASE_URL: database.url, DATA_DIR: database.dataDir })
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
    return new Product(url, server, database, browser)
  }

  /** Address of the product's database, for what a test must look at or arrange behind the scenes. */
  get databaseUrl(): string {
    return this.database.url
  }

  /** The API on the product's own database, without sign-in: for arranging with the factories what a test is not about. Close it. */
  async arrange(): Promise<TestApp> {
    return startTestApp({ url: this.database.url, keys: await loadKeys(readSettings({ DATA_DIR: this.database.dataDir })) })
  }

  /** A browser of its own: no cookies, no storage. Uncaught errors in it fail the test file at the end. */
  async newPage({ language = 'zh', size = desktop, state }: PageOptions = {}): Promise<Page> {
    const locale = language === 'zh' ? 'zh-CN' : 'en'
    const context = await this.browser.newContext({ viewport: size, locale, baseURL: this.url, storageState: state })
    this.contexts.push(context)
    context.setDefaultTimeout(15_000)
    if (language === 'en') {
      // Only where nothing is stored yet, so that a switch in the test survives a reload.
      await context.addInitScript(() => {
        if (window.top === window && !localStorage.getItem('jipei-language'))
          localStorage.setItem('jipei-language', JSON.stringify({ dataType: 'string', content: 'en', datetime: Date.now() }))
      })
    }
    const page = await context.newPage()
    page.on('pageerror', (error) => this.faults.push(`${page.url()}: ${error.message}`))
    return page
  }

  /** Opens the login page and signs in; ends on the home page. */
  async signIn(page: Page, account: string, variant: Variant = 'business'): Promise<void> {
    await page.goto('/login')
    await page.locator(`#login-${variant}`).click()
    await page.locator('[name=account]').fill(account)
    await page.locator('[name=password]').fill(password)
    await page.locator('.plain-submit').click()
    await page.locator('.frame .pane h1').first().waitFor()
  }

  /** A page of a user who is signed in. */
  async as(account: string, options: PageOptions & { variant?: Variant } = {}): Promise<Page> {
    const page = await this.newPage(options)
    await this.signIn(page, account, options.variant)
    return page
  }

  async close(): Promise<void> {
    for (const context of this.contexts) await context.close()
    await this.browser.close()
    await stop(this.server)
    await this.database.drop()
    assert.deepEqual(this.faults, [], 'uncaught errors in the browser')
  }
}

async function startServer(env: Record<string, string>): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, ['apps/api/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'on',
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'error',
      NODE_ENV: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /Jipei is ready at (http:\S+)/.exec(output)?.[1]
      if (address) resolve({ server, url: address })
    }
    server.stdout?.on('data', hear)
    server.stderr?.on('data', hear)
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}

/** Fails on every serious or critical finding of axe (WCAG 2 A to 2.2 AA) on the page as it stands. */
export async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await axeFindings(page), [], `axe on ${page.url()}`)
}

/** The serious and critical findings of axe, one line a rule. */
export async function axeFindings(page: Page): Promise<string[]> {
  await settled(page)
  // Not as a script element: the page's security policy admits none but its own.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (window as any).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return violations
      .filter(({ impact }: any) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }: any) => `${id}: ${nodes.map((node: any) => node.html.slice(0, 160)).join(' | ')}`)
  })
}

/** Waits until nothing fades or slides any more: what is half transparent has no contrast to judge. Spinners turn for ever and do not count. */
const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const moving = document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    return moving.length === 0
  })
