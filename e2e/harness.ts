import pg from "pg";
import type { Locator, Page, ViewportSize } from "@playwright/test";
import { loadKeys } from "../apps/api/src/core/security/keys.ts";
import { readSettings } from "../apps/api/src/core/foundation/settings.ts";
import { demoPassword } from "../apps/api/test/database/demo-db.ts";
import type { ServerDatabase } from "../apps/api/test/database/demo-db.ts";
import { startTestApp } from "../apps/api/test/support/test-app.ts";
import type { TestApp } from "../apps/api/test/support/test-app.ts";
import { enter, getSession, tabOf } from "./browser-session.ts";
import type { Language, Pages, StorageState } from "./pages.ts";
import type { RunningServer } from "./servers.ts";

/** Password of all demo accounts while the tests run. */
export const password = demoPassword;

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export interface PageOptions {
  language?: Language;
  size?: ViewportSize;
  /** Cookies and storage to begin with, from another page's context. */
  state?: StorageState;
  /** Stays open until the file ends, instead of the test: for tests that continue from one another. */
  kept?: boolean;
  /** In a context of its own: for tests that add scripts, set the clock, or count what a first visit loads. */
  fresh?: boolean;
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
  private readonly pages: Pages;
  /** Pages that end with the test, and those that stay until the file ends. */
  private readonly open = { test: new Set<Page>(), file: new Set<Page>() };
  private readonly issues: string[] = [];

  constructor(server: RunningServer, database: ServerDatabase, pages: Pages) {
    this.url = server.url;
    this.printed = () => server.printed();
    this.server = server;
    this.database = database;
    this.pages = pages;
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

  /** A page of nobody: no cookies, no storage. Uncaught errors and violations of the content security policy fail the test. */
  async newPage({
    language = "zh",
    size = desktop,
    state,
    kept = false,
    fresh = false,
  }: PageOptions = {}): Promise<Page> {
    const page = await this.pages.take({ url: this.url, language, size, state, fresh }, (issue) =>
      this.issues.push(issue),
    );
    this.open[kept ? "file" : "test"].add(page);
    return page;
  }

  /** Ends the use of a page before its test ends. */
  async release(page: Page): Promise<void> {
    for (const open of Object.values(this.open)) open.delete(page);
    await this.pages.giveBack(page);
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

  /** Gives back the pages of a test. @returns the errors in them and in those that stay open */
  async endTest(): Promise<string[]> {
    for (const page of this.open.test) await this.release(page);
    return this.issues.splice(0);
  }

  async close(): Promise<void> {
    for (const page of [...this.open.test, ...this.open.file]) await this.release(page);
    await this.server.stop();
    await this.database.drop();
  }
}
