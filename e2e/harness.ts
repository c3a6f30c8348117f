import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import pg from "pg";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import {
  programNo,
  refreshCookie,
  refreshCookieHeader,
  sharedUser,
  token,
  webClient,
} from "@jipei/contract/auth/auth.ts";
import { loadKeys } from "../apps/api/src/core/keys.ts";
import { readSettings } from "../apps/api/src/core/settings.ts";
import { createDemoDatabase, demoPassword } from "../apps/api/test/demo-db.ts";
import type { DemoDatabase } from "../apps/api/test/demo-db.ts";
import { startTestApp } from "../apps/api/test/test-app.ts";
import type { TestApp } from "../apps/api/test/test-app.ts";

const root = join(import.meta.dirname, "..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Password of all demo accounts while the tests run. */
export const password = demoPassword;

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export interface PageOptions {
  language?: "zh" | "en";
  size?: { width: number; height: number };
  /** Cookies and storage to begin with, of another page's context. */
  state?: Awaited<ReturnType<BrowserContext["storageState"]>>;
}

interface UserOptions extends PageOptions {
  /** Where to begin; the home page unless told. */
  path?: string;
}

/** The way to sign in on the login page, for accounts that are not of the bureau. */
const variants: Readonly<Record<string, "institution" | "student">> = {
  org: "institution",
  teacher: "institution",
  student: "student",
};

/** How the token call names an account. */
function identityOf(account: string, variant?: "institution" | "student") {
  const shared = variant && sharedUser[variant];
  return {
    loginType: variant === "institution" ? "1" : variant === "student" ? "2" : "0",
    userId: shared ?? account,
    ...(shared && { extUserId: account }),
    loginMethod: "1",
    programNo,
  };
}

/** The tab on screen; the others stay mounted behind it. */
export const pane = (page: Page): Locator => page.locator(".pane:visible");

/** Waits until the page stands at a path; it may have a query. */
export const at = (page: Page, path: string): Promise<void> => page.waitForURL(({ pathname }) => pathname === path);

/** Waits until the window is called so. */
export const titled = async (page: Page, title: RegExp): Promise<void> =>
  void (await page.waitForFunction((pattern) => pattern.test(document.title), title));

/** Loads a page of the signed-in product, and waits until it stands there. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await pane(page).locator("h1").first().waitFor();
}

/** The product, as a user meets it: a real server on a database and a port of its own, and a real browser. */
export class Product {
  readonly url: string;
  /** What the server has printed so far. */
  readonly printed: () => string;
  private readonly server: ChildProcess;
  private readonly database: DemoDatabase;
  private readonly browser: Browser;
  private readonly contexts: BrowserContext[] = [];
  private readonly faults: string[] = [];

  private constructor(
    url: string,
    server: ChildProcess,
    printed: () => string,
    database: DemoDatabase,
    browser: Browser,
  ) {
    this.url = url;
    this.server = server;
    this.printed = printed;
    this.database = database;
    this.browser = browser;
  }

  /**
   * @param env more settings for the server
   * @param on the demo county unless told
   */
  static async start(
    env: Record<string, string> = {},
    on: Promise<DemoDatabase> = createDemoDatabase(),
  ): Promise<Product> {
    const database = await on;
    const { server, url, printed } = await startServer({
      ...env,
      DATABASE_URL: database.url,
      DATA_DIR: database.dataDir,
    });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    return new Product(url, server, printed, database, browser);
  }

  /** What no screen offers: arranging, moving in time, looking behind the scenes. */
  async sql<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client(this.database.url);
    await client.connect();
    try {
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** The API on the product's own database, without sign-in: for arranging with the factories what a test is not about. Close it. */
  async arrange(): Promise<TestApp> {
    return startTestApp({
      url: this.database.url,
      keys: await loadKeys(readSettings({ DATA_DIR: this.database.dataDir })),
    });
  }

  /** A browser of its own: no cookies, no storage. Uncaught errors and what the content policy refuses fail the test file at the end. */
  async newPage({ language = "zh", size = desktop, state }: PageOptions = {}): Promise<Page> {
    const locale = language === "zh" ? "zh-CN" : "en";
    const context = await this.browser.newContext({ viewport: size, locale, baseURL: this.url, storageState: state });
    this.contexts.push(context);
    // Patience costs nothing where all is well.
    context.setDefaultTimeout(30_000);
    context.on("weberror", (fault) => this.faults.push(`${fault.page()?.url()}: ${fault.error().message}`));
    await context.exposeBinding("tellRefused", ({ page }, what: string) =>
      this.faults.push(`${page.url()}: refused ${what}`),
    );
    await context.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", (event) =>
        (window as any).tellRefused(`${event.violatedDirective} ${event.blockedURI}`),
      ),
    );
    // A message goes after some seconds, also when this machine is busy with something else: told() finds it all the same.
    await context.addInitScript(() => {
      const messages: string[] = ((window as any).messages = []);
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element && node.matches(".toast")) messages.push(node.textContent);
      }).observe(document, { childList: true, subtree: true });
    });
    // What appears grows into its place; where that takes long, a click begins at one place and ends at another, and is none. All steps are taken, but at once.
    await context.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '[class*="-appear"], [class*="-enter"], [class*="-leave"] { animation-duration: 1ms !important; transition-duration: 1ms !important; transform: none !important; }',
      );
      document.adoptedStyleSheets.push(sheet);
    });
    if (language === "en") {
      // Only where nothing is stored yet, so that a switch in the test survives a reload.
      await context.addInitScript(() => {
        // A page that has not been loaded yet may not look into the storage.
        if (window.top === window && location.protocol !== "about:" && !localStorage.getItem("jipei-language"))
          localStorage.setItem(
            "jipei-language",
            JSON.stringify({ dataType: "string", content: "en", datetime: Date.now() }),
          );
      });
    }
    return context.newPage();
  }

  /** Opens the login page and signs in; ends on the home page. */
  async signIn(page: Page, account: string): Promise<void> {
    await page.goto("/login");
    await page.locator(`#login-${variants[account] ?? "business"}`).click();
    await page.locator("[name=account]").fill(account);
    await page.locator("[name=password]").fill(password);
    await page.locator(".plain-submit").click();
    try {
      await page.locator(".frame .pane h1").first().waitFor();
    } catch (cause) {
      throw new Error(
        `${account} did not get in. ${page.url()} says: ${(await page.locator("body").innerText()).slice(0, 500)}`,
        { cause },
      );
    }
  }

  /** A page of a user who has just signed in, in a session of its own: for tests that renew, end or look at the session. */
  async signedIn(account: string, options: PageOptions = {}): Promise<Page> {
    const page = await this.newPage(options);
    await this.signIn(page, account);
    return page;
  }

  /** A page of a user who is signed in, in a session of its own; the login page is spared. */
  async as(account: string, { path = "/", ...options }: UserOptions = {}): Promise<Page> {
    const page = await this.newPage({ ...options, state: await this.stateOf(account) });
    await open(page, path);
    return page;
  }

  /** The access token of a new session, for what a test asks of the API itself. */
  async tokenOf(account: string): Promise<string> {
    return (await this.enter(account)).info.access_token;
  }

  /** What a browser keeps of a sign-in: the cookie with the refresh token, and who it is. */
  private async stateOf(account: string): Promise<PageOptions["state"]> {
    const { info, cookie: value } = await this.enter(account);
    const entry = { dataType: "object", content: info, datetime: Date.now() };
    return {
      cookies: [
        {
          name: refreshCookie,
          value,
          domain: new URL(this.url).hostname,
          path: token.path,
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: "Strict",
        },
      ],
      origins: [{ origin: this.url, localStorage: [{ name: "jipei-userInfo", value: JSON.stringify(entry) }] }],
    };
  }

  /** Signs in as the web does, without its login page. */
  private async enter(account: string): Promise<{ info: { access_token: string }; cookie: string }> {
    const identity = identityOf(account, variants[account]);
    const answer = await fetch(this.url + token.path, {
      method: "POST",
      headers: { Authorization: `Basic ${btoa(`${webClient.id}:${webClient.secret}`)}`, [refreshCookieHeader]: "1" },
      body: new URLSearchParams({ grant_type: "password", username: JSON.stringify(identity), password }),
    });
    const info = (await answer.json()) as { access_token: string };
    const [, cookie] = new RegExp(`${refreshCookie}=([^;]+)`).exec(answer.headers.get("set-cookie") ?? "") ?? [];
    if (!cookie) throw new Error(`${account} did not get in: ${JSON.stringify(info)}`);
    return { info, cookie };
  }

  async close(): Promise<void> {
    for (const context of this.contexts) await context.close();
    await this.browser.close();
    await stop(this.server);
    await this.database.drop();
    assert.deepEqual(this.faults, [], "uncaught errors in the browser");
  }
}

