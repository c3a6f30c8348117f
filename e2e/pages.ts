import type { Browser, BrowserContext, CDPSession, Page, ViewportSize } from "@playwright/test";
import { watchRequests } from "./quiet.ts";
import { findSaidTwice } from "./said-twice.ts";

export type Language = "zh" | "en";
export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

export interface PageNeeds {
  /** Address of the server, without a path. */
  url: string;
  language: Language;
  size: ViewportSize;
  /** Cookies and storage to begin with. */
  state?: StorageState | undefined;
  /** In a context that no test has used, and none will use. */
  fresh: boolean;
}

/** So many contexts wait for a test at most; each keeps a process with the product's compiled scripts. */
const most = 6;

/** What tests listen to. Playwright itself listens to more, and without that it waits for ever for a context to close. */
const heard = ["page", "weberror", "dialog", "request", "requestfinished", "requestfailed", "response"];

/**
 * The pages of a worker's tests, each in a context of its own. A page that a test has given back is wiped and serves another one: a process of
 * its own, and the product's scripts compiled anew in it, cost more than what most tests do. See docs/decisions/0322-pages-used-again.md.
 */
export class Pages {
  private readonly browser: Browser;
  private readonly waiting: UsedPage[] = [];
  private readonly taken = new Map<Page, UsedPage>();

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** @param report receives what goes wrong in the page until it is given back */
  async take({ url, language, size, state, fresh }: PageNeeds, report: (issue: string) => void): Promise<Page> {
    const index = fresh ? -1 : this.waiting.findIndex((one) => one.fits(url, language));
    const [waiting] = index < 0 ? [] : this.waiting.splice(index, 1);
    const used = waiting ?? (await UsedPage.open(this.browser, url, language, fresh));
    this.taken.set(used.page, used);
    await used.begin(size, state, report);
    return used.page;
  }

  /** Ends the use of a page; the server must still run. */
  async giveBack(page: Page): Promise<void> {
    const used = this.taken.get(page);
    if (!used) return;
    this.taken.delete(page);
    if (used.fresh || page.isClosed()) return used.close();
    await used.wipe();
    this.waiting.push(used);
    if (this.waiting.length > most) await this.waiting.shift()?.close();
  }
}

/** A page with its context, for one test after the other. */
class UsedPage {
  readonly page: Page;
  readonly fresh: boolean;
  private readonly url: string;
  private readonly language: Language;
  private readonly protocol: CDPSession;
  private report: (issue: string) => void = () => {};

  private constructor(page: Page, protocol: CDPSession, url: string, language: Language, fresh: boolean) {
    this.page = page;
    this.protocol = protocol;
    this.url = url;
    this.language = language;
    this.fresh = fresh;
  }

  static async open(browser: Browser, url: string, language: Language, fresh: boolean): Promise<UsedPage> {
    const context = await browser.newContext({
      locale: language === "zh" ? "zh-CN" : "en",
      baseURL: url,
      // Without animations, because elements that still move are clicked where they were.
      reducedMotion: "reduce",
    });
    // A long time limit costs nothing where the test succeeds.
    context.setDefaultTimeout(30_000);
    await addScripts(context, language);
    const page = await context.newPage();
    const used = new UsedPage(page, await context.newCDPSession(page), url, language, fresh);
    await context.exposeBinding("tellIssue", (source, what: string) => used.report(`${source.page.url()}: ${what}`));
    if (!fresh) refuseLasting(page);
    await used.leave();
    return used;
  }

  fits(url: string, language: Language): boolean {
    return this.url === url && this.language === language;
  }

  /** Prepares the page, which shows nothing of the product yet, for a test. */
  async begin(size: ViewportSize, state: StorageState | undefined, report: typeof this.report): Promise<void> {
    this.report = report;
    const context = this.page.context();
    watchRequests(this.page);
    context.on("page", watchRequests);
    context.on("weberror", (issue) => report(`${issue.page()?.url()}: ${issue.error().message}`));
    await this.page.setViewportSize(size);
    await context.addCookies(state?.cookies ?? []);
    const entries = state?.origins.find(({ origin }) => origin === this.url)?.localStorage ?? [];
    await this.page.evaluate((all) => {
      for (const { name, value } of all) localStorage.setItem(name, value);
    }, entries);
  }

  /** Undoes what a test has done to the page and its context, down to the storage of the product. */
  async wipe(): Promise<void> {
    const { page } = this;
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await this.leave();
    await page.evaluate(() => sessionStorage.clear());
    for (const event of heard) for (const source of [page, context]) source.removeAllListeners(event);
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: "reduce" });
    await context.clearPermissions();
    await context.clearCookies();
    await this.protocol.send("Storage.clearDataForOrigin", { origin: this.url, storageTypes: "all" });
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  /** Shows a picture of the product instead of the product: an address of another site would get another process. */
  private async leave(): Promise<void> {
    await this.page.goto(`${this.url}/favicon.svg`);
  }
}

/** What runs in each page before its own scripts. */
async function addScripts(context: BrowserContext, language: Language): Promise<void> {
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      (window as any).tellIssue(`refused ${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
  await context.addInitScript(findSaidTwice);
  // A part that is waited for late, without a place of its own to wait in, takes the whole page away: focus, open lists and all.
  await context.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (
          node instanceof Element &&
          node.matches(".page-skeleton") &&
          node.parentElement?.querySelector("h1, h2, table")
        )
          (window as any).tellIssue("the page was hidden again while a part of it was loaded");
    }).observe(document, { childList: true, subtree: true });
  });
  // A message disappears after some seconds, also when this machine is busy with something else: expectMessage() finds it all the same.
  await context.addInitScript(() => {
    const messages: string[] = ((window as any).messages = []);
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element && node.matches(".toast"))
          messages.push(node.querySelector("button")?.textContent ?? "");
    }).observe(document, { childList: true, subtree: true });
  });
  if (language === "zh") return;
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

/** What nothing takes out of a page again fails at once, before another test meets it. */
function refuseLasting(page: Page): void {
  const refuse = () => {
    throw new Error("This would outlive the test: ask for a fresh page");
  };
  const lasting = { addInitScript: refuse, exposeBinding: refuse, exposeFunction: refuse };
  Object.assign(page, lasting);
  Object.assign(page.context(), lasting);
  Object.assign(page.clock, { install: refuse, setFixedTime: refuse, setSystemTime: refuse });
}
