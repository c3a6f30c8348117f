import pg from "pg";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { loadKeys } from "../apps/api/src/core/security/keys.ts";
import { readSettings } from "../apps/api/src/core/foundation/settings.ts";
import { demoPassword } from "../apps/api/test/database/demo-db.ts";
import type { ServerDatabase } from "../apps/api/test/database/demo-db.ts";
import { startTestApp } from "../apps/api/test/support/test-app.ts";
import type { TestApp } from "../apps/api/test/support/test-app.ts";
import { enter, getSession, tabOf } from "./browser-session.ts";
import { watchRequests } from "./quiet.ts";
import { findSaidTwice } from "./said-twice.ts";
import type { RunningServer } from "./servers.ts";

/** Password of all demo accounts while the tests run. */
export const password = demoPassword;

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export interface PageOptions {
  language?: "zh" | "en";
  size?: { width: number; height: number };
  /** Cookies and storage to begin with, from another page's context. */
  state?: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** Stays open until the file ends, instead of the test: for tests that continue from one another. */
  kept?: boolean;
}

interface UserOptions extends PageOptions {
  /** The first address; the home page unless given. */
  path?: string;
}

/** The tab on screen; the others stay mounted behind it. */
export const pane = (page: Page): Locator => page.locator(".pane:visible");

/** Waits until the page has a path; it may have a query. */
export const at = (page: Page, path: string): Promise<void> => page.waitForURL(({ pathname }) => pathname === path);

/** Waits until the window has a title. */
export const titled = async (page: Page, title: RegExp): Promise<void> =>
  void (await page.waitForFunction((pattern) => pattern.test(document.title), title));

/** Loads a page of the signed-in product, and waits until it is shown. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await pane(page).locator("h1").first().waitFor();
}

/** The product, as a user meets it: a real server on a database of its own, and a real browser. */
export class Product {
  readonly url: string;
  /** What the server has printed so far. */
  readonly printed: () => string;
  private readonly server: RunningServer;
  private readonly database: ServerDatabase;
  private readonly browser: Browser;
  /** Contexts that end with the test, and those that stay until the file ends. */
  private readonly contexts = { test: [] as BrowserContext[], file: [] as BrowserContext[] };
  private readonly issues: string[] = [];

  constructor(server: RunningServer, database: ServerDatabase, browser: Browser) {
    this.url = server.url;
    this.printed = () => server.printed();
    this.server = server;
    this.database = database;
    this.browser = browser;
  }

  /** Statements for what no screen offers: preparing rows, moving them in time, checking what is stored. */
  async sql<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client(this.database.url);
    await client.connect();
    try {
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** The API on the product's own database, without sign-in: to prepare rows with the factories. Close it. */
  async arrange(): Promise<TestApp> {
    return startTestApp({
      url: this.database.url,
      keys: await loadKeys(readSettings({ DATA_DIR: this.database.dataDir })),
    });
  }

  /** A browser context of its own: no cookies, no storage. Uncaught errors and violations of the content security policy fail the test. */
  async newPage({ language = "zh", size = desktop, state, kept = false }: PageOptions = {}): Promise<Page> {
    const locale = language === "zh" ? "zh-CN" : "en";
    const context = await this.browser.newContext({
      viewport: size,
      locale,
      baseURL: this.url,
      storageState: state,
      // Without animations, because elements that still move are clicked where they were.
      reducedMotion: "reduce",
    });
    this.contexts[kept ? "file" : "test"].push(context);
    // A long time limit costs nothing where the test succeeds.
    context.setDefaultTimeout(30_000);
    context.on("page", watchRequests);
    context.on("weberror", (issue) => this.issues.push(`${issue.page()?.url()}: ${issue.error().message}`));
    await context.exposeBinding("tellIssue", ({ page }, what: string) => this.issues.push(`${page.url()}: ${what}`));
    await context.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", (event) =>
        (window as any).tellIssue(`refused ${event.violatedDirective} ${event.blockedURI}`),
      ),
    );
    await context.addInitScript(findSaidTwice);
    // A message disappears after some seconds, also when this machine is busy with something else: expectMessage() finds it all the same.
    await context.addInitScript(() => {
      const messages: string[] = ((window as any).messages = []);
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element && node.matches(".toast"))
            messages.push(node.querySelector("button")?.textContent ?? "");
      }).observe(document, { childList: true, subtree: true });
    });
    if (language === "en") {
      // Only where nothing is stored yet, so that a change of language in the test survives a reload.
      await context.addInitScript(() => {
        // A page that has not been loaded yet may not read the storage.
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
    await page.locator(`#login-${tabOf(account) ?? "business"}`).click();
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

  /** A page of a signed-in user, in a session of its own, without the time of the login page. */
  async as(account: string, { path = "/", ...options }: UserOptions = {}): Promise<Page> {
    const page = await this.newPage({ ...options, state: await getSession(this.url, account, password) });
    await open(page, path);
    return page;
  }

  /** The access token of a new session, for requests of a test to the API itself. */
  async getToken(account: string): Promise<string> {
    return (await enter(this.url, account, password)).info.access_token;
  }

  /** Closes the pages of a test. @returns the errors in them and in those that stay open */
  async endTest(): Promise<string[]> {
    for (const context of this.contexts.test.splice(0)) await context.close();
    return this.issues.splice(0);
  }

  async close(): Promise<void> {
    for (const context of [...this.contexts.test, ...this.contexts.file]) await context.close();
    await this.server.stop();
    await this.database.drop();
  }
}