async function startServer(
  env: Record<string, string>,
): Promise<{ server: ChildProcess; url: string; printed: () => string }> {
  const server = spawn(process.execPath, ["apps/api/src/main.ts"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: "0",
      HOST: "127.0.0.1",
      DEMO: "on",
      DEMO_PASSWORD: password,
      LOG_LEVEL: "error",
      NODE_ENV: "",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Jipei is ready at (http:\S+)/.exec(output)?.[1];
      if (address) resolve({ server, url: address, printed: () => output });
    };
    server.stdout?.on("data", hear);
    server.stderr?.on("data", hear);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    server.kill("SIGTERM");
  });
}

/** Fails on every serious or critical finding of axe (WCAG 2 A to 2.2 AA) on the page as it stands. */
export async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await axeFindings(page), [], `axe on ${page.url()}`);
}

/** The serious and critical findings of axe, one line a rule. */
export async function axeFindings(page: Page): Promise<string[]> {
  await settled(page);
  // Not as a script element: the page's security policy admits none but its own.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (window as any).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      // The rest is only counted, which saves a third of the time.
      resultTypes: ["violations"],
    });
    return violations
      .filter(({ impact }: any) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }: any) => `${id}: ${nodes.map((node: any) => node.html.slice(0, 160)).join(" | ")}`);
  });
}

/** Waits until nothing fades or slides any more: what is half transparent has no contrast to judge. Spinners turn for ever and do not count. */
export const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const moving = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === "running" && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
      );
    return moving.length === 0;
  });
