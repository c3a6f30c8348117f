import type { Page, Request } from "@playwright/test";

const underWay = new WeakMap<Page, Set<Request>>();

/** Counts the requests of a page from now on. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  const over = (request: Request) => requests.delete(request);
  page.on("request", (request) => requests.add(request));
  page.on("requestfinished", over);
  page.on("requestfailed", over);
}

/** The requests of a page of newPage() that have no response yet. */
export const getRequests = (page: Page): ReadonlySet<Request> => underWay.get(page) ?? new Set();

/**
 * Waits until every response has arrived and been drawn: no request is open, and the page has been idle three times in a
 * row. Takes a tenth of a second, where waiting for «networkidle» always takes more than half of one.
 */
export async function quiet(page: Page): Promise<void> {
  const end = Date.now() + 30_000;
  for (let times = 0; times < 3;) {
    await page.evaluate(() =>
      new Promise((idle) => requestAnimationFrame(() => requestIdleCallback(idle))).then(() => {}),
    );
    times = getRequests(page).size === 0 ? times + 1 : 0;
    if (Date.now() > end)
      throw new Error(`${page.url()} still asks for ${[...getRequests(page)].map((one) => one.url()).join(", ")}`);
  }
}
